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
}

interface Compiled {
  readonly evaluate: Expression;
  /** How deeply loops stand in one another. */
  readonly nesting: number;
}

/** A rule whose loops may take more rounds than this is not evaluated. */
const mostRounds = 1_000_000;

const compiled = new WeakMap<ValidationRule, Compiled | Error>();

/**
 * Evaluates the rules of a value's shape.
 *
 * @returns those that are surely not met. What cannot be evaluated, or depends on what is not known, is met as far as anybody knows.
 */
export function findBrokenRules(value: Plain, shape: Shape): readonly BrokenRule[] {
  const rules = shape.constraints?.["x-kubernetes-validations"];
  if (rules === undefined || value === null || !isKnown(value)) return [];
  let variables: object | undefined;
  let size: number | undefined;
  return rules.flatMap((rule) => {
    const expression = compileRule(rule);
    if (expression instanceof Error) return [];
    size ??= sizeOf(value);
    if (size ** expression.nesting > mostRounds) return [];
    variables ??= readVariables(value, shape);
    if (!isBroken(expression, variables)) return [];
    const message = messageOf(rule, variables);
    return [{ rule, path: pathOf(rule), ...(message !== undefined && { message }) }];
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
    return { evaluate: parseExpression(rule), nesting: nestingOf(rule) };
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
function readVariables(value: Plain, shape: Shape): object {
  try {
    return { self: toCelValue(value, shape) };
  } catch {
    return {};
  }
}

function isBroken({ evaluate }: Compiled, variables: object): boolean {
  try {
    return evaluate(variables) === false;
  } catch {
    return false;
  }
}

function messageOf({ message, messageExpression, rule }: ValidationRule, variables: object): string | undefined {
  if (messageExpression === undefined) return message;
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
