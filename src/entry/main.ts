import { createRequire } from "node:module";
import type { RestraintPlugin } from "../hosts/eslint/create-plugin";
import type eslintPlugin from "../hosts/eslint/plugin";
import init from "../hosts/tsserver/init";

const load = createRequire(__filename);

/** Loaded when it is first asked for: tsserver never asks, and must not pay for it. */
function getPlugin(): RestraintPlugin {
  return load("../hosts/eslint/plugin") as typeof eslintPlugin;
}

/** The members of the plugin by which configurations, and tools that read a plugin's rules, know it. */
const members = ["meta", "rules", "languages", "configs", "withConfiguration"] as const;

const properties = members.map((name) => [name, { enumerable: true, get: () => getPlugin()[name] }] as const);

/**
 * What `main` of package.json names: tsserver's plugin factory, which carries the members of ESLint's plugin.
 *
 * tsserver up to 5.4 takes a bare package name, resolves it by `main`, and calls what it finds. TypeScript with `moduleResolution: node10` and tools
 * that load a package's folder go by `main` too, and look for `configs` and `rules`. ESLint itself goes by `exports`: it refuses a function as a plugin.
 */
const entry = Object.defineProperties(
  (...given: Parameters<typeof init>) => init(...given),
  Object.fromEntries(properties),
) as typeof init & RestraintPlugin;

export = entry;
