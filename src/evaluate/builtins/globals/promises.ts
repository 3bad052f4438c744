import { arrayOf, builtinValue, entry, objectOf, scalar, unknown } from "../../make";
import { joinAll, mapOptions, optionsOf } from "../../values";
import type { Abstract, Builtin, BuiltinCall, Element, Place } from "../../domain";
import { argument, isOfAnotherClass, method, namespace, pure, resultOf } from "../define";
import { elementsOf, someElement } from "../arrays/elements";

/** `Promise`. A promise is represented by its value. */

function settled({ evaluator, place }: BuiltinCall, value: Abstract): Abstract {
  return evaluator.awaited?.(value, place) ?? value;
}

function all(call: BuiltinCall): Abstract {
  const { place } = call;
  if (isOfAnotherClass(call)) return resultOf("Promise.all", place);
  return mapOptions(argument(call, 0), (option): Abstract => {
    const elements = elementsOf(option);
    if (elements && option.kind !== "text") {
      const values = elements.map(({ value, presence }): Element => ({ value: settled(call, value), presence }));
      return arrayOf(values, place, { sources: option.kind === "array" ? option.sources : [] });
    }
    if (option.kind === "array") {
      const values = option.elements.map(({ value }): Element => ({ value: settled(call, value), presence: "maybe" }));
      return arrayOf(values, place, { open: option.open, sources: option.sources });
    }
    return option.kind === "unknown"
      ? unknown("settled promises", place, { is: "array", origin: option.origin })
      : unknown("settled promises", place, { is: "array" });
  });
}

function allSettled(call: BuiltinCall): Abstract {
  const { place } = call;
  const elements = elementsOf(argument(call, 0));
  if (!elements) return unknown("settled promises", place, { is: "array" });
  return arrayOf(
    elements.map(({ value, presence }): Element => ({ value: outcome(settled(call, value), place), presence })),
    place,
  );
}

/** A result of `allSettled`: `status` says whether it has a `value` or a `reason`. */
function outcome(value: Abstract, place: Place): Abstract {
  const members = new Map([
    ["status", entry(unknown("whether it was fulfilled", place, { is: "string" }), place)],
    ["value", entry(value, place, "maybe")],
    ["reason", entry(unknown("an error", place), place, "maybe")],
  ]);
  return objectOf(members, place);
}

function race(call: BuiltinCall): Abstract {
  const list = argument(call, 0);
  const elements = elementsOf(list);
  if (!elements || elements.length === 0) return settled(call, someElement(list, call.place));
  return joinAll(
    elements.map(({ value }) => settled(call, value)),
    call.place,
  );
}

const resolved = "\u0000resolved";

/** Wraps its argument, so that the result of an executor that only calls it contains the promise's value. */
const resolve = method("resolve", (call) =>
  objectOf(new Map([[resolved, entry(argument(call, 0), call.place)]]), call.place, { class: resolved }),
);
const reject = method("reject", ({ place }) => scalar(undefined, place));

function construct(call: BuiltinCall): Abstract {
  const { place } = call;
  const given = [builtinValue(resolve, place), builtinValue(reject, place)];
  const result = call.evaluator.invoke(argument(call, 0), given, place);
  const values = optionsOf(result).map((option) =>
    option.kind === "object" && option.class === resolved ? option.members.get(resolved)?.value : undefined,
  );
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 && known.length === values.length
    ? settled(call, joinAll(known, place))
    : unknown("a promise", place);
}

export const promiseNamespace: Builtin = namespace(
  "Promise",
  {
    all,
    allSettled,
    any: race,
    race,
    reject: ({ place }) => unknown("a promise that is rejected", place),
    resolve: (call) =>
      isOfAnotherClass(call) ? resultOf("Promise.resolve", call.place) : settled(call, argument(call, 0)),
    try: (call) => settled(call, call.evaluator.invoke(argument(call, 0), call.arguments.slice(1), call.place)),
    withResolvers: pure("Promise.withResolvers", "object"),
  },
  { construct },
);
