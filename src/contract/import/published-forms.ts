import { basename } from "node:path";
import type { ConfigurationProblem } from "../configuration/configuration";

/** Matches the text of an OpenAPI description. */
export const openapiSign = /(?:^|[\n{,])\s*["']?openapi["']?\s*:\s*["']?3\./u;
/** Matches the text of a discovery document. */
export const discoverySign = /["']?kind["']?\s*:\s*["']?discovery#restDescription/u;

/** Formats of published descriptions: noun, import command, and a pattern that recognises their files. */
const forms: readonly { readonly noun: string; readonly command: string; readonly sign: RegExp }[] = [
  { noun: "an OpenAPI description", command: "openapi", sign: openapiSign },
  { noun: "a discovery document", command: "discovery", sign: discoverySign },
  {
    noun: "a custom resource definition",
    command: "crd",
    sign: /(?:^|[\n{,])\s*["']?kind["']?\s*:\s*["']?(?:CustomResourceDefinition|CompositeResourceDefinition)\b/u,
  },
  {
    noun: "a file of permissions that GitHub publishes",
    command: "github-permissions",
    sign: /"(?:server-to-server|requestPath)"\s*:/u,
  },
];

/**
 * Explains that a file named as a contract is a published description, and how to import it.
 *
 * @returns `undefined` if it cannot be imported.
 */
export function explainPublished(text: string, file: string): ConfigurationProblem | undefined {
  const problem = (message: string): ConfigurationProblem => ({ file, line: 1, column: 1, severity: "error", message });
  if (/(?:^|[\n{,])\s*["']?swagger["']?\s*:\s*["']?2\./u.test(text))
    return problem("This is Swagger 2.0, not a contract. Convert it to OpenAPI 3, and run `restraint import openapi`.");
  const form = forms.find(({ sign }) => sign.test(text));
  if (form === undefined) return undefined;
  const { noun, command } = form;
  const run = `restraint import ${command} ${basename(file)} -o restraint.${command}.yaml`;
  return problem(`This is ${noun}, not a contract. Run \`${run}\`, and name that file.`);
}
