import { createRequire } from "node:module";
import type { RestraintPlugin } from "../hosts/eslint/create-plugin";
import type eslintPlugin from "../hosts/eslint/plugin";
import init from "../hosts/tsserver/init";

const load = createRequire(__filename);

/** Loads ESLint's plugin on first use: tsserver never needs it, and must not pay for it. */
function getPlugin(): RestraintPlugin {
  return load("../hosts/eslint/plugin") as typeof eslintPlugin;
}

/** The members of the plugin that configurations, and tools that read a plugin's rules, use. */
const members = ["meta", "rules", "languages", "configs", "withConfiguration"] as const;

const properties = members.map((name) => [name, { enumerable: true, get: () => getPlugin()[name] }] as const);

/**
 * The `main` of package.json: tsserver's plugin factory, with the members of ESLint's plugin.
 *
 * tsserver up to 5.4 resolves a bare package name by `main`, and calls what it exports. TypeScript with
 * `moduleResolution: node10`, and tools that load a package by its folder, use `main` too, and expect `configs` and
 * `rules`. ESLint itself uses `exports`, because it rejects a function as a plugin.
 */
const entry = Object.defineProperties(
  (...given: Parameters<typeof init>) => init(...given),
  Object.fromEntries(properties),
) as typeof init & RestraintPlugin;

export = entry;
