import type { ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract } from "../domain";
import type { Evaluation } from "../evaluation";
import { behind } from "../objects/behind";
import { nodeAt } from "../places";

/** What a file changes of objects that its calls give. */

interface ChangeThroughCall {
  readonly call: ValueId;
  readonly version: ValueId;
}

const throughCalls = new WeakMap<ProjectFile, readonly ChangeThroughCall[]>();

/** Whether a file assigns members of what its calls give: `api().headers.a = "b"`. */
export function hasChangesThroughCalls(file: ProjectFile): boolean {
  return changesThroughCalls(file).length > 0;
}

/** @returns what code makes of objects that calls give, but for those of one call. */
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

/** Assignments of one file to what calls give: of more, it is enough to know some. */
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
