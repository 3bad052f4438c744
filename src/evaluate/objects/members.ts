import { isPromiseMethod } from "../../syntax/built-ins";
import {
  isGlobalObject,
  memberOfArray,
  memberOfFunction,
  memberOfNumber,
  memberOfObject,
  memberOfSet,
  memberOfText,
  memberOfUnknown,
  promiseMember,
} from "../builtins/index";
import type { Abstract, NativeValue, ObjectValue, Place, Single } from "../domain";
import { asTyped, declaredMember } from "../names/declared";
import { memberOfClass } from "../names/declared-members";
import type { Evaluation } from "../evaluation";
import { exportedValue } from "../names/imports";
import { isBehaviour } from "../names/stand-ins";
import { typicalClass } from "./classes";
import { isSettled, methodOf, withOverriding } from "./methods";
import { staticMember } from "./statics";
import { scalar, unknown } from "../make";
import { globalClient } from "../names/replaced-globals";
import { nativeMember } from "../calls/native-calls";
import { joinAll, mapOptions, missing, optionsOf } from "../values";
import { isPatched } from "./prototypes";
import { memberIdentity } from "../changed-unknown";

/** Evaluates the read of a member. */
export function memberOf(evaluation: Evaluation, object: Abstract, key: string, place: Place): Abstract {
  return mapOptions(object, (option) => memberOfOption(evaluation, option, key, place));
}

function memberOfOption(evaluation: Evaluation, option: Single, key: string, place: Place): Abstract {
  if (!isOwn(option, key) && isPatched(evaluation, option, key, place))
    return unknown("a member of a prototype that is changed", place);
  const own = ownMember(evaluation, option, key, place);
  if (own) return own;
  // A promise is represented by the value that it resolves to, so `then` may be called on any value.
  if (isPromiseMethod(key)) return promiseMember(option, key, place) ?? unknown(`\`${key}\``, place);
  if (option.kind === "unknown") return memberOfUnknownValue(evaluation, option, key, place);
  if (option.kind === "object" && isWhole(option)) return scalar(undefined, place);
  const reason =
    option.kind === "object" ? (option.open ?? "a member of an instance") : `\`${key}\` of ${describe(option)}`;
  return unknown(reason, place, { origin: { trail: [key] } });
}

/** @returns whether an object surely has an own member of this name, whatever its prototypes have. */
function isOwn(option: Single, key: string): boolean {
  return option.kind === "object" && option.class === undefined && option.members.get(key)?.presence === "always";
}

/** @returns whether all members of an object are known. Platform classes may have further members. */
function isWhole(object: ObjectValue): boolean {
  return object.open === undefined && object.base === undefined && object.class === undefined;
}

function describe(option: Single): string {
  if (option.kind === "native") return `\`${option.native.label}\``;
  if (option.kind === "builtin") return `\`${option.builtin.label}\``;
  return option.kind === "module" ? "a module" : `a ${option.kind}`;
}

function ownMember(evaluation: Evaluation, option: Single, key: string, place: Place): Abstract | undefined {
  switch (option.kind) {
    case "object":
      return memberOfObjectValue(evaluation, option, key, place);
    case "array":
      return memberOfArrayValue(option, key, place);
    case "text":
      return memberOfText(option, key, place);
    case "scalar":
      return option.value === null || option.value === undefined
        ? ofNothing(key, place)
        : memberOfNumber(option, key, place);
    case "function":
      return memberOfFunction(option, key, place);
    case "class":
      return staticMember(evaluation, option, key, place);
    case "native":
      return memberOfNative(evaluation, option, key, place);
    case "builtin":
      return memberOfBuiltin(evaluation, option, key, place);
    case "module":
      return exportedMember(evaluation, option, key, place);
    case "unknown":
      return undefined;
  }
}

/** Members of every function that call it, or return a function that does. */
const handsOn: ReadonlySet<string> = new Set(["apply", "bind", "call"]);

function memberOfNative(evaluation: Evaluation, value: NativeValue, key: string, place: Place): Abstract | undefined {
  const own = nativeMember(evaluation, value.native, key, place);
  if (own || !value.native.call || !handsOn.has(key)) return own;
  return memberOfFunction(value, key, place);
}

function memberOfBuiltin(
  evaluation: Evaluation,
  option: Extract<Single, { kind: "builtin" }>,
  key: string,
  place: Place,
): Abstract | undefined {
  const native = isGlobalObject(option) ? globalClient(evaluation, key, place) : undefined;
  return native ?? option.builtin.member?.(key, place) ?? memberOfFunction(option, key, place);
}

function ofNothing(key: string, place: Place): Abstract {
  return unknown(`\`${key}\` of nothing`, place);
}

function exportedMember(
  evaluation: Evaluation,
  { file }: Extract<Single, { kind: "module" }>,
  key: string,
  place: Place,
): Abstract | undefined {
  const exported = evaluation.surroundings.project.exportOf(file, key);
  return exported && exportedValue(evaluation, exported, place);
}

