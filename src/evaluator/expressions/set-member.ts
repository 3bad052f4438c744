import { classOf } from "../store/builtin-class";
import { bounds } from "../domain/limits";
import { openItems } from "../store/items";
import type TS from "typescript";
import { idleActivation } from "../domain/activations";
import { callable, fieldOf, reference, unknown } from "../domain/constructors";
import type { Abstract, Closure, Content, Field, Frame, MemberWrite, Place, Reference } from "../domain/domain";
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
  for (const target of options) {
    const change = (): void => {
      setOn(program, frame, { ...write, target }, node);
    };
    if (options.length === 1) change();
    else optionally(program, change);
  }
}

function setOn(program: Program, frame: Frame, write: MemberWrite, node: TS.Node): void {
  const { target, key, value } = write;
  switch (target.kind) {
    case "reference":
      setOnCell(program, frame, { ...write, target }, node);
      return;
    case "callable":
      if (target.target.type === "closure") {
        setOnFunction(program, frame, target.target, write, node);
      } else {
        program.pass.asyncWrites.noteGlobal(target.target.label.split(".")[0] ?? "");
        escape(program, value);
      }
      return;
    case "native": {
      const { conditional, root } = program.run.context;
      const presence = conditional || root.independent ? "maybe" : "always";
      if (key !== undefined)
        target.native.set?.(key, program.steps.toSnapshot(program, value, idleActivation), presence);
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

function setOnFunction(program: Program, frame: Frame, closure: Closure, write: MemberWrite, node: TS.Node): void {
  const { key, value } = write;
  if (runSetter(program, frame, staticSetter(program, closure, key), write, node)) return;
  const field = fieldOf(value, program.place(frame, node));
  const change = (content: Content): Content => {
    if (key === undefined) return setUnknownKey(content, value);
    return content.fields.get(key)?.getter ? content : setField(content, key, field);
  };
  updateCell(program, closure.cell, change, key === undefined ? undefined : { key, use: "written" });
}

interface CellWrite extends MemberWrite {
  readonly target: Reference;
}

function setOnCell(program: Program, frame: Frame, write: CellWrite, node: TS.Node): void {
  const { key, value } = write;
  const { cell } = write.target;
  const looked = key === undefined || cell.type === "array" ? undefined : ({ key, use: "written" } as const);
  const content = contentOf(program, cell, looked);
  if (content.escaped) escape(program, value);
  const own = key === undefined ? undefined : content.fields.get(key);
  if (own?.maybeGetter) runSetterPerhaps(program, frame, own.setter, write, node);
  else if (own ? runSetter(program, frame, own.setter, write, node) : setInherited(program, frame, write, node)) return;
  if (key === undefined) for (const field of content.fields.values()) escapeSetter(program, frame, field, value, node);
  const place = program.place(frame, node);
  const platform = classOf(cell);
  if (platform?.assign) platform.assign(program, cell, key, value, place);
  else if (platform || key === "__proto__")
    updateCell(program, cell, (before) => ({ ...before, open: true, rest: value, copied: undefined }));
  else updateCell(program, cell, (before) => withMember(program, before, write, place), looked);
}

/** @returns whether a setter of the object's class has taken the value, or one that a decorator may have replaced. */
function setInherited(program: Program, frame: Frame, write: CellWrite, node: TS.Node): boolean {
  const { target, key, value } = write;
  if (key === undefined) return false;
  const owner = target.cell.constructedBy ?? target.cell.prototypeOf;
  const { setter, isUnsure } = inheritedSetter(program, owner, key, program.place(frame, node));
  if (!isUnsure) return runSetter(program, frame, setter, write, node);
  runSetterPerhaps(program, frame, setter, write, node);
  escape(program, value);
  escape(program, target);
  return true;
}

/** @returns the content of an object, or of an array, after an assignment that no setter takes. */
function withMember(program: Program, before: Content, { target, key, value }: CellWrite, keyPlace: Place): Content {
  if (key === undefined) {
    program.state.effort += before.fields.size / bounds.cellsPerEffort;
    return setUnknownKey(before, value);
  }
  if (target.cell.type === "array") return setItem(before, key, value);
  const field = before.fields.get(key);
  // Without a setter the assignment is ignored, or throws.
  if (field?.getter) return before;
  if (field?.maybeGetter)
    return setField(before, key, { ...field, value: join(value, unknown("may be a getter", keyPlace)) });
  return setField(before, key, assigned(before, key, fieldOf(value, keyPlace)));
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
