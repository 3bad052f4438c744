import type { ObjectValue } from "./domain";

/** The order in which objects list their members. */

type Keyed = Pick<ObjectValue, "members">;

/** Whether the members of an object stand in another one in the same order, as far as that has them. */
export function isInOrder(one: Keyed, other: Keyed): boolean {
  return [...one.members.keys()].filter((key) => other.members.has(key)).every(isNextOf(other.members));
}

/** @returns whether keys, asked one after the other, stand in that order. */
function isNextOf(members: ObjectValue["members"]): (key: string) => boolean {
  const keys = members.keys();
  return (key) => {
    for (let next = keys.next(); !next.done; next = keys.next()) if (next.value === key) return true;
    return false;
  };
}

/** Where a member that may be missing is put, nobody knows whether it stays at its place or comes behind all others. */
export function movedBy(members: ObjectValue["members"], key: string): true | undefined {
  if (members.get(key)?.presence !== "maybe") return undefined;
  let last: string | undefined;
  for (const each of members.keys()) last = each;
  return last === key ? undefined : true;
}
