// Mutation testing: changes the sources of one area, one place at a time, and lists the changes that no test detects.
//
//     npm run mutation fields [-- --files src/fields/parse.ts --tests test/fields/parse.test.ts]
//
// Tests that load little take several changes per second; tests that load TypeScript take five seconds per change.
//
// Installs Stryker on first use, separate from our own dependencies. Writes the report to .cache/mutation.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installPeers, root } from "./measure.mjs";

const version = "9.6.1";

/** By area: the files to change, and the tests that should detect the changes. */
const areas = {
  fields: { sources: ["src/fields/**/*.ts"], tests: ["test/fields/**/*.test.ts"] },
  value: { sources: ["src/value/**/*.ts"], tests: ["test/value/**/*.test.ts"] },
  request: {
    sources: ["src/request/**/*.ts"],
    tests: [
      "test/request/{alternatives,bounded,clients,configured,hooks,octokit-routes,query-string,real-clients,several-targets,target}.test.ts",
      "test/request/wire/urls.test.ts",
    ],
  },
  rules: { sources: ["rules/**/*.ts", "!rules/index.ts"], tests: ["test/rules.test.ts", "test/rules/**/*.test.ts"] },
};

/** Words in the names of slow tests. They are skipped, because faster tests detect the same changes. */
const slow = [
  "hundred thousand",
  "in proportion",
  "of any depth",
  "whatever a hole holds",
  "whatever several holes hold",
];

/** Writes the configurations of Stryker and Vitest. @returns the path of Stryker's, relative to the root. */
function configure(name, files, chosen, peers) {
  const { sources, tests } = { ...areas[name], ...(chosen && { tests: chosen }) };
  const folder = join(root, ".cache/mutation");
  mkdirSync(folder, { recursive: true });
  // Beside the sources, because Stryker does not copy the cache.
  const vitest = "vitest.mutation.config.mjs";
  const test = { include: tests, isolate: false, testNamePattern: `^(?!.*(?:${slow.join("|")}))` };
  writeFileSync(join(root, vitest), `export default ${JSON.stringify({ test })};\n`);
  const options = {
    testRunner: "vitest",
    vitest: { configFile: vitest, related: false },
    plugins: [join(peers, "node_modules/@stryker-mutator/vitest-runner/dist/src/index.js")],
    mutate: files ?? sources,
    ignorePatterns: ["dist", "docs", "bench", ".cache", "coverage"],
    tempDirName: ".cache/mutation/sandbox",
    // Values computed when a module is loaded would need a process per change.
    ignoreStatic: true,
    concurrency: 1,
    timeoutMS: 10_000,
    reporters: ["clear-text", "json", "progress-append-only"],
    jsonReporter: { fileName: `.cache/mutation/${name}.json` },
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: true, allowColor: false },
    allowEmpty: false,
    checkers: [],
    disableTypeChecks: false,
  };
  const path = `.cache/mutation/${name}.config.json`;
  writeFileSync(join(root, path), JSON.stringify(options, null, 2));
  return path;
}

/** @returns the setting that runs only the cases of these rules, if only rules are changed. */
function casesOf(files = []) {
  const rules = files.map((file) => /^rules\/\w+\/([\w-]+)\.ts$/u.exec(file)?.[1]);
  return rules.length > 0 && rules.every(Boolean) ? { RESTRAINT_RULES: rules.join(",") } : {};
}

const { values, positionals } = parseArgs({
  options: { files: { type: "string", multiple: true }, tests: { type: "string", multiple: true } },
  allowPositionals: true,
});
const [name = ""] = positionals;
if (!Object.hasOwn(areas, name)) {
  console.error(`Name an area: ${Object.keys(areas).join(", ")}.`);
  process.exit(2);
}
const peers = installPeers("stryker", [
  `@stryker-mutator/core@${version}`,
  `@stryker-mutator/vitest-runner@${version}`,
]);
if (!peers) throw new Error("Stryker cannot be installed.");
const stryker = join(peers, "node_modules/@stryker-mutator/core/bin/stryker.js");
const { status } = spawnSync(process.execPath, [stryker, "run", configure(name, values.files, values.tests, peers)], {
  cwd: root,
  stdio: "inherit",
  // Properties run on few cases, because each of a thousand changes runs them.
  env: { RESTRAINT_RUNS: "50", ...casesOf(values.files), ...process.env },
});
rmSync(join(root, "vitest.mutation.config.mjs"));
const { files } = JSON.parse(readFileSync(join(root, `.cache/mutation/${name}.json`), "utf8"));
const states = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status: state }) => state));
const count = (...wanted) => states.filter((state) => wanted.includes(state)).length;
const [noticed, missed] = [count("Killed", "Timeout"), count("Survived", "NoCoverage")];
console.log(`${name}: ${((100 * noticed) / (noticed + missed)).toFixed(1)}% of ${noticed + missed} changes noticed`);
process.exitCode = status ?? 1;