function memberOfObjectValue(
  evaluation: Evaluation,
  object: ObjectValue,
  key: string,
  place: Place,
): Abstract | undefined {
  if (object.outside) return memberFromOutside(evaluation, object, key, place);
  // `URL` computes `href` from its current parameters.
  const entry = object.class === "URL" ? undefined : object.members.get(key);
  const declared = (): Abstract | undefined => declaredIn(evaluation, object, key, place);
  if (entry) {
    const value = fieldOf(evaluation, object, bound(entry.value, object), key, place);
    if (entry.presence === "always") return value;
    const otherwise = methodOf(evaluation, object, key, place, declared) ?? declared();
    return joinAll([value, otherwise ?? scalar(undefined, place)], place);
  }
  if (key === "constructor" && object.instanceOf)
    return object.typical ? typicalClass(object.instanceOf) : object.instanceOf;
  const own = methodOf(evaluation, object, key, place, declared) ?? memberOfObject(object, key, place) ?? declared();
  return own ?? (object.base && memberOf(evaluation, object.base, key, place));
}

/** @returns a field that is declared without an initialiser. The code that assigns it is unknown. */
function declaredIn(
  evaluation: Evaluation,
  { instanceOf: made }: ObjectValue,
  key: string,
  place: Place,
): Abstract | undefined {
  const member = made && memberOfClass(evaluation, made, key);
  if (!member || member.method) return undefined;
  const value = unknown(`the field \`${key}\``, place, { origin: { trail: [key] } });
  const typed = member.where ? asTyped(evaluation, value, member.where, place) : value;
  return member.optional ? missing(typed) : typed;
}

/** Narrows a field by its declared type, and joins in the fields of subclasses if the instance is typical. A native is kept as it is. */
function fieldOf(evaluation: Evaluation, object: ObjectValue, value: Abstract, key: string, place: Place): Abstract {
  const { instanceOf: made } = object;
  if (!made) return value;
  const where = optionsOf(value).some(({ kind }) => kind === "unknown")
    ? memberOfClass(evaluation, made, key)?.where
    : undefined;
  const typed = where ? asTyped(evaluation, value, where, place) : value;
  if (!object.typical || typed.kind === "native") return typed;
  return withOverriding(evaluation, object, typed, key, place) ?? typed;
}

/** Reads a member of a stand-in, known by its declared type alone: methods and clients are those of the type, data is unknown. */
function memberFromOutside(evaluation: Evaluation, object: ObjectValue, key: string, place: Place): Abstract {
  const { inside, value } = object.outside ?? { inside: object, value: undefined };
  const known = memberOfObjectValue(evaluation, inside, key, place);
  const assigned = value?.changed?.members.get(key);
  if (assigned?.presence === "always") return assigned.value;
  if (!value || (known && (isBehaviour(known) || isSettled(evaluation, inside, key))))
    return known ?? scalar(undefined, place);
  return memberOfUnknownValue(evaluation, value, key, place);
}

/** Binds a function to the object from which it is read, as its `this`. */
function bound(value: Abstract, object: ObjectValue): Abstract {
  if (value.kind !== "function" || value.self !== undefined) return value;
  return object.instanceOf ? value : { ...value, self: object };
}

function memberOfArrayValue(
  array: Extract<Single, { kind: "array" }>,
  key: string,
  place: Place,
): Abstract | undefined {
  if (array.class) return memberOfSet(array, key, place);
  if (!/^\d+$/u.test(key)) return memberOfArray(array, key, place);
  const index = Number(key);
  const before = array.elements.slice(0, index + 1);
  const element = before[index];
  if (element && before.every(({ presence }) => presence === "always")) return element.value;
  if (array.open !== undefined || array.elements.some(({ presence }) => presence === "maybe")) {
    const [only, ...others] = array.elements;
    const trail = others.length === 0 ? only?.value.kind === "unknown" && only.value.origin?.trail : undefined;
    return unknown("an element of a list that is not known", place, trail ? { origin: { trail } } : {});
  }
  return scalar(undefined, place);
}

function memberOfUnknownValue(
  evaluation: Evaluation,
  option: Extract<Single, { kind: "unknown" }>,
  key: string,
  place: Place,
): Abstract {
  const assigned = option.changed?.members.get(key);
  if (assigned?.presence === "always") return assigned.value;
  if (option.without?.includes(key)) return scalar(undefined, place);
  if (option.later) {
    const typed = asTyped(evaluation, { ...option, later: undefined }, option.later, place);
    if (typed.kind !== "unknown") return evaluation.member(typed, key, place);
    return memberOfUnknownValue(evaluation, typed, key, place);
  }
  const declared = declaredMember(evaluation, option, key, place);
  if (declared) return declared;
  const known = memberOfUnknown(option, key, place);
  if (known) return known;
  const { response, parameter } = option.origin ?? {};
  return unknown(`\`${key}\` of ${option.reason}`, place, {
    origin: {
      trail: trailOf(option, key),
      ...(response && { response: { ...response, path: [...response.path, key] } }),
      ...(parameter && { parameter }),
    },
    member: { of: option, key },
    identity: memberIdentity(option, key),
    input: option.input,
    traps: option.traps,
  });
}

/** @returns the dotted names of a member: one for each name of its owner, or its own name. */
export function trailOf({ origin }: Extract<Single, { kind: "unknown" }>, key: string): readonly string[] {
  const trail = origin?.trail ?? [];
  return trail.length === 0 ? [key] : trail.map((each) => `${each}.${key}`);
}
