import type TS from "typescript";
import { chainOf, superclassOf } from "../domain/class-fields";
import { callable, nativeValue, scalar, unknown } from "../domain/constructors";
import type {
  Abstract,
  Callable,
  ClassMethod,
  Closure,
  Content,
  Frame,
  MemberWrite,
  Place,
  Reference,
} from "../domain/domain";
import { join } from "../domain/values";
import { optionally } from "../flow/branches";
import { arrive } from "./names";
import { addedMember } from "./prototypes";
import { trailOf } from "./unknown-member";
import type { Program } from "../program";
import { escape } from "../store/escape";
import { baseKey, writtenKey } from "../../syntax/private-names";

/** Members that an instance gets from its class, and getters and setters. */

/** A member that is looked up in an instance. */
export interface InstanceMember {
  readonly self: Abstract;
  readonly key: string;
  /** Gives the member that the instance has of a library's class. */
  readonly ofBase?: () => Abstract | undefined;
}

/** Looks a member up in the class of an instance and in what that extends. */
export function inheritedMember(
  program: Program,
  frame: Frame,
  closure: Closure,
  { self, key, ofBase }: InstanceMember,
  node: TS.Node,
): Abstract | undefined {
  const place = program.place(frame, node);
  const chain = chainOf(closure);
  let perhaps: Abstract | undefined;
  const result = (value: Abstract): Abstract => (perhaps ? join(perhaps, value) : value);
  for (const each of chain) {
    const added = addedMember(program, each, key, place);
    if (added) {
      const value = added.getter ? callGetter(program, frame, added.getter, self, node) : added.value;
      if (added.presence === "always") return result(value);
      perhaps = result(value);
    }
    const method = each.classParts?.methods.get(key);
    const value = method && ofMethod(program, frame, method, self, node);
    if (value) return result(value);
  }
  const last = chain.at(-1);
  if (!last?.classParts?.parent || superclassOf(last)) return perhaps;
  const known = ofBase?.();
  if (known) return result(known);
  return unknown(`\`${key}\` of a class that is not known`, place, {
    origin: { trail: self.kind === "reference" ? [`this.${writtenKey(key)}`] : trailOf(self, key) },
  });
}

/** What an instance has of a method or accessor of its class; `undefined` for one of which nothing is known. */
function ofMethod(
  program: Program,
  frame: Frame,
  method: ClassMethod,
  self: Abstract,
  node: TS.Node,
): Abstract | undefined {
  const place = program.place(frame, node);
  const { replaced, isUnsure, getter, closure, setter } = method;
  if (replaced) return arrive(replaced, place);
  if (isUnsure) return unsureAccessor(program, frame, method, self, node);
  if (getter) return callGetter(program, frame, getter, self, node);
  if (closure) return callable(closure, place);
  return setter && scalar(undefined, place);
}

/** A getter that a decorator may have replaced may run, and may give anything. */
function unsureAccessor(
  program: Program,
  frame: Frame,
  { getter }: ClassMethod,
  self: Abstract,
  node: TS.Node,
): Abstract {
  if (getter) optionally(program, () => callGetter(program, frame, getter, self, node));
  escape(program, self);
  return unknown("a decorated accessor", program.place(frame, node), { typed: node });
}

export function callGetter(program: Program, frame: Frame, getter: Closure, self: Abstract, node: TS.Node): Abstract {
  const callee: Callable = callable(getter, program.place(frame, node));
  return program.steps.call(program, callee, { frame, self, args: { values: [], more: false }, node });
}

export function callSetter(
  program: Program,
  frame: Frame,
  setter: Closure,
  { target, value }: MemberWrite,
  node: TS.Node,
): void {
  const callee: Callable = callable(setter, program.place(frame, node));
  program.steps.call(program, callee, { frame, self: target, args: { values: [value], more: false }, node });
}

/** @returns the setter of an instance's class for a property, and whether a decorator may have replaced it. */
export function inheritedSetter(
  program: Program,
  closure: Closure | undefined,
  key: string,
  place: Place,
): { readonly setter: Closure | undefined; readonly isUnsure: boolean } {
  for (const each of closure ? chainOf(closure) : []) {
    const added = program.pass.classes.prototypes.has(each) ? addedMember(program, each, key, place) : undefined;
    const found = each.classParts?.methods.get(key);
    const setter = added?.setter ?? found?.setter;
    if (setter || found?.isUnsure) return { setter, isUnsure: !added?.setter && found?.isUnsure === true };
  }
  return { setter: undefined, isUnsure: false };
}

/**
 * What an instance of a class that extends one of a library has of that.
 *
 * @param key the member that is looked up in it. Where the library's class gets to it by way of another member, which the program's class has in its
 *   place, the native that stands for that gives it.
 */
export function libraryBase({ constructedBy }: Reference["cell"], content: Content, key: string): Abstract | undefined {
  const base = content.fields.get(baseKey)?.value;
  const through = base?.kind === "native" ? base.native.through : undefined;
  if (!base || !through || key === through.member) return base;
  const isOwn =
    content.fields.has(through.member) ||
    (constructedBy !== undefined &&
      chainOf(constructedBy).some((each) => each.classParts?.methods.has(through.member)));
  return isOwn ? nativeValue(through.instead, base.place, base.origin) : base;
}
