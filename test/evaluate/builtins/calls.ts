import {
  memberOfArray,
  memberOfFunction,
  memberOfNumber,
  memberOfObject,
  memberOfSet,
  memberOfText,
  memberOfUnknown,
  promiseMember,
} from "../../../src/evaluate/builtins";
import { hasHiddenMembers } from "../../../src/evaluate/builtins/classes/members";
import type {
  Abstract,
  BuiltinCall,
  BuiltinEvaluator,
  BuiltinValue,
  Entry,
  ObjectValue,
  Place,
  Single,
} from "../../../src/evaluate/domain";
import { arrayOf, computedText, entry, never, objectOf, scalar, unknown } from "../../../src/evaluate/make";
import { joinAll, mapOptions } from "../../../src/evaluate/values";
import type { ProjectFile } from "../../../src/project/project-file";

/** @returns what is read of a member of an object itself; `undefined` where the object surely has none of that name. */
export function ownMember(object: ObjectValue, name: string, place: Place): Abstract | undefined {
  const made: Entry | undefined = object.members.get(name);
  if (made?.presence === "always") return made.value;
  if (!made && object.open === undefined) return undefined;
  const otherwise = object.open === undefined ? scalar(undefined, place) : unknown(object.open, place);
  return joinAll([...(made ? [made.value] : []), otherwise], place);
}

/** Members and calls of abstract values, where only the built-in functions are followed. */

export const nowhere: Place = { file: { name: "test.ts" } as ProjectFile, start: 0, end: 0, context: undefined };

export const evaluator: BuiltinEvaluator = {
  invoke: (callback, args, place, self, more) => called(callback, self, args, { more: more ?? false, place }),
  member: (value, key, place) => readMember(value, key, place),
  snapshot: () => {
    throw new Error("nobody asks for one");
  },
};

interface How {
  readonly more?: boolean;
  readonly construct?: boolean;
  readonly place?: Place;
}

export function called(
  callee: Abstract,
  self: Abstract | undefined,
  args: readonly Abstract[],
  how: How = {},
): Abstract {
  const { construct = false, place = nowhere } = how;
  return mapOptions(callee, (option) => {
    if (option.kind !== "builtin")
      return option.kind === "scalar" || option.kind === "text" ? never(place) : unknownCall(place, construct);
    const call = callOf(option, self, args, how);
    const { builtin } = option;
    return (construct ? builtin.construct?.(call) : builtin.call?.(call)) ?? unknown("no function", place);
  });
}

function callOf(
  callee: BuiltinValue,
  self: Abstract | undefined,
  args: readonly Abstract[],
  { more = false, place = nowhere }: How,
): BuiltinCall {
  return { self: callee.self ?? self, arguments: args, more, place, evaluator };
}

/** @returns what an object is after a call that was given it: a receiver by the method that it has itself. */
export function afterwards(
  callee: Abstract,
  before: Abstract,
  argument: number,
  args: readonly Abstract[],
  how: How,
): Abstract {
  return mapOptions(callee, (option) => {
    if (option.kind !== "builtin") return before;
    return option.builtin.after?.(callOf(option, undefined, args, how), argument, before) ?? before;
  });
}

function unknownCall(place: Place, construct: boolean): Abstract {
  return construct ? unknown("an instance", place, { origin: { trail: ["new Unknown()"] } }) : unknown("a call", place);
}

/** @returns a member of any value. */
export function readMember(value: Abstract, key: string, place: Place = nowhere, args?: readonly Abstract[]): Abstract {
  return mapOptions(
    value,
    (option) =>
      ownOrGiven(option, key, place, args) ?? promiseMember(option, key, place) ?? missing(option, key, place),
  );
}

function ownOrGiven(
  option: Single,
  key: string,
  place: Place,
  args: readonly Abstract[] | undefined,
): Abstract | undefined {
  switch (option.kind) {
    case "text":
      return memberOfText(option, key, place);
    case "scalar":
      return option.value === null || option.value === undefined ? never(place) : memberOfNumber(option, key, place);
    case "array":
      return option.class ? memberOfSet(option, key, place) : memberOfArray(option, key, place);
    case "object":
      return (
        (hasHiddenMembers(option) ? undefined : ownMember(option, key, place)) ?? memberOfObject(option, key, place)
      );
    case "builtin":
      return option.builtin.member?.(key, place) ?? memberOfFunction(option, key, place);
    case "unknown":
      return memberOfUnknown(option, key, place, args);
    default:
      return undefined;
  }
}

/** A member that nothing gives is `undefined` in plain objects and not known in all others. */
function missing(option: Single, key: string, place: Place): Abstract {
  const isPlain = option.kind === "object" && option.open === undefined && option.class === undefined;
  return isPlain && !(key in Object.prototype) ? scalar(undefined, place) : unknown(`a member ${key}`, place);
}

/** @returns a value of a run as an abstract value that is fully known. */
export function exactly(value: unknown): Abstract {
  if (Array.isArray(value))
    return arrayOf(
      value.map((each: unknown) => ({ value: exactly(each), presence: "always" as const })),
      nowhere,
    );
  if (typeof value === "object" && value !== null)
    return objectOf(new Map(Object.entries(value).map(([key, each]) => [key, entry(exactly(each), nowhere)])), nowhere);
  return typeof value === "string" ? computedText(value, nowhere) : scalar(value as number, nowhere);
}
