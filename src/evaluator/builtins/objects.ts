import { chainOf } from "../domain/class-fields";
import { fieldOf, unknown } from "../domain/constructors";
import type { Abstract, Builtin, BuiltinCall, Cell, Content, Reference } from "../domain/domain";
import { computedText } from "../domain/texts/texts";
import { mapOptions, optionsOf, primitiveOf } from "../domain/values";
import { optionally } from "../flow/branches";
import type { Machine } from "../machine";
import { emptyContent, setField } from "../store/content";
import { copyInto } from "../store/copies";
import { elementsOf } from "../store/elements";
import { escape } from "../store/escape";
import { contentOf, newArray, newObject, update } from "../store/heap";
import { tagOf } from "../store/instances";
import { isPrivateKey } from "../syntax/private-names";
import { argument, giveUp, type Implementation, namespace, placeOf, pure } from "./define";

export function objectNamespace(machine: Machine): Builtin {
  const members: Readonly<Record<string, Implementation>> = {
    assign: (call) => assign(machine, call),
    freeze: (call) => argument(machine, call, 0),
    seal: (call) => argument(machine, call, 0),
    preventExtensions: (call) => argument(machine, call, 0),
    keys: (call) => list(machine, call, "keys"),
    values: (call) => list(machine, call, "values"),
    entries: (call) => list(machine, call, "entries"),
    fromEntries: (call) => fromEntries(machine, call),
    create: (call) => {
      const prototype = argument(machine, call, 0);
      const isNull = prototype.kind === "scalar" && prototype.value === null;
      if (isNull && call.args.values.length === 1)
        return newObject(machine, placeOf(machine, call), { type: "object", made: call.node });
      return giveUp(machine, call, "Object.create");
    },
    getOwnPropertyNames: pure(machine, "Object.getOwnPropertyNames"),
    is: pure(machine, "Object.is", "boolean"),
    isExtensible: pure(machine, "Object.isExtensible", "boolean"),
    isFrozen: pure(machine, "Object.isFrozen", "boolean"),
    isSealed: pure(machine, "Object.isSealed", "boolean"),
    hasOwn: pure(machine, "Object.hasOwn", "boolean"),
  };
  // `new Object(x)` gives `x` itself, even if it is a function.
  const own = namespace("Object", members, { construct: (call) => giveUp(machine, call, "Object") });
  const prototype = namespace("Object.prototype", {
    toString: (call: BuiltinCall) => ownText(machine, call),
    hasOwnProperty: pure(machine, "Object.prototype.hasOwnProperty", "boolean"),
    propertyIsEnumerable: pure(machine, "Object.prototype.propertyIsEnumerable", "boolean"),
    isPrototypeOf: pure(machine, "Object.prototype.isPrototypeOf", "boolean"),
  });
  return { ...own, get: (name) => (name === "prototype" ? prototype : own.get?.(name)) };
}

/** `Object.prototype.toString.call(x)`. */
function ownText(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const given = pure(machine, "Object.prototype.toString", "string")(call);
  return mapOptions(call.self ?? given, (option) => {
    const tag = tagOf(machine, option);
    return tag === undefined || !call.self ? given : computedText(tag, place);
  });
}

/** `Object.assign`. */
export function assign(machine: Machine, call: BuiltinCall): Abstract {
  const target = argument(machine, call, 0);
  const more = call.args.more ? [unknown("more arguments", placeOf(machine, call))] : [];
  const sources = [...call.args.values.slice(1), ...more].map((source) =>
    machine.steps.withoutGetters(machine, call.frame, source, call.node),
  );
  const options = optionsOf(target);
  for (const option of options) {
    const change = (): void => {
      if (option.kind === "reference" && option.cell.class === undefined) {
        for (const source of sources) assignInto(machine, call, option, source);
        if (contentOf(machine, option.cell).escaped) for (const source of sources) escape(machine, source);
      } else if (option.kind === "callable" && option.target.type === "closure") {
        const { cell } = option.target;
        for (const source of sources) update(machine, cell, (content) => copyInto(machine, content, source, true));
      } else if (option.kind !== "scalar") {
        if (option.kind === "native") for (const source of sources) assignNative(machine, call, option, source);
        else escape(machine, option);
        machine.identities.given([option]);
        for (const source of sources) escape(machine, source);
      }
    };
    if (options.length === 1) change();
    else optionally(machine, change);
  }
  return mapOptions(target, (option) =>
    option.kind === "text" || option.kind === "scalar"
      ? unknown("an object around a primitive", placeOf(machine, call), { is: "object" })
      : option,
  );
}

