import { chainOf } from "../domain/class-fields";
import { fieldOf, unknown } from "../domain/constructors";
import type { Abstract, Builtin, Call, Cell, Content, Reference } from "../domain/domain";
import { computedText } from "../domain/texts/texts";
import { cellsOf, mapOptions, optionsOf, primitiveOf } from "../domain/values";
import { optionally } from "../flow/branches";
import type { Program } from "../program";
import { emptyContent, setField } from "../store/content";
import { spreadInto } from "../store/copies";
import { elementsOf } from "../store/elements";
import { escape } from "../store/escape";
import { contentOf, newArray, newObject, update } from "../store/heap";
import { tagOf } from "../store/instances";
import { isPrivateKey } from "../../syntax/private-names";
import { argument, giveUp, type Implementation, namespace, placeOf, pure } from "./define";

export function objectNamespace(program: Program): Builtin {
  const members: Readonly<Record<string, Implementation>> = {
    assign: (call) => assign(program, call),
    freeze: (call) => argument(program, call, 0),
    seal: (call) => argument(program, call, 0),
    preventExtensions: (call) => argument(program, call, 0),
    keys: (call) => list(program, call, "keys"),
    values: (call) => list(program, call, "values"),
    entries: (call) => list(program, call, "entries"),
    fromEntries: (call) => fromEntries(program, call),
    create: (call) => {
      const prototype = argument(program, call, 0);
      const isNull = prototype.kind === "scalar" && prototype.value === null;
      if (isNull && call.args.values.length === 1)
        return newObject(program, placeOf(program, call), { type: "object", made: call.node });
      return giveUp(program, call, "Object.create");
    },
    getOwnPropertyNames: pure(program, "Object.getOwnPropertyNames"),
    is: pure(program, "Object.is", "boolean"),
    isExtensible: pure(program, "Object.isExtensible", "boolean"),
    isFrozen: pure(program, "Object.isFrozen", "boolean"),
    isSealed: pure(program, "Object.isSealed", "boolean"),
    hasOwn: pure(program, "Object.hasOwn", "boolean"),
  };
  // `new Object(x)` gives `x` itself, even if it is a function.
  const own = namespace("Object", members, { construct: (call) => giveUp(program, call, "Object") });
  const prototype = namespace("Object.prototype", {
    toString: (call: Call) => ownText(program, call),
    hasOwnProperty: pure(program, "Object.prototype.hasOwnProperty", "boolean"),
    propertyIsEnumerable: pure(program, "Object.prototype.propertyIsEnumerable", "boolean"),
    isPrototypeOf: pure(program, "Object.prototype.isPrototypeOf", "boolean"),
  });
  return { ...own, get: (name) => (name === "prototype" ? prototype : own.get?.(name)) };
}

/** `Object.prototype.toString.call(x)`. */
function ownText(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const given = pure(program, "Object.prototype.toString", "string")(call);
  return mapOptions(call.self ?? given, (option) => {
    const tag = tagOf(program, option);
    return tag === undefined || !call.self ? given : computedText(tag, place);
  });
}

/** `Object.assign`. */
export function assign(program: Program, call: Call): Abstract {
  const target = argument(program, call, 0);
  const more = call.args.more ? [unknown("more arguments", placeOf(program, call))] : [];
  const sources = [...call.args.values.slice(1), ...more].map((source) =>
    program.steps.implicit.withoutGetters(program, call.frame, source, call.node),
  );
  const options = optionsOf(target);
  for (const option of options) {
    const change = (): void => {
      if (option.kind === "reference" && option.cell.class === undefined) {
        for (const source of sources) assignInto(program, call, option, source);
        if (contentOf(program, option.cell).escaped) for (const source of sources) escape(program, source);
      } else if (option.kind === "callable" && option.target.type === "closure") {
        const { cell } = option.target;
        for (const source of sources) update(program, cell, (content) => spreadInto(program, content, source));
      } else if (option.kind !== "scalar") {
        if (option.kind === "native") for (const source of sources) assignNative(program, call, option, source);
        else escape(program, option);
        program.pass.identities.given([option]);
        for (const source of sources) escape(program, source);
      }
    };
    if (options.length === 1) change();
    else optionally(program, change);
  }
  return mapOptions(target, (option) =>
    option.kind === "text" || option.kind === "scalar"
      ? unknown("an object around a primitive", placeOf(program, call), { is: "object" })
      : option,
  );
}

