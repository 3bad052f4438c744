import { createRequire } from "node:module";
import type * as Rules from "./cel/rules";
import type { BrokenRule } from "./cel/rules";
import type { Plain } from "./constraints/plain";
import type { Shape } from "./shape";

export type { BrokenRule } from "./cel/rules";

let loaded: typeof Rules | undefined;

/** Loaded for the first rule: most contracts have none, and the evaluator is a tenth of all code to load. */
function rules(): typeof Rules {
  loaded ??= createRequire(__filename)("./cel/rules") as typeof Rules;
  return loaded;
}

/**
 * Evaluates the rules of a value's shape.
 *
 * @returns the rules that are certainly broken, or fail in the service too. Rules that cannot be evaluated here, or depend on unknown values, count as met.
 */
export function findBrokenRules(value: Plain, shape: Shape): readonly BrokenRule[] {
  return shape.constraints?.["x-kubernetes-validations"] === undefined ? [] : rules().findBrokenRules(value, shape);
}
