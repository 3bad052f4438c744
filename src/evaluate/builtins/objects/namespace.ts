import { builtinValue, computedText, entry, freshIdentity, objectOf, scalar, unknown } from "../../make";
import { isUndefined, joinAll, mapOptions, optionsOf, primitiveOf, truthOf } from "../../values";
import type { Abstract, Builtin, BuiltinCall, Entry, ObjectValue, Place, Single } from "../../domain";
import { type After, argument, namespace, pure, resultOf, truth } from "../define";
import { elementsOf } from "../arrays/elements";
import { fromList, handingOn } from "../handing-on";
import { opened } from "../arrays/elements";
import { writeToList } from "../arrays/changes";
import { emptyObject, hasHiddenMembers, type ObjectDraft, spreadInto, withMember } from "./spread";
import { keyOf } from "../texts/form";
import { areSame } from "../texts/search";
import { writeToUrl } from "../classes/url-parts";
import { hasOwn, isNothing, listMembers } from "./listing";
import { objectMethod } from "./members";

/** `Object` and `Reflect`. */

/** @returns the target of `Object.assign` after the call. */
export function assigned(target: Abstract, sources: readonly Abstract[]): Abstract {
  return mapOptions(target, (option): Abstract => {
    if (option.kind === "object" && option.class === "URL") return assignedToUrl(option, sources);
    if (option.kind !== "object" || hasHiddenMembers(option)) {
      if (option.kind === "unknown") return changedUnknown(option, sources);
      // Assigned members may be elements.
      if (option.kind === "array" && !option.class) return opened(option, "a list to which members were assigned");
      return option.kind === "text" || option.kind === "scalar"
        ? unknown("an object around a primitive", option.place)
        : option;
    }
    const draft = sources.reduce<ObjectDraft>(spreadInto, option);
    return { ...option, ...draft };
  });
}

/** Assigns to a URL through its setters, one member at a time. */
function assignedToUrl(url: ObjectValue, sources: readonly Abstract[]): Abstract {
  return sources.reduce<Abstract>((target, source) => {
    const { members, open } = spreadInto(emptyObject, source);
    let after = target;
    for (const [key, { value, presence }] of members) {
      const written = writeToEach(after, key, value, value.place);
      after = presence === "always" ? written : joinAll([after, written], value.place);
    }
    return open === undefined ? after : writeToEach(after, undefined, unknown(open, source.place), source.place);
  }, url);
}

function writeToEach(urls: Abstract, key: string | undefined, value: Abstract, place: Place): Abstract {
  return mapOptions(urls, (url) => (url.kind === "object" ? writeToUrl(url, key, value, place) : url));
}

/** An unknown target becomes an object with the assigned members over its own unknown ones. */
function changedUnknown(target: Extract<Single, { kind: "unknown" }>, sources: readonly Abstract[]): Abstract {
  if (target.is !== undefined && target.is !== "object") return unknown("an object around a primitive", target.place);
  const draft = [target, ...sources].reduce<ObjectDraft>(spreadInto, emptyObject);
  return objectOf(draft.members, target.place, draft);
}

function sourcesOf(call: BuiltinCall): readonly Abstract[] {
  const given = call.arguments.slice(1);
  return call.more ? [...given, unknown("more arguments", call.place)] : given;
}

/** Passes the assigned members on to clients among the targets. */
function notifyClients(call: BuiltinCall): void {
  for (const target of optionsOf(argument(call, 0)))
    if (target.kind === "native" && target.native.set)
      for (const source of sourcesOf(call).flatMap(optionsOf))
        if (source.kind === "object")
          for (const [key, { value, presence }] of source.members)
            target.native.set(key, call.evaluator.snapshot(value), presence);
}

const assign = {
  call: (call: BuiltinCall) => {
    notifyClients(call);
    return assigned(argument(call, 0), sourcesOf(call));
  },
  after: ((call, index, before) => (index === 0 ? assigned(before, sourcesOf(call)) : before)) satisfies After,
};

