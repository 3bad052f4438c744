// Finds functions of Node that `site/engine/platform`, the replacement in the playground's bundle, lacks.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { importsOf } from "./source-imports.mjs";

const engine = "site/engine";

/** @returns the exports of a replacement. */
function exportsOf(path) {
  const tree = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  return tree.statements
    .filter((each) => each.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap((each) => (ts.isVariableStatement(each) ? [...each.declarationList.declarations] : [each]))
    .map(({ name }) => name.text);
}

/** @returns the packages that `createRequire` finds in the bundle. */
function loadable(path) {
  const [, written = ""] = /const packages = \{([^}]*)\}/u.exec(readFileSync(path, "utf8")) ?? [];
  return written.match(/[\w@./-]+/gu) ?? [];
}

/**
 * @returns a sentence for each name that the engine imports from Node, or each package that it loads, that the bundle
 * lacks.
 */
export function findMissingInBundle(root) {
  const platform = join(root, engine, "platform");
  const standIns = new Map(
    readdirSync(platform).map((name) => [`node:${name.replace(".mjs", "")}`, join(platform, name)]),
  );
  const known = loadable(join(platform, "module.mjs"));
  const todo = [`${engine}/worker.mjs`, `${engine}/code-file.mjs`];
  const seen = new Set(todo);
  const problems = [];
  for (const file of todo) {
    const { files, packages, loads } = importsOf(root, file);
    const next = [...files.filter(({ typeOnly }) => !typeOnly), ...loads].map(({ path }) => path);
    for (const path of next) {
      if (path === undefined || seen.has(path)) continue;
      seen.add(path);
      todo.push(path);
    }
    for (const { name, names } of packages.filter((each) => each.name.startsWith("node:"))) {
      const standIn = standIns.get(name);
      const there = standIn === undefined ? [] : exportsOf(standIn);
      const missing = standIn === undefined ? ["all"] : names.filter((each) => !there.includes(each));
      for (const each of missing)
        problems.push(`${file} takes ${each} of ${name}: ${engine}/platform lacks it, and the playground needs it`);
    }
    for (const { name } of loads.filter((each) => !known.includes(each.name)))
      problems.push(`${file} loads ${name}: ${engine}/platform/module.mjs lacks it, and the playground needs it`);
  }
  if (!existsSync(join(root, "src/hosts/browser")) || seen.size < 100)
    problems.push(`${engine}: what the playground consists of was not understood`);
  return problems;
}
