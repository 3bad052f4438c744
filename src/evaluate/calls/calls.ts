import { dependsOnAll } from "../../code/values";
import { isNeeded } from "../contexts";
import type { Abstract, ClassValue, Context, FunctionValue, Single } from "../domain";
import type { Evaluation, Given } from "../evaluation";
import { decoratedClass } from "../objects/decorators";
import { instanceOf } from "../objects/instances";
import { opened } from "../objects/open";
import { hasPrototype, ofPrototype } from "../objects/prototypes";
import { arrayOf, scalar, unknown } from "../make";
import { asTyped, typedValue } from "../names/declared";
import { nodeAt } from "../places";
import { functionUses } from "./function-uses";
import { callNative } from "./native-calls";
import { mapOptions, named } from "../values";

/** @returns the parts of a call on which its result depends, as `depends` of nodes. */
export function neededBy(callee: Single): number {
  if (callee.kind === "unknown") return 0;
  if (callee.kind !== "function") return dependsOnAll;
  const code = callee.file.code.functions[callee.function];
  // Queries for the arguments of a callback (`handedTo`) need all of them.
  if (!code || code.generator || functionUses(callee.file).arguments.has(callee.function)) return dependsOnAll;
  return code.result === undefined ? 0 : neededFor(callee, nodeAt(callee.file, code.result).depends);
}

/** @returns the parts of a call on which a value in the callee depends. Bound arguments shift the indices, so everything counts as needed. */
export function neededFor({ bound }: FunctionValue, depends: number): number {
  return bound ? dependsOnAll : depends;
}

export function callValue(evaluation: Evaluation, callee: Abstract, given: Given): Abstract {
  return mapOptions(callee, (option) => callOption(evaluation, option, given));
}

function callOption(evaluation: Evaluation, callee: Single, given: Given): Abstract {
  switch (callee.kind) {
    case "function":
      return callFunction(evaluation, callee, given);
    case "builtin": {
      const { builtin, self } = callee;
      if (!builtin.call) return unknown(`\`${builtin.label}\` is called`, given.place);
      return builtin.call({ ...given, self: self ?? given.self, evaluator: evaluation.forBuiltins });
    }
    case "native":
      return callNative(evaluation, callee.native, given, "call");
    case "class":
      return unknown("a class that is called", given.place);
    case "unknown": {
      const name = callee.origin?.trail.at(-1);
      const result = unknown(
        name === undefined ? `the result of ${callee.reason}` : `the result of \`${name}()\``,
        given.place,
        name === "Proxy.revocable" ? { traps: true } : {},
      );
      const whole = name === undefined ? result : named(result, `${name}()`);
      return callee.returns ? asTyped(evaluation, whole, callee.returns, given.place) : whole;
    }
    default:
      return unknown("something that is no function is called", given.place);
  }
}

/** @returns the context in which a call runs a function. */
export function contextOf(evaluation: Evaluation, callee: FunctionValue, given: Given): Context {
  const { file, function: id, context, self, bound = [] } = callee;
  const code = file.code.functions[id];
  const values: Abstract[] = [...bound, ...given.arguments];
  const parameters = code?.parameters ?? [];
  // Missing arguments are undefined; if there may be more than listed, they are unknown.
  const { needed = dependsOnAll } = given;
  const supplied = parameters.map((parameter, index): Abstract | undefined => {
    if (!isNeeded(needed, index)) return undefined;
    if (callee.unsure)
      return evaluation.contexts.once(`unsure:${keyOfSite(given)}:${index}`, () =>
        unknown("what a decorator hands on", given.place),
      );
    if (parameter.rest) return restOf(evaluation, values.slice(index), given);
    return values[index] ?? notGiven(evaluation, given);
  });
  const isArrow = code?.kind === "arrow";
  const own = isArrow ? undefined : (self ?? given.self);
  return evaluation.contexts.entered(
    file,
    id,
    { outer: context, arguments: supplied, more: given.more, self: own },
    given.site.context,
    evaluation.isRunning({ file, function: id }),
  );
}

/** @returns a key of the call site. Evaluating a call again must supply identical values. */
function keyOfSite({ site, more }: Given): string {
  return `${site.context.id}:${site.call}${more ? "+" : ""}`;
}

