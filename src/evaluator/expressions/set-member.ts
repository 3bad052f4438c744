import { classOf } from "../store/builtin-class";
import { bounds } from "../domain/limits";
import { openItems } from "../store/items";
import type TS from "typescript";
import { idleActivation } from "../domain/activations";
import { callable, fieldOf, reference, unknown } from "../domain/constructors";
import type { Abstract, Closure, Content, Field, Frame, MemberWrite, Reference } from "../domain/domain";
import { chainOf } from "../domain/class-fields";
import { cellsOf, join, optionsOf } from "../domain/values";
import { optionally } from "../flow/branches";
import type { Program } from "../program";
import { assigned, setField, setUnknownKey } from "../store/content";
import { escape } from "../store/escape";
import { contentOf, update as updateCell } from "../store/heap";
import { callSetter, inheritedSetter } from "./inherited";
import { isGlobalObject } from "./names";
import { noteReplaced } from "./replaced-globals";

/** Assignment to members of objects, functions, clients and unknown values. */

/**
 * Assigns a member.
 *
 * @param node the key in the source.
 */
export function setMember(program: Program, frame: Frame, write: MemberWrite, node: TS.Node): void {
  const options = optionsOf(write.target);
  const isOnly = options.length === 1;
  for (const target of options) {
    const change = (): void => {
      setOn(program, frame, { ...write, target }, node, isOnly);
    };
    if (isOnly) change();
    else optionally(program, change);
  }
}

/** @param isSure whether the value that is assigned to is the only one that it may be. */
function setOn(program: Program, frame: Frame, write: MemberWrite, node: TS.Node, isSure: boolean): void {
  const { target, key, value } = write;
  switch (target.kind) {
    case "reference":
      setOnCell(program, frame, { ...write, target }, node);
      return;
    case "callable":
      if (target.target.type === "closure") {
        const { cell } = target.target;
        if (runSetter(program, frame, staticSetter(program, target.target, key), write, node)) return;
        const field: Field = fieldOf(value, program.place(frame, node));
        const change = (content: Content): Content => {
          if (key === undefined) return setUnknownKey(content, value);
          return content.fields.get(key)?.getter ? content : setField(content, key, field);
        };
        updateCell(program, cell, change, key === undefined ? undefined : { key, use: "written" });
      } else {
        program.pass.asyncWrites.noteGlobal(target.target.label.split(".")[0] ?? "");
        escape(program, value);
      }
      return;
    case "native": {
      const maybe = !isSure || program.run.context.conditional || program.run.context.root.independent;
      if (key !== undefined)
        target.native.set?.(key, program.steps.toSnapshot(program, value, idleActivation), maybe ? "maybe" : "always");
      escape(program, value);
      return;
    }
    case "unknown":
      for (const cell of cellsOf(target)) escape(program, reference(cell, target.place));
      program.pass.identities.assigned(key);
      if (key !== undefined && isGlobalObject(program, target)) noteReplaced(program, key, value);
      escape(program, value);
      return;
    default:
  }
}

function setOnCell(
  program: Program,
  frame: Frame,
  write: MemberWrite & { readonly target: Reference },
  node: TS.Node,
): void {
  const { target, key, value } = write;
  const { cell } = target;
  const looked = key === undefined || cell.type === "array" ? undefined : ({ key, use: "written" } as const);
  const content = contentOf(program, cell, looked);
  if (content.escaped) escape(program, value);
  const own = key === undefined ? undefined : content.fields.get(key);
  const inherited =
    key === undefined || own
      ? undefined
      : inheritedSetter(program, cell.constructedBy ?? cell.prototypeOf, key, program.place(frame, node));
  if (inherited?.isUnsure) {
    runSetterPerhaps(program, frame, inherited.setter, write, node);
    escape(program, value);
    escape(program, target);
    return;
  }
  const setter = own ? own.setter : inherited?.setter;
  if (own?.maybeGetter) runSetterPerhaps(program, frame, setter, write, node);
  else if (runSetter(program, frame, setter, write, node)) return;
  if (key === undefined) for (const field of content.fields.values()) escapeSetter(program, frame, field, value, node);
  const platform = classOf(cell);
  if (platform?.assign) {
    platform.assign(program, cell, key, value, program.place(frame, node));
    return;
  }
  if (platform || key === "__proto__") {
    updateCell(program, cell, (before) => ({ ...before, open: true, rest: value, copied: undefined }));
    return;
  }
  const keyPlace = program.place(frame, node);
  const change = (before: Content): Content => {
    if (key === undefined) {
      program.state.effort += before.fields.size / bounds.cellsPerEffort;
      return setUnknownKey(before, value);
    }
    if (cell.type === "array") return setItem(before, key, value);
    // Without a setter the assignment is ignored, or throws.
    const field = before.fields.get(key);
    if (field?.getter) return before;
    if (field?.maybeGetter)
      return setField(before, key, { ...field, value: join(value, unknown("may be a getter", keyPlace)) });
    return setField(before, key, assigned(before, key, fieldOf(value, keyPlace)));
  };
  updateCell(program, cell, change, looked);
}

/** @returns whether a setter has taken the value. */
export function runSetter(
  program: Program,
  frame: Frame,
  setter: Closure | undefined,
  write: MemberWrite,
  node: TS.Node,
): boolean {
  if (!setter) return false;
  callSetter(program, frame, setter, write, node);
  return true;
}

/** Runs a setter that may not be there. */
function runSetterPerhaps(
  program: Program,
  frame: Frame,
  setter: Closure | undefined,
  write: MemberWrite,
  node: TS.Node,
): void {
  if (!setter) return;
  optionally(program, () => {
    callSetter(program, frame, setter, write, node);
  });
}

/** An assignment under a key that is not known may run any setter. */
function escapeSetter(program: Program, frame: Frame, { setter }: Field, value: Abstract, node: TS.Node): void {
  if (!setter) return;
  escape(program, callable(setter, program.place(frame, node)));
  escape(program, value);
}

/** @returns the setter of a class, or of one that it extends, for a static property. */
export function staticSetter(program: Program, closure: Closure, key: string | undefined): Closure | undefined {
  if (key === undefined) return undefined;
  for (const each of chainOf(closure)) {
    const field = contentOf(program, each.cell, { key }).fields.get(key);
    if (field) return field.setter;
  }
  return undefined;
}

function setItem(content: Content, key: string, value: Abstract): Content {
  const index = Number(key);
  if (content.items.length >= bounds.items) return openItems(setUnknownKey(content, value));
  const exact = !content.open && content.items.every((item) => item.presence === "always");
  if (!/^\d+$/u.test(key) || !exact || index > content.items.length) return setUnknownKey(content, value);
  const items = [...content.items];
  items[index] = { value, presence: "always" };
  return { ...content, items };
}