/** Copies members over an object's; one by one, where the object may have setters or getters of its own. */
function assignInto(machine: Machine, call: BuiltinCall, target: Reference, source: Abstract): void {
  const { cell } = target;
  if (!hasAccessors(machine, cell)) {
    update(machine, cell, (content) => copyInto(machine, content, source, true));
    return;
  }
  const copied = copyInto(machine, emptyContent, source, true);
  for (const [key, field] of copied.fields) {
    const set = (): void => {
      machine.steps.set(machine, call.frame, target, key, field.value, call.node);
    };
    if (field.presence === "always") set();
    else optionally(machine, set);
  }
  if (!copied.open) return;
  escape(machine, target);
  escape(machine, source);
}

function hasAccessors(machine: Machine, cell: Cell): boolean {
  const { fields } = contentOf(machine, cell);
  for (const field of fields.values()) if (field.getter || field.setter || field.maybeGetter) return true;
  const chain = cell.constructedBy ? chainOf(cell.constructedBy) : [];
  return chain.some(({ classParts }) => [...(classParts?.methods.values() ?? [])].some((method) => method.setter));
}

function assignNative(
  machine: Machine,
  call: BuiltinCall,
  target: Extract<Abstract, { kind: "native" }>,
  source: Abstract,
): void {
  if (source.kind !== "reference") return;
  for (const [key, field] of contentOf(machine, source.cell).fields) {
    machine.steps.set(machine, call.frame, target, key, field.value, call.node);
  }
}

function list(machine: Machine, call: BuiltinCall, what: "keys" | "values" | "entries"): Abstract {
  const place = placeOf(machine, call);
  const given = argument(machine, call, 0);
  const before = given.kind === "reference" ? contentOf(machine, given.cell) : undefined;
  const target = what === "keys" ? given : machine.steps.withoutGetters(machine, call.frame, given, call.node);
  // A getter may have changed what comes after it.
  if (given.kind === "reference" && contentOf(machine, given.cell) !== before) return unlisted(machine, call, given);
  if (
    target.kind !== "reference" ||
    target.cell.type === "array" ||
    target.cell.class !== undefined ||
    target.cell.constructedBy
  )
    return unlisted(machine, call, target);
  const content = contentOf(machine, target.cell);
  const fields = [...content.fields].filter(([key]) => !isPrivateKey(key));
  // Keys that look like numbers come first, whatever the order of writing.
  const isOrdered = !content.open && !fields.some(([key, field]) => field.unordered || /^\d+$/u.test(key));
  if (!isOrdered && (content.escaped || !content.open || fields.length === 0 || what === "values"))
    return unlisted(machine, call, target);
  const items = fields.map(([key, field]) => {
    const name = computedText(key, { ...field.keyPlace, foreign: true });
    const value =
      what === "keys"
        ? name
        : what === "values"
          ? field.value
          : newArray(machine, place, call.node, [name, field.value]);
    return { value, presence: field.presence };
  });
  return newObject(machine, place, {
    type: "array",
    made: call.node,
    content: {
      items,
      sources: what === "values" ? [target] : [],
      ...(!isOrdered && { open: true, rest: unknown("a member that is not known", place) }),
    },
  });
}

function unlisted(machine: Machine, call: BuiltinCall, target: Abstract): Abstract {
  const place = placeOf(machine, call);
  for (const option of optionsOf(target)) {
    if (option.kind === "reference")
      for (const field of contentOf(machine, option.cell).fields.values()) escape(machine, field.value);
  }
  const origin = target.kind === "unknown" && target.origin ? { origin: { ...target.origin, trail: [] } } : {};
  return unknown("the members of an object that is not fully known", place, { is: "array", ...origin });
}

function fromEntries(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  const entries = argument(machine, call, 0);
  const items = elementsOf(machine, entries);
  let content: Content = emptyContent;
  for (const item of items ?? []) {
    const pair = elementsOf(machine, item.value);
    const key = pair?.[0] && primitiveOf(pair[0].value);
    const value = pair?.[1]?.value;
    if (!key || !value || pair.length !== 2) {
      escape(machine, entries);
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
    escape(machine, entries);
    return newObject(machine, place, { type: "object", made: call.node, content: { open: true } });
  }
  return newObject(machine, place, { type: "object", made: call.node, content });
}
