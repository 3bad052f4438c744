// Takes tests that pass off the list of those that are known to fail: `node test/acceptance/update.mjs [--add] [--project unit] [FILE...]`.
// Results, with what each failing test says, are kept in dist/acceptance.json until the next run. The list only shrinks: what has begun to fail is named, and put on it with `--add` alone, which is for tests that are new.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root, runTests } from "./run.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { add: { type: "boolean", default: false }, project: { type: "string" } },
});
const list = join(root, "test/acceptance/pending.json");
const output = join(root, "dist/acceptance.json");
const project = values.project === undefined ? [] : ["--project", values.project];
await runTests(["--reporter", join(import.meta.dirname, "reporter.mjs"), ...project, ...positionals], {
  RESTRAINT_RESULTS: output,
});
const results = JSON.parse(readFileSync(output, "utf8"));

const before = JSON.parse(readFileSync(list, "utf8"));
const after = positionals.length + project.length > 0 ? { ...before } : {};
const counts = { passed: 0, failed: 0, taken: 0 };
const added = [];
for (const [file, { errors, tests }] of Object.entries(results)) {
  const listed = new Set(before[file]);
  const failed = tests.filter(({ state }) => state === "failed").map(({ name }) => name);
  for (const message of errors) console.error(`${file}: ${message}`);
  counts.passed += tests.filter(({ state }) => state === "passed").length;
  counts.failed += failed.length;
  const fresh = failed.filter((name) => !listed.has(name));
  added.push(...fresh.map((name) => `${file}: ${name}`));
  const kept = failed.filter((name) => values.add || listed.has(name));
  counts.taken += [...listed].filter((name) => !failed.includes(name)).length;
  if (kept.length > 0) after[file] = kept;
  else delete after[file];
}
const sorted = Object.fromEntries(Object.entries(after).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync(list, `${JSON.stringify(sorted, null, 2)}\n`);
const verb = values.add ? "added" : "fail and are not on the list";
if (added.length > 0) console.log(`\n${added.length} ${verb}:\n${added.map((each) => `  ${each}`).join("\n")}`);
console.log(`\n${counts.passed} pass, ${counts.failed} fail, ${counts.taken} taken off the list.`);
if (added.length > 0 && !values.add) process.exitCode = 1;
