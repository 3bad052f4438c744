import { builtinValue, computedText, unknown } from "../../make";
import { mapOptions } from "../../values";
import type { Abstract, Builtin, BuiltinCall, ObjectValue, Place, Single } from "../../domain";
import { type After, argument, changingRow, methodsOf, pure, resultOf, selfOf, truth, type Row } from "../define";
import { textForm } from "../texts/form";

/** Members of all objects. */

/** @returns the result of `Object.prototype.toString`; `undefined` if it is unknown. */
export function tagOf(value: Single): string | undefined {
  switch (value.kind) {
    case "text":
      return "[object String]";
    case "scalar":
      return Object.prototype.toString.call(value.value);
    case "array":
      return value.class ? "[object Set]" : "[object Array]";
    case "object":
      return tagOfObject(value);
    case "unknown":
      return value.is === "string" ? "[object String]" : value.is === "array" ? "[object Array]" : undefined;
    default:
      return undefined;
  }
}

function tagOfObject({ class: name, instanceOf, open }: ObjectValue): string | undefined {
  if (name !== undefined) return /^(?:Iterator|Response|Request)$/u.test(name) ? undefined : `[object ${name}]`;
  return instanceOf === undefined && open === undefined ? "[object Object]" : undefined;
}

function hasOwnProperty(call: BuiltinCall): Abstract {
  const self = selfOf(call);
  const key = argument(call, 0);
  const name = key.kind === "text" ? textForm(key, call.place) : undefined;
  const part = name?.kind === "text" && name.parts.length === 1 ? name.parts[0] : undefined;
  const found =
    self.kind === "object" && self.class === undefined && part?.kind === "text"
      ? hasMember(self, part.text)
      : undefined;
  return truth(found, "`hasOwnProperty()`", call.place);
}

function hasMember({ members, open }: ObjectValue, key: string): boolean | undefined {
  const found = members.get(key);
  if (found?.presence === "always") return true;
  return found || open !== undefined ? undefined : false;
}

function toText(call: BuiltinCall): Abstract {
  return mapOptions(selfOf(call), (option) => {
    const tag = tagOf(option);
    return tag === undefined ? resultOf("toString", call.place, "string") : computedText(tag, call.place);
  });
}

/** Defines an accessor: the member's value becomes unknown. */
function accessor(...[call, index, before]: Parameters<After>): Abstract {
  return index < 0 ? unknown("an object with an accessor", call.place, { is: "object" }) : before;
}

const table: Readonly<Record<string, Row>> & { readonly [Name in keyof typeof Object.prototype]?: Row } = {
  __defineGetter__: changingRow(pure("__defineGetter__"), accessor),
  __defineSetter__: changingRow(pure("__defineSetter__"), accessor),
  hasOwnProperty,
  isPrototypeOf: pure("Object.prototype.isPrototypeOf", "boolean"),
  propertyIsEnumerable: pure("Object.prototype.propertyIsEnumerable", "boolean"),
  toLocaleString: pure("Object.prototype.toLocaleString", "string"),
  toString: toText,
  valueOf: selfOf,
};

const methods = methodsOf("Object", table);

/** @returns a method of `Object.prototype`. */
export function objectMethod(name: string): Builtin | undefined {
  return methods.get(name);
}

/** @returns a member that every object has. */
export function memberOfAnyObject(self: Abstract, name: string, place: Place): Abstract | undefined {
  const known = methods.get(name);
  if (known) return builtinValue(known, place, self);
  return name === "constructor" ? unknown("a class", place) : undefined;
}
