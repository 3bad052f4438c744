// Measures the cost of our rules in ESLint on whole applications: `npm run bench hosts [FOLDER]`, or
// `node bench/hosts.mjs FOLDER [--app NAME]... [--typed] [--cpu-prof FOLDER]`.
//
// FOLDER is an application (it has a package.json or a tsconfig.json), or contains several. Lints each with the
// TypeScript parser alone, then with the recommended rules, each in a new process without a cache, one after the other;
// finally with the cache of the previous run. Nothing of an application is run or written.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { generatedApplications } from "./hosts/generated.mjs";

const code = "**/*.{ts,tsx,js,jsx,mts,cts,mjs,cjs}";

/** Lints the working directory in this process. @returns the cost, and the counts of files. */
async function lint(preset, typed) {
  const { count } = await import("./hosts/counts.mjs");
  const counts = count();
  const { ESLint } = await import("eslint");
  const { parser } = await import("typescript-eslint");
  const { default: plugin } = await import("../dist/src/hosts/eslint/plugin.js");
  const folder = process.cwd();
  const types = typed ? { projectService: true, tsconfigRootDir: folder } : {};
  const files = {
    files: [code],
    ignores: ["**/*.d.ts", "**/node_modules/**"],
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true }, ...types } },
  };
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    allowInlineConfig: false,
    warnIgnored: false,
    overrideConfig: [files, ...(preset === "parser" ? [] : plugin.configs[preset])],
  });
  const before = process.cpuUsage();
  const results = await eslint.lintFiles([code]);
  const { user, system } = process.cpuUsage(before);
  const messages = results.flatMap(({ messages: all }) => all);
  return {
    files: results.length,
    // Files that the parser cannot read, because no readable tsconfig.json includes them.
    unread: results.filter(({ messages: all }) => all.some(({ fatal }) => fatal)).length,
    findings: messages.filter(({ ruleId }) => ruleId?.startsWith("restraint/")).length,
    cpu: (user + system) / 1e6,
    memory: process.resourceUsage().maxRSS / 1024,
    ...counts(),
  };
}

/** @returns the result of {@link lint} in a new process. */
function lintApart(folder, preset, { typed, profile, memory = "off" }) {
  const options = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--max-old-space-size=8192", ...options, import.meta.filename, "--within", preset, ...(typed ? ["--typed"] : [])],
    { cwd: folder, encoding: "utf8", maxBuffer: 1 << 26, env: { ...process.env, RESTRAINT_CACHE: memory } },
  );
  if (!stdout.startsWith("{")) throw new Error(stderr);
  return JSON.parse(stdout);
}

const isApplication = (folder) => ["package.json", "tsconfig.json"].some((mark) => existsSync(join(folder, mark)));

/** @returns the folders of applications: the folder itself, or its subfolders. */
function applicationsIn(folder, names) {
  if (isApplication(folder)) return [folder];
  const all = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return all
    .map(({ name }) => name)
    .filter((name) => names.length === 0 || names.includes(name))
    .map((name) => join(folder, name))
    .filter(isApplication);
}

/** Prints a table of applications without types, and one with types, unless only one is requested. */
export async function run(folder, { names = [], typed, profile } = {}) {
  if (typed === undefined) {
    await run(folder, { names, typed: false });
    await run(folder, { names, typed: true });
    return;
  }
  console.log(`\nESLint with the parser alone, and with our recommended rules${typed ? ", with types" : ""}`);
  console.log(
    "| application | files | parser | with ours | ratio | again | memory | graphs | trees of our own | files without a request | findings | not read |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|---|");
  const applications = folder === undefined ? generatedApplications() : applicationsIn(resolve(folder), names);
  for (const application of applications) {
    const alone = lintApart(application, "parser", { typed });
    if (profile !== undefined) mkdirSync(profile, { recursive: true });
    const memory = mkdtempSync(join(tmpdir(), "restraint-bench-"));
    const ours = lintApart(application, "recommended", { typed, profile, memory });
    const again = lintApart(application, "recommended", { typed, memory });
    rmSync(memory, { recursive: true });
    const [before, after] = [alone, ours].map(({ cpu, memory }) => `${cpu.toFixed(1)} s, ${memory.toFixed(0)} MB`);
    const ratios = [ours.cpu / alone.cpu, again.cpu / alone.cpu, ours.memory / alone.memory].map((each) =>
      each.toFixed(2),
    );
    const { files, graphs, trees, silent, findings, unread } = ours;
    console.log(
      `| ${[basename(application), files, before, after, ...ratios, graphs, trees, silent, findings, unread].join(" | ")} |`,
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const options = {
    app: { type: "string", multiple: true },
    typed: { type: "boolean" },
    "cpu-prof": { type: "string" },
    within: { type: "boolean", default: false },
  };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.within) process.stdout.write(JSON.stringify(await lint(positionals[0], values.typed === true)));
  else
    await run(positionals[0], {
      names: values.app ?? [],
      typed: values.typed === true,
      profile: values["cpu-prof"] && resolve(values["cpu-prof"]),
    });
}
