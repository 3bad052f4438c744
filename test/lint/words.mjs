// Fails on words that the project replaces by others, in code, comments, names and pages.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../.."));
const places = [
  "src",
  "rules",
  "bench",
  "test",
  "docs",
  "fixtures",
  "release",
  "site",
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
];

/** Folders of installed or built files. */
const foreign = new Set(["node_modules", "build", "dist", "cache"]);

/** Whole words, and words inside names. This list itself is not checked. */
const words = [
  [/^mend(?:s|ed|ing|able)?$/u, "fix, fixable"],
  [/^fault(?:s|y)?$/u, "problem"],
  [/^judg(?:e|es|ed|ing|ement|ment|ements|ments)$/u, "check"],
];
const phrases = [[/\ba slip away\b|\bone slip\b/u, "one typo away"]];

function* filesIn(path) {
  if (!statSync(join(root, path)).isDirectory()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(join(root, path), { withFileTypes: true }))
    if (!foreign.has(entry.name) && (entry.isDirectory() || /\.(?:[cm]?[jt]sx?|vue|md)$/u.test(entry.name)))
      yield* filesIn(`${path}/${entry.name}`);
}

const problems = [];
let count = 0;
for (const file of places.filter((place) => existsSync(join(root, place))).flatMap((place) => [...filesIn(place)])) {
  if (file.startsWith("test/lint/words.")) continue;
  count += 1;
  for (const [index, line] of readFileSync(join(root, file), "utf8").split("\n").entries()) {
    const at = `${file}:${index + 1}`;
    for (const [word] of line.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/gu))
      for (const [wrong, better] of words)
        if (wrong.test(word.toLowerCase())) problems.push(`${at}: \`${word}\`: write ${better}`);
    for (const [wrong, better] of phrases)
      if (wrong.test(line)) problems.push(`${at}: \`${wrong.exec(line)[0]}\`: write ${better}`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`${count} files, ${problems.length} words to be replaced`);
if (problems.length > 0) process.exitCode = 1;
