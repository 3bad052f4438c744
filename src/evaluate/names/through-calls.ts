import type { ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract } from "../domain";
import type { Evaluation } from "../evaluation";
import { behind } from "../objects/behind";
import { nodeAt } from "../places";

/** Changes that a file makes to objects returned by calls. */

interface ChangeThroughCall {
  readonly call: ValueId;
  readonly version: ValueId;
}

const throughCalls = new WeakMap<ProjectFile, readonly ChangeThroughCall[]>();

/** @returns whether a file changes objects that calls return: `api().headers.a = "b"`. */
export function hasChangesThroughCalls(file: ProjectFile): boolean {
  return changesThroughCalls(file).length > 0;
}

/** @returns the versions of objects that calls return, except those of one call. */
export function versionsThroughCalls(evaluation: Evaluation, file: ProjectFile, but: ValueId): readonly Abstract[] {
  return changesThroughCalls(file)
    .filter(({ call }) => call !== but)
    .map(({ version }) => evaluation.valueOf(version, evaluation.contexts.symbolic(file, nodeAt(file, version).in)));
}

function changesThroughCalls(file: ProjectFile): readonly ChangeThroughCall[] {
  let found = throughCalls.get(file);
  if (!found) throughCalls.set(file, (found = findThroughCalls(file)));
  return found;
}

/** Limit of the changes that are recorded for one file. */
const mostThroughCalls = 16;

function findThroughCalls(file: ProjectFile): readonly ChangeThroughCall[] {
  const found: ChangeThroughCall[] = [];
  file.code.values.forEach((node, version) => {
    if (node.kind !== "write" && !(node.kind === "after" && node.argument === -1)) return;
    const call = behind(file, node.object);
    const root = nodeAt(file, call);
    const isPlain = root.kind === "call" && root.how === "call" && root.arguments.length === 0;
    if (isPlain && found.length < mostThroughCalls) found.push({ call, version });
  });
  return found;
}
