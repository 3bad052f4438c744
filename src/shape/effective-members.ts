import type { Member, ObjectValue } from "../value/value";
import type { DuplicateKey } from "./mismatch";
import { getPath, inside, type Position } from "./position";

/**
 * Finds the members that count: of several with one key, the last.
 *
 * @param report takes a mismatch for each later one.
 */
export function getEffectiveMembers(
  object: ObjectValue,
  place: Position,
  report: (mismatch: DuplicateKey) => void,
): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const member of object.members) {
    const first = members.get(member.key);
    members.set(member.key, member);
    if (first === undefined) continue;
    const within = inside(place, member);
    report({
      kind: "duplicate",
      path: getPath(within),
      range: member.keyRange,
      editable: within.editable,
      key: member.key,
      first: first.keyRange,
    });
  }
  return members;
}
