import { explainFailure } from "./failure";
import { parseExpression, type Expression } from "./library";
import { toCelValue } from "./values";
import { isKnown, isPlainArray, isPlainObject, type Plain } from "../constraints/plain";
import type { ValidationRule } from "../constraints/schema";
import type { Path } from "../mismatch";
import type { Shape } from "../shape";

/** A rule that a value does not meet. */
export interface BrokenRule {
  readonly rule: ValidationRule;
  /** From the value that has the rule to the field that is wrong. */
  readonly path: Path;
  readonly message?: string;
  /** Why the rule cannot be evaluated on the value, which the service refuses as well. */
  readonly failure?: string;
}

interface Compiled {
  readonly run: Expression;
  /** How deeply loops stand in one another. */
  readonly nesting: number;
  /** Whether what makes the evaluation fail here makes it fail in the service. */
  readonly isStrict: boolean;
}

/** A rule with loops of more rounds is not evaluated. */
const mostRounds = 1_000_000;

const compiled = new WeakMap<ValidationRule, Compiled | Error>();

/**
 * Evaluates the rules of a value's shape.
 *
 * @returns those that are surely not met, or fail in the service. What cannot be evaluated here alone, or depends on what is not known, is met as
 * far as anybody knows.
 */
export function findBrokenRules(value: Plain, shape: Shape): readonly BrokenRule[] {
  const rules = shape.constraints?.["x-kubernetes-validations"];
  if (rules === undefined || value === null || !isKnown(value)) return [];
  let variables: Variables | undefined;
  let size: number | undefined;
  return rules.flatMap((rule) => {
    const expression = compileRule(rule);
    if (expression instanceof Error) return [];
    size ??= sizeOf(value);
    if (size ** expression.nesting > mostRounds) return [];
    variables ??= readVariables(value, shape);
    const outcome = evaluate(expression, variables);
    if (outcome === "met") return [];
    const message = messageOf(rule, variables);
    const failure = outcome === "broken" ? undefined : outcome.failure;
    return [{ rule, path: pathOf(rule), ...(message !== undefined && { message }), ...(failure && { failure }) }];
  });
}

/** @returns why a rule cannot be evaluated; `undefined` where it can. */
export function explainRule(rule: ValidationRule): string | undefined {
  const expression = compileRule(rule);
  return expression instanceof Error ? (expression.message.split("\n")[0] ?? "") : undefined;
}

function compileRule(rule: ValidationRule): Compiled | Error {
  let expression = compiled.get(rule);
  if (expression === undefined) compiled.set(rule, (expression = compile(rule)));
  return expression;
}

function compile({ rule }: ValidationRule): Compiled | Error {
  try {
    if (/\boldSelf\b/.test(rule)) throw new Error("it compares with the object before the update (`oldSelf`)");
    return { run: parseExpression(rule), nesting: nestingOf(rule), isStrict: isStrict(rule) };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** At most this many loops are around any part: each is a call of one of these. */
function nestingOf(rule: string): number {
  let [deepest, depth] = [0, 0];
  const open: boolean[] = [];
  for (const [token] of rule.matchAll(/\.\s*(?:all|exists|exists_one|existsOne|filter|map)\s*\(|[()]/g)) {
    if (token === ")") {
      if (open.pop() === true) depth -= 1;
    } else {
      const isLoop = token !== "(";
      open.push(isLoop);
      if (isLoop) depth += 1;
      deepest = Math.max(deepest, depth);
    }
  }
  return deepest;
}

/** The most members or elements that a part of the value has. */
function sizeOf(value: Plain): number {
  const parts = isPlainArray(value) ? value : isPlainObject(value) ? Object.values(value) : [];
  return parts.reduce<number>((most, part) => Math.max(most, sizeOf(part)), parts.length);
}

/** @returns the variables of a rule; none where a part of the value does not have its format, which another check reports. */
function readVariables(value: Plain, shape: Shape): Variables {
  try {
    return { self: toCelValue(value, shape) };
  } catch {
    return "unreadable";
  }
}

type Variables = { readonly self: unknown } | "unreadable";

/** What a service makes of a value by a rule. */
type Outcome = "met" | "broken" | { readonly failure: string };

function evaluate({ run, isStrict: mayFail }: Compiled, variables: Variables): Outcome {
  if (variables === "unreadable") return "met";
  try {
    return run(variables) === false ? "broken" : "met";
  } catch (error) {
    const failure = mayFail ? explainFailure(error) : undefined;
    return failure === undefined ? "met" : { failure };
  }
}

/**
 * The service evaluates the value of `cel.bind` where it is used, and this program always does. It fills in the names of objects by itself.
 */
function isStrict(rule: string): boolean {
  return !/\bcel\s*\.\s*bind\b|\bmetadata\b/.test(rule);
}

function messageOf({ message, messageExpression, rule }: ValidationRule, variables: Variables): string | undefined {
  if (messageExpression === undefined || variables === "unreadable") return message;
  try {
    const text: unknown = parseExpression(messageExpression)(variables);
    return typeof text === "string" && text.trim() !== "" && !text.includes("\n") ? text : (message ?? rule);
  } catch {
    return message;
  }
}

/** `.spec['a-b'].c` as the keys that it names. */
function pathOf({ fieldPath = "" }: ValidationRule): Path {
  return [...fieldPath.matchAll(/\.([A-Za-z_]\w*)|\[["']([^"']*)["']\]/g)].map(
    ([, name, quoted]) => name ?? quoted ?? "",
  );
}
