import type TS from "typescript";
import { frameworkMember, givenToComponents } from "../../syntax/framework-members";
import { none } from "./facts";
import type { Walk } from "./walk";

/** What all components of a framework have under a name: `this.$api`. */

/** @returns a slot of a member, which its owner has, or all components of a framework. */
export function loadMember({ build }: Walk, owner: number, name: string | undefined): number {
  const own = build.load(owner, name);
  const member = frameworkMember(name);
  return member === undefined ? own : build.merge(own, build.ofComponents(member));
}

/** Notes what an assignment, or a call, gives to all components. */
export function noteGiven({ ts, build }: Walk, node: TS.BinaryExpression | TS.CallExpression, value: number): void {
  const given = value === none ? undefined : givenToComponents(ts, node);
  if (given) build.giveToComponents(given.name, value);
}
