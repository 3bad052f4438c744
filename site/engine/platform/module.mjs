// What the engine loads when it is needed is in the bundle.
import * as ajv from "ajv";
import * as yaml from "yaml";

const packages = { ajv, yaml };

export const createRequire = () => (name) => {
  if (!(name in packages)) throw new Error(`${name} is not in the bundle of the playground`);
  return packages[name];
};
