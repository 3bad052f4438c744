import { scalar, unknown } from "../../make";
import { mapOptions, primitiveOf, truthOf } from "../../values";
import type { Abstract, Builtin, BuiltinCall, Scalar, Unknown } from "../../domain";
import {
  argument,
  fromPrimitive,
  type Implementation,
  method,
  namespace,
  pure,
  resultOf,
  type Row,
  truth,
} from "../define";
import { textForm } from "../texts/form";

/** @returns a function that is run natively if its arguments are known. It must return a primitive and have no side effects. */
function runNatively(label: string, run: (...given: never[]) => unknown, is: Unknown["is"]): Implementation {
  return (call) => {
    const given = call.arguments.map(primitiveOf);
    const unknownResult = (): Abstract => resultOf(label, call.place, is);
    if (call.more || given.some((each) => each === undefined)) return unknownResult();
    try {
      const result: unknown = Reflect.apply(
        run,
        undefined,
        given.map((each) => each?.value),
      );
      return fromPrimitive(result, call.place) ?? unknownResult();
    } catch {
      return unknownResult();
    }
  };
}

/** @returns the functions of an object, which are run natively, and its numeric constants. */
function tableOf(
  label: string,
  holder: object,
  is: (name: string) => Unknown["is"],
  notRun: RegExp,
): {
  readonly functions: Readonly<Record<string, Row>>;
  readonly constants: Readonly<Record<string, Scalar["value"]>>;
} {
  const functions: Record<string, Row> = {};
  const constants: Record<string, Scalar["value"]> = {};
  for (const [name, { value }] of Object.entries(
    Object.getOwnPropertyDescriptors(holder) as Record<string, PropertyDescriptor>,
  )) {
    const full = `${label}.${name}`;
    if (typeof value === "number") constants[name] = value;
    if (typeof value === "function")
      functions[name] = notRun.test(name) ? pure(full, is(name)) : runNatively(full, value as () => unknown, is(name));
  }
  return { functions, constants };
}

const math = tableOf("Math", Math, () => "number", /^(?:random|sumPrecise)$/u);
export const mathNamespace = namespace("Math", math.functions, {}, math.constants);

const numbers = tableOf("Number", Number, (name) => (name.startsWith("is") ? "boolean" : "number"), /^$/u);

function toNumber(call: BuiltinCall): Abstract {
  const { place } = call;
  if (call.arguments.length === 0 && !call.more) return scalar(0, place);
  return mapOptions(argument(call, 0), (option) => {
    const known = primitiveOf(option);
    if (!known || typeof known.value === "bigint") return unknown("`Number()`", place, { is: "number" });
    return scalar(Number(known.value), place);
  });
}

export const numberNamespace: Builtin = namespace(
  "Number",
  numbers.functions,
  { call: toNumber, construct: pure("new Number", "object") },
  numbers.constants,
);

export const booleanFunction: Builtin = {
  label: "Boolean",
  call: (call) => mapOptions(argument(call, 0), (option) => truth(truthOf(option), "`Boolean()`", call.place)),
  construct: pure("new Boolean", "object"),
};

function toText(call: BuiltinCall): Abstract {
  if (call.arguments.length === 0 && !call.more) return fromPrimitive("", call.place) ?? resultOf("String", call.place);
  return textForm(argument(call, 0), call.place, call.evaluator);
}

export const stringFunction: Builtin = namespace(
  "String",
  {
    fromCharCode: runNatively("String.fromCharCode", String.fromCharCode, "string"),
    fromCodePoint: runNatively("String.fromCodePoint", String.fromCodePoint, "string"),
    raw: pure("String.raw", "string"),
  },
  { call: toText, construct: pure("new String", "object") },
);

function bigInt(call: BuiltinCall): Abstract {
  const known = primitiveOf(argument(call, 0));
  try {
    const value = known?.value ?? undefined;
    if (value !== undefined) return scalar(BigInt(value), call.place);
  } catch {
    return resultOf("BigInt", call.place);
  }
  return resultOf("BigInt", call.place);
}

export const numberGlobals: Readonly<Record<string, Builtin>> = {
  BigInt: method("BigInt", bigInt),
  Boolean: booleanFunction,
  Math: mathNamespace,
  Number: numberNamespace,
  String: stringFunction,
  isFinite: method("isFinite", runNatively("isFinite", isFinite, "boolean")),
  isNaN: method("isNaN", runNatively("isNaN", isNaN, "boolean")),
  parseFloat: method("parseFloat", runNatively("parseFloat", parseFloat, "number")),
  parseInt: method("parseInt", runNatively("parseInt", parseInt, "number")),
};
