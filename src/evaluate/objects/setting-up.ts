import type { ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";

/** Members that set up clients: assignments and calls below them send nothing, and apply to all requests. */
const members: ReadonlySet<string> = new Set(
  "addHook agent auth before cookies defaults extend hook hooks interceptors jar middleware on plugin set use wrap".split(
    " ",
  ),
);

/** Length of a chain of members; code has no longer ones. */
const mostSteps = 12;

/** @returns whether a version of a client results from a set-up: `api.interceptors.request.use(…)`, `api.defaults.baseURL = …`. */
export function setsUp({ code }: ProjectFile, version: ValueId): boolean {
  let id: ValueId | undefined = version;
  for (let count = 0; id !== undefined && count < mostSteps; count += 1) {
    const node: (typeof code.values)[number] | undefined = code.values[id];
    if (node?.kind === "write") {
      if (typeof node.key === "string" && members.has(node.key)) return true;
      id = node.value;
    } else if (node?.kind === "after") {
      const call = code.values[node.call];
      const callee = call?.kind === "call" ? code.values[call.callee] : undefined;
      if (node.argument >= 0) return true;
      return callee?.kind === "member" && typeof callee.key === "string" && members.has(callee.key);
    } else return false;
  }
  return false;
}
