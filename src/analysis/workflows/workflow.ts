import type { Grants } from "../../contract/permissions/grants";
import { categoryOfWorkflow, workflowCategories } from "../../contract/permissions/workflow-names";
import { getElements, getMember, getText } from "../../manifest/members";
import type { Request } from "../../request/request";
import type { Member, ObjectValue, Value } from "../../value/value";
import { knownActions } from "./actions";
import { findScriptCalls, findShellCalls, type StepCall } from "./calls";
import { requestOf } from "./requests";

/**
 * Finds the requests that a workflow's steps send to GitHub with the workflow's token, each with the permissions
 * granted by `permissions`.
 *
 * Without `permissions`, the repository's settings decide, which are not known here. A job's own `permissions` replace
 * those of the workflow.
 *
 * @param text of the file that contains the workflow.
 */
export function findWorkflowRequests(workflow: Value, text: string): readonly Request[] {
  const jobs = workflow.kind === "object" ? getMember(workflow, "jobs")?.value : undefined;
  if (workflow.kind !== "object" || jobs?.kind !== "object") return [];
  const requests: Request[] = [];
  for (const { value: job } of jobs.members) {
    if (job.kind !== "object") continue;
    const granted = grantsOf(job) ?? grantsOf(workflow);
    for (const step of getElements(getMember(job, "steps")))
      for (const call of step.kind === "object" ? callsOf(step, [workflow, job, step], text) : [])
        requests.push(requestOf(call, requests.length, granted));
  }
  return requests;
}

function callsOf(step: ObjectValue, around: readonly ObjectValue[], text: string): readonly StepCall[] {
  const uses = getMember(step, "uses");
  if (uses) return callsOfAction(uses, getMember(step, "with")?.value, text);
  const run = getMember(step, "run")?.value;
  return run && shellHasOwnToken(around, text) ? findShellCalls(text, run.range) : [];
}

function callsOfAction(uses: Member, inputs: Value | undefined, text: string): readonly StepCall[] {
  const client = getText(uses) ?? "";
  const action = client.split("@")[0]?.toLowerCase() ?? "";
  if (action === "actions/github-script") {
    const script = inputs?.kind === "object" ? getMember(inputs, "script") : undefined;
    return script && hasOwnToken(inputs, ["github-token"], text) ? findScriptCalls(text, script.value.range) : [];
  }
  const known = Object.hasOwn(knownActions, action) ? knownActions[action] : undefined;
  if (!known || !hasOwnToken(inputs, known.tokens, text) || isGiven(inputs, known.unless)) return [];
  const [method = "", path = ""] = known.sends.split(" ");
  return [{ client, method, path, needs: known.needs, range: uses.value.range }];
}

const ownToken = /^["']?\s*\$\{\{\s*(?:github\.token|secrets\.GITHUB_TOKEN)\s*\}\}\s*["']?$/u;

/**
 * Whether an input is the workflow's own token. The source text is compared, because a string with an expression is not
 * a known value.
 */
function isOwnToken({ value: { range } }: Member, text: string): boolean {
  return ownToken.test(text.slice(range.start, range.end).trim());
}

/** Whether an action gets the workflow's token: explicitly, or because no token is given. */
function hasOwnToken(inputs: Value | undefined, names: readonly string[], text: string): boolean {
  if (inputs === undefined) return true;
  if (inputs.kind !== "object") return false;
  const given = names.flatMap((name) => getMember(inputs, name) ?? []);
  return given.every((member) => isOwnToken(member, text));
}

function isGiven(inputs: Value | undefined, names: readonly string[] = []): boolean {
  return inputs?.kind === "object" && names.some((name) => getMember(inputs, name) !== undefined);
}

/** Whether `gh` gets the workflow's token from the innermost variable that it reads. */
function shellHasOwnToken(around: readonly ObjectValue[], text: string): boolean {
  for (const name of ["GH_TOKEN", "GITHUB_TOKEN"])
    for (const each of around.toReversed()) {
      const variables = getMember(each, "env")?.value;
      const member = variables?.kind === "object" ? getMember(variables, name) : undefined;
      if (member) return isOwnToken(member, text);
    }
  return false;
}

/** Permissions that no endpoint of the map needs. */
const ofNoEndpoint = new Set(["id-token", "attestations", "models"]);

/**
 * @returns the permissions that a workflow or job grants its token, or `undefined` if it states none or they are not
 * understood.
 */
function grantsOf(object: ObjectValue): Grants | undefined {
  const member = getMember(object, "permissions");
  if (!member) return undefined;
  const { value } = member;
  const all = /^(read|write)-all$/u.exec(getText(member) ?? "")?.[1];
  if (all !== undefined) return { repository: Object.fromEntries(workflowCategories().map((name) => [name, all])) };
  if (value.kind !== "object" || value.open) return undefined;
  const levels = value.members.map((each) => [each.key, getText(each)] as const);
  if (levels.some(([, level]) => level === undefined)) return undefined;
  const granted = levels.flatMap(([name, level = "none"]) =>
    level === "none" || ofNoEndpoint.has(name) ? [] : [[categoryOfWorkflow(name), level] as const],
  );
  return { repository: { metadata: "read", ...Object.fromEntries(granted) } };
}