function notGiven({ contexts }: Evaluation, given: Given): Abstract {
  return contexts.once(keyOfSite(given), () =>
    given.more ? unknown("an argument of a list that is not known", given.place) : scalar(undefined, given.place),
  );
}

function restOf({ contexts }: Evaluation, values: readonly Abstract[], given: Given): Abstract {
  return contexts.once(`${keyOfSite(given)}:${contexts.keyOf(values)}`, () =>
    arrayOf(
      values.map((value) => ({ value, presence: "always" as const })),
      given.place,
      { open: given.more ? "more arguments" : undefined },
    ),
  );
}

function callFunction(evaluation: Evaluation, callee: FunctionValue, given: Given): Abstract {
  const code = callee.file.code.functions[callee.function];
  if (!code) return unknown("a function", given.place);
  const context = contextOf(evaluation, callee, given);
  evaluation.noteCall(callee, context);
  if (callee.unsure) return unknown("what a decorator hands back", given.place);
  if (code.generator) {
    const elements = evaluation.entering(context, () =>
      code.yields.map((each) => ({ value: evaluation.valueOf(each, context), presence: "maybe" as const })),
    );
    return arrayOf(elements ?? [], given.place, { open: "what a generator yields" });
  }
  const { result } = code;
  if (result === undefined) return code.throws ? { kind: "never", place: given.place } : scalar(undefined, given.place);
  const value =
    evaluation.entering(context, () => evaluation.valueOf(result, context)) ??
    evaluation.ofAnyCall(callee, result) ??
    unknown("the result of a function that calls itself, or does too much", given.place);
  return code.returnType === undefined ? value : typedValue(evaluation, value, code.returnType, context, given.place);
}

/** @returns the result of `new`. */
export function constructValue(evaluation: Evaluation, callee: Abstract, given: Given): Abstract {
  return mapOptions(callee, (option) => {
    switch (option.kind) {
      case "class":
        return constructClass(evaluation, option, given);
      case "builtin":
        return (
          option.builtin.construct?.({ ...given, self: undefined, evaluator: evaluation.forBuiltins }) ??
          unknown(`an instance of \`${option.builtin.label}\``, given.place, { nullish: false, truth: true })
        );
      case "native":
        return callNative(evaluation, option.native, given, "construct");
      case "function":
        return constructFunction(evaluation, option, given);
      default: {
        const name = option.kind === "unknown" ? option.origin?.trail.at(-1) : undefined;
        const made = unknown(
          name === undefined ? "an instance of a class that is not known" : `an instance of \`${name}\``,
          given.place,
          { nullish: false, truth: true, ...(name === "Proxy" && { traps: true }) },
        );
        return name === undefined ? made : named(made, name);
      }
    }
  });
}

/** @returns an instance of the class, or of the class with which its decorators replace it. */
function constructClass(evaluation: Evaluation, owner: ClassValue, given: Given): Abstract {
  const used = decoratedClass(evaluation, owner);
  if (used.kind === "class" && owner.typical)
    return mapOptions(instanceOf(evaluation, used, given), (option) =>
      option.kind === "object" ? { ...option, typical: true } : option,
    );
  if (used.kind === "class") return instanceOf(evaluation, used, given);
  const instance = instanceOf(evaluation, owner, given);
  return mapOptions(instance, (option) =>
    option.kind === "object" ? opened(option, "a decorator may replace its class", given.place) : option,
  );
}

/** `new` with a function returns the state in which the function leaves `this`, unless it returns an object. */
function constructFunction(evaluation: Evaluation, callee: FunctionValue, given: Given): Abstract {
  const code = callee.file.code.functions[callee.function];
  const leaves = code?.leaves.find(({ what }) => what === "this");
  const empty = evaluation.emptyObject(given.place);
  const context = contextOf(evaluation, { ...callee, self: undefined }, { ...given, self: empty });
  const left = leaves && evaluation.leftBy(leaves.value, context);
  const returned = code?.result;
  const result =
    returned === undefined ? undefined : evaluation.entering(context, () => evaluation.valueOf(returned, context));
  if (result?.kind === "object" || result?.kind === "native") return result;
  const instance = left ?? (leaves ? opened(empty, "a constructor that is not followed", given.place) : empty);
  return instance.kind === "object" && hasPrototype(evaluation, callee.file, callee.function)
    ? { ...instance, open: instance.open ?? ofPrototype }
    : instance;
}
