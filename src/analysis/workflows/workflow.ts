import type { Grants } from "../../contract/permissions/grants";
import { categoryOfWorkflow, workflowCategories } from "../../contract/permissions/workflow-names";
import { getElements, getMember, getText } from "../../manifest/members";
import type { Request } from "../../request/request";
import type { Member, ObjectValue, Value } from "../../value/value";
import { knownActions } from "./actions";
import { findScriptCalls, findShellCalls, type StepCall } from "./calls";
import { requestOf } from "./requests";

/**
 * Finds what the steps of a workflow send to GitHub with the workflow's token, each with what `permissions` grants it.
 *
 * Without `permissions` the repository's settings decide, which nobody sees here. A job that names some grants nothing else.
 *
 * @param text of the file that holds the workflow.
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

/** A text with an expression is no known value. */
function isOwnToken({ value: { range } }: Member, text: string): boolean {
  return ownToken.test(text.slice(range.start, range.end).trim());
}

/** Whether an action gets the workflow's token: it is given it, or no other. */
function hasOwnToken(inputs: Value | undefined, names: readonly string[], text: string): boolean {
  if (inputs === undefined) return true;
  if (inputs.kind !== "object") return false;
  const given = names.flatMap((name) => getMember(inputs, name) ?? []);
  return given.every((member) => isOwnToken(member, text));
}

function isGiven(inputs: Value | undefined, names: readonly string[] = []): boolean {
  return inputs?.kind === "object" && names.some((name) => getMember(inputs, name) !== undefined);
}

/** Whether `gh` gets the workflow's token by the innermost variable that it reads. */
function shellHasOwnToken(around: readonly ObjectValue[], text: string): boolean {
  for (const name of ["GH_TOKEN", "GITHUB_TOKEN"])
    for (const each of around.toReversed()) {
      const variables = getMember(each, "env")?.value;
      const member = variables?.kind === "object" ? getMember(variables, name) : undefined;
      if (member) return isOwnToken(member, text);
    }
  return false;
}

/** No endpoint of the map takes these. */
const ofNoEndpoint = new Set(["id-token", "attestations", "models"]);

/** @returns what a workflow or a job grants its token; `undefined` where it does not say so, or not in a way that is understood. */
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
