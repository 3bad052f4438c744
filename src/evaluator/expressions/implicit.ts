import type TS from "typescript";
import { classOf } from "../store/builtin-class";
import { fieldOf, text, unknown } from "../domain/constructors";
import type { Abstract, Call, Cell, Content, Field, Frame, Place, Reference } from "../domain/domain";
import { bounds } from "../domain/limits";
import { newScope } from "../domain/scope";
import { mapOptions, optionsOf } from "../domain/values";
import { optionally } from "../flow/branches";
import { repeatBody } from "../flow/fixpoint";
import type { Program } from "../program";
import { escape } from "../store/escape";
import { contentOf, newObject } from "../store/heap";
import { symbolKey } from "../../syntax/private-names";
import { callGetter, inheritedMember } from "./inherited";

/** Code of a program that the language runs without a call: getters of copied objects, conversions, iterators, `then` and `toJSON`. */

/** @returns the function that an object or its class has under a name; `undefined` if there is none, or its source is not known. */
export function ownFunction(
  program: Program,
  frame: Frame,
  self: Reference,
  key: string,
  node: TS.Node,
): Abstract | undefined {
  const { cell } = self;
  if (cell.type === "array" || cell.class !== undefined) return undefined;
  const field = contentOf(program, cell, { key }).fields.get(key);
  const found =
    field?.value ??
    (cell.constructedBy ? inheritedMember(program, frame, cell.constructedBy, { self, key }, node) : undefined);
  return found?.kind === "callable" ? found : undefined;
}

/** Calls a function with arguments that are all known. */
function run(program: Program, callee: Abstract, site: Omit<Call, "args">, values: readonly Abstract[] = []): Abstract {
  return program.steps.call(program, callee, { ...site, args: { values, more: false } });
}

/**
 * Turns an object into a primitive by its own `[Symbol.toPrimitive]`, `toString` or `valueOf`.
 *
 * @param place the expression that is turned.
 * @returns `undefined` where the object has none of them.
 */
export function ownPrimitive(
  program: Program,
  self: Reference,
  hint: "string" | "default",
  place: Place,
): Abstract | undefined {
  const { file, activation } = place;
  const frame: Frame = { file, activation, scope: newScope(undefined, activation), self: undefined };
  const special = ownFunction(program, frame, self, symbolKey("toPrimitive"), file);
  if (special) return run(program, special, { frame, self, node: file }, [text(hint, place)]);
  const names = hint === "string" ? ["toString", "valueOf"] : ["valueOf", "toString"];
  for (const name of names) {
    const method = ownFunction(program, frame, self, name, file);
    const result = method && run(program, method, { frame, self, node: file });
    if (result && result.kind !== "reference") return result;
  }
  return undefined;
}

/** Runs the conversions to primitives of a platform function's arguments: it may ask for a number or a text. */
export function convertPerhaps(program: Program, frame: Frame, values: readonly Abstract[], node: TS.Node): void {
  for (const value of values) {
    if (value.kind !== "reference") continue;
    const methods = conversions.flatMap((key) => ownFunction(program, frame, value, key, node) ?? []);
    if (methods.length === 0) continue;
    // Which of them run, and in what order, depends on the hint.
    repeatBody(program, frame, node, () => {
      for (const method of methods) optionally(program, () => void run(program, method, { frame, self: value, node }));
    });
  }
}

const conversions = [symbolKey("toPrimitive"), "valueOf", "toString"];

/** @returns the value with each getter replaced by its result, as a copy gets it. */
export function withoutGetters(program: Program, frame: Frame, value: Abstract, node: TS.Node): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind !== "reference") return option;
    const content = contentOf(program, option.cell);
    const fields = gettersRun(program, frame, option, content, node);
    return fields ? copyOf(program, option, { ...content, fields }, node) : option;
  });
}

/** @returns `undefined` where there are no getters. */
function gettersRun(
  program: Program,
  frame: Frame,
  self: Reference,
  content: Content,
  node: TS.Node,
): Map<string, Field> | undefined {
  let fields: Map<string, Field> | undefined;
  for (const [key, { getter, presence, keyPlace }] of content.fields) {
    if (!getter) continue;
    fields ??= new Map(content.fields);
    fields.set(key, fieldOf(callGetter(program, frame, getter, self, node), keyPlace, presence));
  }
  return fields;
}

