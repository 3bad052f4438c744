// The packages that the engine loads on demand are in the bundle.
import * as cel from "@marcbachmann/cel-js";
import * as ajv from "ajv";
import * as re2js from "re2js";
import * as yaml from "yaml";
import * as workflow from "../../../src/analysis/workflows/workflow.ts";
import * as check from "../../../src/shape/check.ts";
import * as rules from "../../../src/shape/cel/rules.ts";

/** A test reads this object, to find packages that the engine loads and that are missing here. */
const packages = {
  "@marcbachmann/cel-js": cel,
  "../shape/check": check,
  "./cel/rules": rules,
  "./workflow": workflow,
  ajv,
  re2js,
  yaml,
};

export const createRequire = () => (name) => {
  if (!(name in packages)) throw new Error(`${name} is not in the bundle of the playground`);
  return packages[name];
};
