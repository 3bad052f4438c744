import type { Abstract, Builtin, BuiltinCall, Place, Single } from "../../domain";
import { builtinValue } from "../../make";
import { mapOptions, truthOf } from "../../values";
import { argument, methodsOf, truth } from "../define";

/** Type predicates of packages: https://github.com/sindresorhus/is, https://github.com/jonschlinkert/is-plain-object, https://lodash.com/docs. */

type Predicate = (value: Single) => boolean | undefined;

/** @param is decides for a known value; undefined if that is not possible. */
function ofType(type: "string" | "number" | "boolean" | "array" | "object", is: Predicate): Predicate {
  return (value) => {
    if (value.kind !== "unknown") return value.kind === "native" ? undefined : is(value);
    if (value.nullish === true) return false;
    if (value.is === undefined || (value.is === "object" && type !== "string")) return undefined;
    if (value.missing) return value.is === type ? undefined : false;
    return value.is === type;
  };
}

const isString = ofType("string", ({ kind }) => kind === "text");
const isScalar = (type: "number" | "boolean"): Predicate =>
  ofType(type, (value) =>
    value.kind === "scalar" && Number.isNaN(value.value)
      ? undefined
      : value.kind === "scalar" && typeof value.value === type,
  );

const isNonEmptyString: Predicate = (value) => (isString(value) === true ? truthOf(value) : isString(value));

const isPlainObject: Predicate = ofType("object", (value) => {
  if (value.kind !== "object") return value.kind === "builtin" || value.kind === "module" ? undefined : false;
  if (value.class !== undefined || value.instanceOf || value.base) return false;
  return value.open === undefined ? true : undefined;
});

const isUndefined: Predicate = (value) =>
  value.kind === "scalar" ? value.value === undefined : value.kind === "unknown" ? undefined : false;

const packages: Readonly<Record<string, Readonly<Record<string, Predicate>>>> = {
  "@sindresorhus/is": {
    isBoolean: isScalar("boolean"),
    isNonEmptyString,
    isNumber: isScalar("number"),
    isPlainObject,
    isString,
    isUndefined,
  },
  "is-plain-object": { isPlainObject },
  lodash: { isPlainObject },
  "lodash-es": { isPlainObject },
};

const functions: ReadonlyMap<string, ReadonlyMap<string, Builtin>> = new Map(
  Object.entries(packages).map(([specifier, predicates]) => [
    specifier,
    methodsOf(
      "is",
      Object.fromEntries(Object.entries(predicates).map(([name, each]) => [name, predicateBuiltin(name, each)])),
    ),
  ]),
);

function predicateBuiltin(name: string, predicate: Predicate) {
  return (call: BuiltinCall): Abstract =>
    mapOptions(argument(call, 0), (option) => truth(predicate(option), `\`${name}()\``, call.place));
}

/** @returns a type predicate of a package; undefined for other exports. */
export function predicateOf(specifier: string, name: string, place: Place): Abstract | undefined {
  const found = functions.get(specifier)?.get(name);
  return found && builtinValue(found, place);
}
