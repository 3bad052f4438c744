import { createRequire } from "node:module";
import type { Request } from "../../request/request";
import type { Value } from "../../value/value";
import type * as Workflow from "./workflow";

let loaded: typeof Workflow | undefined;

/**
 * Whether a text may be a GitHub Actions workflow with steps that call GitHub. Cheap, because it is called for every
 * YAML file.
 */
export function looksLikeWorkflow(text: string): boolean {
  return (
    /^jobs:/mu.test(text) && /^(?:on|"on"|'on'|permissions):/mu.test(text) && /^\s*(?:- )?(?:uses|run):/mu.test(text)
  );
}

/** See `workflow.ts`, which is loaded with the first workflow. */
export function findWorkflowRequests(workflow: Value, text: string): readonly Request[] {
  loaded ??= createRequire(__filename)("./workflow") as typeof Workflow;
  return loaded.findWorkflowRequests(workflow, text);
}