/** Copies members over an object's; one by one, where the object may have setters or getters of its own. */
function assignInto(program: Program, call: Call, target: Reference, source: Abstract): void {
  const { cell } = target;
  if (!hasAccessors(program, cell)) {
    update(program, cell, (content) => spreadInto(program, content, source));
    return;
  }
  const copied = spreadInto(program, emptyContent, source);
  for (const [key, field] of copied.fields) {
    const set = (): void => {
      program.steps.set(program, call.frame, { target, key, value: field.value }, call.node);
    };
    if (field.presence === "always") set();
    else optionally(program, set);
  }
  if (!copied.open) return;
  escape(program, target);
  escape(program, source);
}

function hasAccessors(program: Program, cell: Cell): boolean {
  const { fields } = contentOf(program, cell);
  for (const field of fields.values()) if (field.getter || field.setter || field.maybeGetter) return true;
  const chain = cell.constructedBy ? chainOf(cell.constructedBy) : [];
  return chain.some(({ classParts }) => [...(classParts?.methods.values() ?? [])].some((method) => method.setter));
}

function assignNative(
  program: Program,
  call: Call,
  target: Extract<Abstract, { kind: "native" }>,
  source: Abstract,
): void {
  if (source.kind !== "reference") return;
  for (const [key, field] of contentOf(program, source.cell).fields) {
    program.steps.set(program, call.frame, { target, key, value: field.value }, call.node);
  }
}

/** Whether an object is made by a literal: no class gives it members. */
export function isPlain({ type, class: made, constructedBy }: Cell): boolean {
  return type === "object" && made === undefined && constructedBy === undefined;
}

function list(program: Program, call: Call, what: "keys" | "values" | "entries"): Abstract {
  const place = placeOf(program, call);
  const given = argument(program, call, 0);
  const before = given.kind === "reference" ? contentOf(program, given.cell) : undefined;
  const target = what === "keys" ? given : program.steps.implicit.withoutGetters(program, call.frame, given, call.node);
  // A getter may have changed what comes after it.
  if (given.kind === "reference" && contentOf(program, given.cell) !== before)
    return unlisted(program, call, given, what);
  if (target.kind !== "reference" || !isPlain(target.cell)) return unlisted(program, call, target, what);
  const content = contentOf(program, target.cell);
  const fields = [...content.fields].filter(([key]) => !isPrivateKey(key));
  // Keys that look like numbers come first, whatever the order of writing.
  const isOrdered = !content.open && !fields.some(([key, field]) => field.unordered || /^\d+$/u.test(key));
  if (!isOrdered && (content.escaped || !content.open || fields.length === 0 || what === "values"))
    return unlisted(program, call, target, what);
  const items = fields.map(([key, field]) => {
    const name = computedText(key, { ...field.keyPlace, foreign: true });
    const value =
      what === "keys"
        ? name
        : what === "values"
          ? field.value
          : newArray(program, place, call.node, [name, field.value]);
    return { value, presence: field.presence };
  });
  return newObject(program, place, {
    type: "array",
    made: call.node,
    content: {
      items,
      sources: what === "values" ? [target] : [],
      ...(!isOrdered && { open: true, rest: unknown("a member that is not known", place) }),
    },
  });
}

function unlisted(program: Program, call: Call, target: Abstract, what: "keys" | "values" | "entries"): Abstract {
  const place = placeOf(program, call);
  for (const option of optionsOf(target)) {
    if (option.kind === "reference")
      for (const field of contentOf(program, option.cell).fields.values()) escape(program, field.value);
  }
  const origin = target.kind === "unknown" && target.origin ? { origin: { ...target.origin, trail: [] } } : {};
  const unknowns = what === "keys" ? [] : optionsOf(target).filter(({ kind }) => kind === "unknown");
  const pointsTo = unknowns.flatMap(cellsOf);
  return unknown("the members of an object that is not fully known", place, { is: "array", pointsTo, ...origin });
}

function fromEntries(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  const entries = argument(program, call, 0);
  const items = elementsOf(program, entries);
  let content: Content = emptyContent;
  for (const item of items ?? []) {
    const pair = elementsOf(program, item.value);
    const key = pair?.[0] && primitiveOf(pair[0].value);
    const value = pair?.[1]?.value;
    if (!key || !value || pair.length !== 2) {
      escape(program, entries);
      return unknown("an object made of unknown entries", place, { is: "object" });
    }
    const name = String(key.value);
    const keyPlace = pair[0]?.value.place ?? place;
    const before = content.fields.get(name);
    if (item.presence === "maybe" && before)
      return unknown("an object made of unknown entries", place, { is: "object" });
    content = setField(content, name, fieldOf(value, keyPlace, item.presence));
  }
  if (!items) {
    escape(program, entries);
    return newObject(program, place, { type: "object", made: call.node, content: { open: true } });
  }
  return newObject(program, place, { type: "object", made: call.node, content });
}
