import type { ObjectValue } from "./domain";

/** Order of an object's members. */

type Keyed = Pick<ObjectValue, "members">;

/** @returns whether the members that two objects share have the same order in both. */
export function isInOrder(one: Keyed, other: Keyed): boolean {
  return [...one.members.keys()].filter((key) => other.members.has(key)).every(isNextOf(other.members));
}

/** @returns a predicate that is true as long as it is called with keys in the order of the members. */
function isNextOf(members: ObjectValue["members"]): (key: string) => boolean {
  const keys = members.keys();
  return (key) => {
    for (let next = keys.next(); !next.done; next = keys.next()) if (next.value === key) return true;
    return false;
  };
}

/** An assignment to a member that may be absent leaves its position unknown: the member keeps its place or moves to the end. */
export function movedBy(members: ObjectValue["members"], key: string): true | undefined {
  if (members.get(key)?.presence !== "maybe") return undefined;
  let last: string | undefined;
  for (const each of members.keys()) last = each;
  return last === key ? undefined : true;
}
