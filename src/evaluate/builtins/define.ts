import { builtinValue, computedText, scalar, unknown } from "../make";
import type { Abstract, Builtin, BuiltinCall, Place, Scalar, Unknown } from "../domain";

/** Helpers for tables of built-in functions. */

export type Implementation = (call: BuiltinCall) => Abstract;
export type After = NonNullable<Builtin["after"]>;

/** @param after the version of an object after the call; absent if the function changes nothing. */
export function method(label: string, call: Implementation, after?: After): Builtin {
  return after ? { label, call, after } : { label, call };
}

/** A function, or a function with the changes that it makes to its receiver and arguments. */
export type Row = Implementation | (Omit<Builtin, "label" | "call"> & { readonly call: Implementation });

export function changingRow(call: Implementation, after: After): Row {
  return { call, after };
}

/** @returns the functions of a table by name. Each is one object, so that two reads of it yield the same value. */
export function methodsOf(owner: string, table: Readonly<Record<string, Row>>): ReadonlyMap<string, Builtin> {
  const entries = Object.entries(table).map(([name, row]): [string, Builtin] => {
    const label = `${owner}.${name}`;
    return [name, typeof row === "function" ? method(label, row) : { ...row, label }];
  });
  return new Map(entries);
}

/** @returns a namespace such as `JSON`, with its functions and constants. */
export function namespace(
  label: string,
  functions: Readonly<Record<string, Row>>,
  more: Partial<Builtin> = {},
  constants: Readonly<Record<string, Scalar["value"]>> = {},
): Builtin {
  const methods = methodsOf(label, functions);
  return {
    label,
    member: (name, place) => {
      const found = methods.get(name);
      if (found) return builtinValue(found, place);
      return Object.hasOwn(constants, name) ? scalar(constants[name], place) : undefined;
    },
    ...more,
  };
}

/** @returns an argument; the value `undefined` if it is missing. */
export function argument(call: BuiltinCall, index: number): Abstract {
  return (
    call.arguments[index] ??
    (call.more ? unknown("an argument that is not known", call.place) : scalar(undefined, call.place))
  );
}

/** @returns an unknown result of a function, with its type if that is known. */
export function resultOf(label: string, place: Place, is?: Unknown["is"]): Unknown {
  return unknown(`the result of \`${label}\``, place, { is, origin: { trail: [`${label}()`] } });
}

/** A function that neither keeps nor changes its arguments, and whose result is not computed. */
export function pure(label: string, is?: Unknown["is"]): Implementation {
  return ({ place }) => resultOf(label, place, is);
}

/** @returns the receiver of a method call. */
export function selfOf({ self, place }: BuiltinCall): Abstract {
  return self ?? unknown("an object", place);
}

export function truth(known: boolean | undefined, reason: string, place: Place): Abstract {
  return known === undefined ? unknown(reason, place, { is: "boolean" }) : scalar(known, place);
}

/** @returns a computed primitive as an abstract value; `undefined` for other values. */
export function fromPrimitive(value: unknown, place: Place): Abstract | undefined {
  switch (typeof value) {
    case "string":
      return computedText(value, place);
    case "number":
    case "bigint":
    case "boolean":
    case "undefined":
      return scalar(value, place);
    default:
      return value === null ? scalar(null, place) : undefined;
  }
}

/** Whether a static method is called on a class of the program, and so creates an instance of that class: `Sub.from(list)`. */
export function isOfAnotherClass({ self }: BuiltinCall): boolean {
  return self !== undefined && self.kind !== "builtin";
}
