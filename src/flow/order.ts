import { always, type GuardId } from "../code/graph";
import { nodeAt } from "../evaluate/places";
import type { Sent } from "../clients/native";
import type { Row } from "./requests";
import type { ProjectFile } from "../project/project-file";

/** @returns the ids of requests that are surely sent before this one, by their positions in the same function. */
export function earlierRows(
  row: Row,
  others: readonly { readonly row: Row; readonly sent: Sent }[],
): readonly number[] {
  const [first] = row.path;
  if (!first) return [];
  const own = nodeAt(first.file, first.call);
  if (own.kind !== "call") return [];
  return others.flatMap(({ row: other, sent }) => {
    const [before] = other.path;
    const node = before && nodeAt(before.file, before.call);
    if (node?.kind !== "call" || before?.file !== first.file || node.in !== own.in) return [];
    const isBefore = node.end <= own.start || (node.start > own.start && node.end < own.end);
    return isBefore && isAround(first.file, node.guard, own.guard) && (node.loop === own.loop || node.loop < 0)
      ? [sent.id]
      : [];
  });
}

/** Whether the code under the outer guard has run wherever the inner guard holds. */
function isAround(file: ProjectFile, outer: GuardId, inner: GuardId): boolean {
  for (let id = inner; ; id = file.code.guards[id]?.outer ?? always) {
    if (id === outer) return true;
    if (id === always) return false;
  }
}
