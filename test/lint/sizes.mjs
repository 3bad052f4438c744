// Fails on source files of more than 300 lines (400 if a file has few exports; tables have no limit), and on folders of
// more than 20 files.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../.."));
const folders = ["src", "rules", "bench", "test", "release", "site", "editors"];
/** Folders of installed or built files. */
const foreign = new Set(["node_modules", "build", "dist", "cache"]);
const mostLines = 300;
/**
 * A file with few exports is one thing with its helpers. If it were split, the parts would import each other and be
 * read together.
 */
const mostLinesOfOneThing = 400;
const exportsOfOneThing = 3;
const mostFiles = 20;

/** @returns every folder below one, with the names of its files. */
function* foldersIn(folder) {
  if (!existsSync(join(root, folder))) return;
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => !foreign.has(name));
  yield { folder, files: entries.filter((entry) => entry.isFile()).map((entry) => entry.name) };
  for (const entry of entries) if (entry.isDirectory()) yield* foldersIn(`${folder}/${entry.name}`);
}

/**
 * Whether a file is a table, which holds data: its statements are imports, types and constants, and no function in it
 * has statements. The length of a table depends only on its content.
 */
function isTable(path, text) {
  // Loaded on demand, because loading takes most of the time and few packages have such a file.
  const ts = createRequire(import.meta.url)("typescript");
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const isData = (statement) =>
    ts.isImportDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isVariableStatement(statement);
  const hasBody = (node) => ts.isBlock(node) || ts.isClassLike(node) || ts.forEachChild(node, hasBody) === true;
  return tree.statements.every(isData) && !hasBody(tree);
}

/** @returns the maximum number of lines of a file. */
function boundOf(path, text) {
  const exported = [...text.matchAll(/^export (?!type\b|interface\b)/gmu)].length;
  if (exported > 0 && exported <= exportsOfOneThing && !/\.test\.ts$/u.test(path)) return mostLinesOfOneThing;
  return mostLines;
}

const problems = [];
let count = 0;
for (const top of folders) {
  for (const { folder, files } of foldersIn(top)) {
    if (files.length > mostFiles)
      problems.push(`${folder}: ${files.length} files, ${mostFiles} at most: group them by subject`);
    for (const file of files.filter((name) => /\.[cm]?[jt]s$/u.test(name))) {
      count += 1;
      const path = `${folder}/${file}`;
      const text = readFileSync(join(root, path), "utf8");
      const lines = text.split("\n").length - 1;
      const bound = boundOf(path, text);
      if (lines > bound && !isTable(path, text))
        problems.push(`${path}: ${lines} lines, ${bound} at most: part it by subject`);
    }
  }
}
for (const problem of problems) console.error(problem);
console.log(`${count} files, ${problems.length} problems of size`);
if (problems.length > 0) process.exitCode = 1;
