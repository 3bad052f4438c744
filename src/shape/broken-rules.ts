import { createRequire } from "node:module";
import type * as Rules from "./cel/rules";
import type { BrokenRule } from "./cel/rules";
import type { Plain } from "./constraints/plain";
import type { Shape } from "./shape";

export type { BrokenRule } from "./cel/rules";

let loaded: typeof Rules | undefined;

/** Loaded with the first rule: most contracts have none, and what evaluates them is a tenth of what there is to load. */
function rules(): typeof Rules {
  loaded ??= createRequire(__filename)("./cel/rules") as typeof Rules;
  return loaded;
}

/**
 * Evaluates the rules of a value's shape.
 *
 * @returns those that are surely not met, or fail in the service. What cannot be evaluated here, or depends on what is not known, is met as far as anybody knows.
 */
export function findBrokenRules(value: Plain, shape: Shape): readonly BrokenRule[] {
  return shape.constraints?.["x-kubernetes-validations"] === undefined ? [] : rules().findBrokenRules(value, shape);
}
