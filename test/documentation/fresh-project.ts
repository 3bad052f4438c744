import { execFile } from "node:child_process";
import { mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { blocks } from "./blocks";
import { type Files, writeFiles } from "../harness/hosts/installed";
import { onceInRun } from "../harness/hosts/once-in-run";
import { packedPackage } from "../harness/hosts/packed";
import { badCode, badTable } from "../hosts/cli/program";

export const code = badCode.replace("process.env.TAG", "String(Math.random())");
const typed =
  "const path: string = '/v1/things?fields=data/id';\nawait fetch(`https://api.example.com${path}`);\nexport {};\n";
export const project: Files = {
  "package.json": '{ "name": "fresh", "private": true, "type": "module" }',
  "tsconfig.json":
    '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "target": "es2022", "lib": ["es2022"], "types": [] } }',
  "src/things.ts": typed,
  "src/items.js": code,
  "deploy/table.yaml": badTable,
  "deploy/table.json": JSON.stringify(parse(badTable)),
};

/** What is installed beside the packed package and what the README names: as other pages tell to, and older ESLints. */
const companions = [
  ...["eslint-plugin-yml@^3", "oxlint", "typescript@~6.0"],
  ...["eslint-9.7@npm:eslint@~9.7.0", "eslint9@npm:eslint@^9.39.5"],
];

const run = promisify(execFile);
let installed = "";

interface Ran {
  readonly status: number;
  readonly output: string;
}

export async function shell(cwd: string, command: string): Promise<Ran> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_(?!config_(?:userconfig|registry|cache)$)|CI$|INIT_CWD)/u.test(name),
    ),
  );
  try {
    const { stdout, stderr } = await run("bash", ["-c", command], {
      cwd,
      env: { ...env, NO_COLOR: "1" },
      maxBuffer: 2 ** 26,
    });
    return { status: 0, output: stdout + stderr };
  } catch (error) {
    const { code: status, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { status, output: stdout + stderr };
  }
}

/** Commands of pages that have been run: what two pages say in the same words is run once. */
const commandsRun = new Map<string, Promise<Ran>>();

/** Runs commands that install the package, whose published name stands for the package as it is packed here. */
export function runInstalling(folder: string, commands: string): Promise<Ran> {
  const command = commands
    .replaceAll("eslint-plugin-restraint", packedPackage())
    .replace("npm install", "npm install --prefer-offline --no-audit --no-fund");
  const running = commandsRun.get(commands) ?? shell(folder, command);
  commandsRun.set(commands, running);
  return running;
}

/** Installs the package and its companions by the README's own command, once in a run of the tests: it takes longer than most of them. */
export async function install(): Promise<void> {
  installed = await onceInRun("installed", async (folder) => {
    writeFiles(folder, { "package.json": '{ "name": "installed", "private": true }' });
    const own = blocks.find(({ page, heading }) => page === "README.md" && heading === "In ESLint");
    const { status, output } = await runInstalling(folder, [own?.text.trim(), ...companions].join(" "));
    if (status !== 0) throw new Error(output);
  });
}

/** @returns the folder where the package is installed. */
export function installedFolder(): string {
  return installed;
}

/** Makes a fresh project with what has been installed, and more files. */
export function fresh(files: Files = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "restraint-docs-"));
  writeFiles(folder, { ...project, ...files });
  symlinkSync(join(installed, "node_modules"), join(folder, "node_modules"), "dir");
  return folder;
}

/**
 * Lints a fresh project under a configuration that was pasted.
 *
 * @param eslint the package of the ESLint that runs.
 */
export async function lint(configuration: string, files: Files = {}, eslint = "eslint"): Promise<Ran> {
  return shell(fresh({ "eslint.config.mjs": configuration, ...files }), `node node_modules/${eslint}/bin/eslint.js .`);
}

/** @returns the packages of the ESLints that know all that a configuration imports. */
export function eslintsFor(configuration: string): readonly string[] {
  return configuration.includes("eslint/config") ? ["eslint"] : ["eslint", "eslint-9.7"];
}

export async function check(files: Files, args = "."): Promise<Ran> {
  return shell(fresh(files), `node_modules/.bin/restraint check ${args}`);
}
