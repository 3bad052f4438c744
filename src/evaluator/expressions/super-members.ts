import type TS from "typescript";
import { chainOf } from "../domain/class-fields";
import { fieldOf, unknown } from "../domain/constructors";
import type { Abstract, Closure, Frame } from "../domain/domain";
import type { Program } from "../program";
import { assigned, setField } from "../store/content";
import { escape } from "../store/escape";
import { update } from "../store/heap";
import { inheritedSetter } from "./inherited";
import { runSetter, setMember, staticSetter } from "./set-member";

/** A member that is written `super.x`. */
export interface SuperMember {
  /** What the class extends; `undefined` in an object literal. */
  readonly parent: Abstract | undefined;
  /** `undefined` where it is not known. */
  readonly key: string | undefined;
}

/** `super.x = value`: a setter of what the class extends runs; without one, `this` gets a member of its own. */
export function setOfSuper(program: Program, frame: Frame, member: SuperMember, value: Abstract, node: TS.Node): void {
  const { self } = frame;
  if (!self || setAsKnown(program, frame, member, value, node)) return;
  escape(program, value);
  escape(program, self);
  const unclear = unknown("assigned by `super`", program.place(frame, node));
  setMember(program, frame, { target: self, key: member.key, value: unclear }, node);
}

/** @returns whether it is known what the assignment does. */
function setAsKnown(
  program: Program,
  frame: Frame,
  { parent, key }: SuperMember,
  value: Abstract,
  node: TS.Node,
): boolean {
  const { self } = frame;
  if (!self || key === undefined || parent?.kind !== "callable" || parent.target.type !== "closure") return false;
  const write = { target: self, key, value };
  if (self.kind === "callable")
    return runSetter(program, frame, staticSetter(program, parent.target, key), write, node);
  if (self.kind !== "reference" || extendsForeign(parent.target)) return false;
  const { setter, isUnsure } = inheritedSetter(program, parent.target, key, program.place(frame, node));
  if (isUnsure) return false;
  if (runSetter(program, frame, setter, write, node)) return true;
  const field = fieldOf(value, program.place(frame, node));
  update(program, self.cell, (content) => setField(content, key, assigned(content, key, field)), {
    key,
    use: "written",
  });
  return true;
}

/** Whether a class extends one of which the source is not at hand. */
function extendsForeign(closure: Closure): boolean {
  return chainOf(closure).at(-1)?.classParts?.parent !== undefined;
}
