import { explainFailure } from "./failure";
import { parseExpression, type Expression } from "./library";
import { toCelValue } from "./values";
import { isKnown, isPlainArray, isPlainObject, type Plain } from "../constraints/plain";
import type { ValidationRule } from "../constraints/schema";
import type { Path } from "../mismatch";
import type { Shape } from "../shape";

/** A rule that a value breaks. */
export interface BrokenRule {
  readonly rule: ValidationRule;
  /** The path from the value with the rule to the wrong field. */
  readonly path: Path;
  readonly message?: string;
  /** Why the rule's evaluation fails on this value. The service rejects the value too. */
  readonly failure?: string;
}

interface Compiled {
  readonly run: Expression;
  /** The nesting depth of its loops. */
  readonly nesting: number;
  /** Whether an evaluation that fails here fails in the service too. */
  readonly isStrict: boolean;
}

/** Rules are skipped if their loops may take more rounds than this. */
const mostRounds = 1_000_000;

const compiled = new WeakMap<ValidationRule, Compiled | Error>();

/**
 * Evaluates the rules of a value's shape.
 *
 * @returns the rules that are certainly broken, or fail in the service too. Rules that cannot be evaluated here, or depend on unknown values, count as met.
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

/** @returns why a rule cannot be evaluated; `undefined` if it can. */
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

/** @returns an upper bound for the nesting of loops. Each loop is a call of one of these macros. */
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

/** @returns the size of the largest object or list in the value. */
function sizeOf(value: Plain): number {
  const parts = isPlainArray(value) ? value : isPlainObject(value) ? Object.values(value) : [];
  return parts.reduce<number>((most, part) => Math.max(most, sizeOf(part)), parts.length);
}

/** @returns the variables of a rule; `unreadable` if a part of the value violates its format, which another check reports. */
function readVariables(value: Plain, shape: Shape): Variables {
  try {
    return { self: toCelValue(value, shape) };
  } catch {
    return "unreadable";
  }
}

type Variables = { readonly self: unknown } | "unreadable";

/** The service's verdict on a value under a rule. */
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
 * The service evaluates the value of `cel.bind` only where it is used, but this evaluator always does. The service also fills in object names, which are
 * missing here.
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

/** Converts `.spec['a-b'].c` to a list of keys. */
function pathOf({ fieldPath = "" }: ValidationRule): Path {
  return [...fieldPath.matchAll(/\.([A-Za-z_]\w*)|\[["']([^"']*)["']\]/g)].map(
    ([, name, quoted]) => name ?? quoted ?? "",
  );
}