/** @returns an object after an assignment to one of its members. */
export function withWritten(object: Abstract, key: Abstract, value: Abstract, place: Place): Abstract {
  const name = keyOf(key, place);
  return mapOptions(object, (option): Abstract => {
    if (option.kind === "array") return writeToList(option, name, value);
    if (option.kind !== "object" || hasHiddenMembers(option)) return option;
    return { ...option, ...withMember(option, name, entry(value, key.place)) };
  });
}

function set(call: BuiltinCall, before: Abstract): Abstract {
  return withWritten(before, argument(call, 1), argument(call, 2), call.place);
}

/** A defined property is not enumerable unless the descriptor says so. */
function defined(call: BuiltinCall, before: Abstract, key: Abstract, descriptor: Abstract): Abstract {
  const name = keyOf(key, call.place);
  return mapOptions(before, (option): Abstract => {
    if (option.kind !== "object" || hasHiddenMembers(option)) return option;
    const known = descriptor.kind === "object" && descriptor.open === undefined ? descriptor.members : undefined;
    const value = known?.get("value")?.value ?? unknown("a property that is defined", call.place);
    const isListed = truthOf(known?.get("enumerable")?.value ?? scalar(undefined, call.place)) === true;
    const kept = name !== undefined && option.members.get(name)?.presence === "always";
    const property = { ...entry(value, key.place, isListed ? "always" : "maybe"), accessor: accessorIn(known) };
    return { ...option, ...withMember(kept ? { ...option, members: without(option, name) } : option, name, property) };
  });
}

function accessorIn(descriptor: ObjectValue["members"] | undefined): Entry["accessor"] {
  const [getter, setter] = [descriptor?.get("get")?.value, descriptor?.get("set")?.value];
  return (getter ?? setter) ? { getter, setter } : undefined;
}

function without({ members }: ObjectValue, key: string): ReadonlyMap<string, Entry> {
  const others = new Map(members);
  others.delete(key);
  return others;
}

const defineProperty = {
  call: (call: BuiltinCall) => defined(call, argument(call, 0), argument(call, 1), argument(call, 2)),
  after: ((call, index, before) =>
    index === 0 ? defined(call, before, argument(call, 1), argument(call, 2)) : before) satisfies After,
};

function definedAll(call: BuiltinCall, before: Abstract): Abstract {
  const descriptors = argument(call, 1);
  if (descriptors.kind !== "object" || descriptors.open !== undefined) {
    return mapOptions(before, (option) =>
      option.kind === "object" ? { ...option, open: option.open ?? "properties that are defined" } : option,
    );
  }
  return [...descriptors.members].reduce(
    (object, [key, { value, keyPlace }]) => defined(call, object, computedText(key, keyPlace), value),
    before,
  );
}

const defineProperties = {
  call: (call: BuiltinCall) => definedAll(call, argument(call, 0)),
  after: ((call, index, before) => (index === 0 ? definedAll(call, before) : before)) satisfies After,
};

function fromEntries(call: BuiltinCall): Abstract {
  const { place } = call;
  return mapOptions(argument(call, 0), (option): Abstract => {
    const elements = elementsOf(option);
    if (!elements) return objectOf(new Map(), place, { open: "entries that are not known" });
    let draft: ObjectDraft = emptyObject;
    for (const { value: pair, presence } of elements) {
      const [key, value, ...others] = elementsOf(pair) ?? [];
      if (!key || !value || others.length > 0 || key.presence === "maybe" || value.presence === "maybe")
        return unknown("an object made of unknown entries", place, { is: "object" });
      draft = withMember(draft, keyOf(key.value, place), { value: value.value, presence, keyPlace: key.value.place });
    }
    return objectOf(draft.members, place, draft);
  });
}

function create(call: BuiltinCall): Abstract {
  const [prototype, properties] = [argument(call, 0), argument(call, 1)];
  const isPlain = prototype.kind === "scalar" && prototype.value === null && isUndefined(properties);
  return isPlain ? objectOf(new Map(), call.place) : resultOf("Object.create", call.place, "object");
}

function is(call: BuiltinCall): Abstract {
  const [one, other] = [primitiveOf(argument(call, 0)), primitiveOf(argument(call, 1))];
  if (one && other) return scalar(Object.is(one.value, other.value), call.place);
  const right = argument(call, 1);
  const isSame =
    right.kind === "alternatives" || right.kind === "never" ? undefined : areSame(argument(call, 0), right);
  return truth(isSame === false ? false : undefined, "`Object.is()`", call.place);
}

