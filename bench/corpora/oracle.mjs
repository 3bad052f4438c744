// Loads the oracle of the mutation tests without a test runner.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../measure.mjs";

const ts = createRequire(import.meta.url)("typescript");

/**
 * @param cache a folder below the root, from which Node finds the root's packages.
 * @returns the class.
 */
export async function loadOracle(cache) {
  const text = readFileSync(join(root, "test/manifest/mutation/oracle.ts"), "utf8");
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  mkdirSync(cache, { recursive: true });
  const file = join(cache, "oracle.mjs");
  writeFileSync(file, outputText);
  const { Oracle } = await import(pathToFileURL(file).href);
  return Oracle;
}
