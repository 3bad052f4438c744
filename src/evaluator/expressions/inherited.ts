import type TS from "typescript";
import { chainOf, superclassOf } from "../domain/class-fields";
import type { Abstract, Callable, Closure, Frame } from "../domain/domain";
import { scalar, unknown } from "../domain/values";
import { trailOf } from "./unknown-member";
import type { Machine } from "../machine";
import { writtenKey } from "../syntax/private-names";

/** Members that an instance gets from its class, and getters and setters. */

/** Looks a member up in the class of an instance and in what that extends. */
export function inheritedMember(
  machine: Machine,
  frame: Frame,
  closure: Closure,
  self: Abstract,
  key: string,
  node: TS.Node,
): Abstract | undefined {
  const place = machine.place(frame, node);
  const chain = chainOf(closure);
  for (const { classParts } of chain) {
    const found = classParts?.methods.get(key);
    if (found?.getter) return callGetter(machine, frame, found.getter, self, node);
    if (found?.closure) return { kind: "callable", target: found.closure, place };
    if (found?.setter) return scalar(undefined, place);
  }
  const last = chain.at(-1);
  if (!last?.classParts?.parent || superclassOf(last)) return undefined;
  return unknown(`\`${key}\` of a class that is not known`, place, {
    origin: { trail: self.kind === "reference" ? [`this.${writtenKey(key)}`] : trailOf(self, key) },
  });
}

export function callGetter(machine: Machine, frame: Frame, getter: Closure, self: Abstract, node: TS.Node): Abstract {
  const callee: Callable = { kind: "callable", target: getter, place: machine.place(frame, node) };
  return machine.steps.call(machine, frame, callee, self, { values: [], more: false }, node);
}

/** @returns the setter of an instance's class for a property. */
export function inheritedSetter(closure: Closure | undefined, key: string): Closure | undefined {
  for (const { classParts } of closure ? chainOf(closure) : []) {
    const setter = classParts?.methods.get(key)?.setter;
    if (setter) return setter;
  }
  return undefined;
}