function copyOf(program: Program, from: Reference, content: Content, node: TS.Node): Reference {
  const { type, constructedBy } = from.cell;
  return newObject(program, from.place, { type, made: node, constructedBy, content });
}

/** @returns an instance of a class of the platform as `JSON.stringify` sees it: a URL is its text, of others the entries do not show. */
function platformForm(program: Program, option: Reference): Abstract {
  const made = classOf(option.cell);
  const written = made?.methods?.toJSON
    ? program.steps.builtins.cellText(program, option.cell, option.place)
    : undefined;
  return written ?? unknown(`a ${made?.name ?? ""} as JSON`, option.place);
}

/** @returns the value as `JSON.stringify` sees it: with results of getters, and of `toJSON`. */
export function jsonForm(program: Program, frame: Frame, value: Abstract, node: TS.Node): Abstract {
  const seen = new Map<Cell, Abstract | undefined>();
  const formOf = (option: Abstract): Abstract => {
    // An instance of an unknown class may have a `toJSON`, as a date does, which becomes a string.
    if (option.kind === "unknown" && option.is === "object") return { ...option, is: undefined };
    if (option.kind !== "reference") return option;
    const { cell } = option;
    if (cell.class) return platformForm(program, option);
    // `JSON.stringify` throws on an object that contains itself.
    if (seen.has(cell)) return seen.get(cell) ?? option;
    if (seen.size > bounds.jsonValues) return option;
    seen.set(cell, undefined);
    const method = ownFunction(program, frame, option, "toJSON", node);
    const form = method
      ? mapOptions(run(program, method, { frame, self: option, node }, [unknown("a key", option.place)]), formOf)
      : membersForm(option);
    seen.set(cell, form);
    return form;
  };
  const membersForm = (option: Reference): Abstract => {
    const content = contentOf(program, option.cell);
    program.state.effort += 1;
    let fields = gettersRun(program, frame, option, content, node);
    for (const [key, field] of fields ?? content.fields) {
      const form = mapOptions(field.value, formOf);
      if (form === field.value) continue;
      fields ??= new Map(content.fields);
      fields.set(key, { ...field, value: form });
    }
    const items = content.items.map((item) => {
      const form = mapOptions(item.value, formOf);
      return form === item.value ? item : { ...item, value: form };
    });
    const changed = fields !== undefined || items.some((item, index) => item !== content.items[index]);
    return changed ? copyOf(program, option, { ...content, fields: fields ?? content.fields, items }, node) : option;
  };
  return mapOptions(value, formOf);
}

/**
 * Runs the method that gives the iterator of an object.
 *
 * @returns a function that runs the iterator's `next`; nothing if that is no code of the program.
 */
export function iterated(program: Program, frame: Frame, value: Abstract, node: TS.Node): (() => void) | undefined {
  const steps = optionsOf(value).flatMap((option) => {
    if (option.kind !== "reference") return [];
    return ["iterator", "asyncIterator"].flatMap((name) => {
      const method = ownFunction(program, frame, option, symbolKey(name), node);
      if (!method) return [];
      const iterator = run(program, method, { frame, self: option, node });
      const nexts = optionsOf(iterator).flatMap((each) => {
        const next = each.kind === "reference" ? ownFunction(program, frame, each, "next", node) : undefined;
        return next ? [() => void run(program, next, { frame, self: each, node })] : [];
      });
      escape(program, iterator);
      return nexts;
    });
  });
  return steps.length === 0
    ? undefined
    : () => {
        for (const step of steps) optionally(program, step);
      };
}

/** Runs an object's iterator, any number of rounds. */
export function iteratedWhole(program: Program, frame: Frame, value: Abstract, node: TS.Node): void {
  const next = iterated(program, frame, value, node);
  if (next) repeatBody(program, frame, node, next);
}

/** @returns the awaited value. An object with a `then` of its own decides that itself. */
export function awaited(program: Program, frame: Frame, value: Abstract, node: TS.Node): Abstract {
  return mapOptions(value, (option) => {
    const then = option.kind === "reference" ? ownFunction(program, frame, option, "then", node) : undefined;
    if (!then) return option;
    const give = (label: string): Abstract => unknown(label, option.place);
    run(program, then, { frame, self: option, node }, [give("resolve"), give("reject")]);
    return unknown("what an object with a `then` gives", option.place);
  });
}