function asItIs(call: BuiltinCall): Abstract {
  return argument(call, 0);
}

/** `Object(x)` returns an object itself; `new Object()` returns an empty one. */
function toObject(call: BuiltinCall): Abstract {
  const given = argument(call, 0);
  if (isNothing(given as Single)) return objectOf(new Map(), call.place);
  return mapOptions(given, (option) =>
    option.kind === "object" || option.kind === "array" ? option : resultOf("Object", call.place, undefined),
  );
}

const prototype: Builtin = {
  label: "Object.prototype",
  member: (name, place) => {
    const known = objectMethod(name);
    return known && builtinValue(known, place);
  },
};

const objects = namespace(
  "Object",
  {
    assign,
    create,
    defineProperties,
    defineProperty,
    entries: (call) => listMembers(call, "entries"),
    freeze: asItIs,
    fromEntries,
    getOwnPropertyNames: pure("Object.getOwnPropertyNames"),
    getPrototypeOf: pure("Object.getPrototypeOf"),
    getOwnPropertyDescriptor: pure("Object.getOwnPropertyDescriptor"),
    groupBy: pure("Object.groupBy", "object"),
    hasOwn: (call) => truth(hasOwn(argument(call, 0), argument(call, 1), call.place), "`Object.hasOwn()`", call.place),
    is,
    isExtensible: pure("Object.isExtensible", "boolean"),
    isFrozen: pure("Object.isFrozen", "boolean"),
    isSealed: pure("Object.isSealed", "boolean"),
    keys: (call) => listMembers(call, "keys"),
    preventExtensions: asItIs,
    seal: asItIs,
    setPrototypeOf: { call: asItIs, after: (...[, index, before]) => (index === 0 ? loosened(before) : before) },
    values: (call) => listMembers(call, "values"),
  },
  { call: toObject, construct: toObject },
);

function loosened(before: Abstract): Abstract {
  return mapOptions(before, (option) =>
    option.kind === "object"
      ? { ...option, open: option.open ?? "another prototype", identity: freshIdentity() }
      : option,
  );
}

export const objectNamespace: Builtin = {
  ...objects,
  member: (name, place) => (name === "prototype" ? builtinValue(prototype, place) : objects.member?.(name, place)),
};

const deleteProperty: After = (call, index, before) => {
  const name = keyOf(argument(call, 1), call.place);
  if (index !== 0) return before;
  return mapOptions(before, (option) => {
    if (option.kind !== "object" || hasHiddenMembers(option)) return option;
    if (name !== undefined) return { ...option, members: without(option, name) };
    const members = new Map(
      [...option.members].map(([key, each]) => [key, { ...each, value: each.value, presence: "maybe" as const }]),
    );
    return { ...option, members };
  });
};

const apply = handingOn("Reflect.apply", (call) => ({
  callee: argument(call, 0),
  self: argument(call, 1),
  ...fromList(argument(call, 2)),
}));

export const reflectNamespace = namespace("Reflect", {
  apply,
  construct: pure("Reflect.construct"),
  defineProperty: { call: pure("Reflect.defineProperty", "boolean"), after: defineProperty.after },
  deleteProperty: { call: pure("Reflect.deleteProperty", "boolean"), after: deleteProperty },
  get: (call) => {
    const name = keyOf(argument(call, 1), call.place);
    return name === undefined
      ? resultOf("Reflect.get", call.place)
      : call.evaluator.member(argument(call, 0), name, call.place);
  },
  getPrototypeOf: pure("Reflect.getPrototypeOf"),
  has: pure("Reflect.has", "boolean"),
  ownKeys: (call) => {
    const given = argument(call, 0);
    const isPlain = given.kind === "object" && given.class === undefined;
    return isPlain ? listMembers(call, "keys") : unknown("the keys of an object", call.place, { is: "array" });
  },
  set: {
    call: pure("Reflect.set", "boolean"),
    after: (call, index, before) => (index === 0 ? set(call, before) : before),
  },
});
