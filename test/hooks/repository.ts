import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** This package's folder. */
export const root = join(__dirname, "../..");

export interface Ran {
  readonly status: number | null;
  /** What it printed, both streams together. */
  readonly output: string;
}

/** Runs a command to its end. */
export function run(cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  const clean = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:npm_|GIT_|INIT_CWD|CI$)/u.test(name)),
  );
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { ...clean, NO_COLOR: "1", ...env },
  });
  return { status: error ? null : status, output: `${stdout}${stderr}` };
}

/** @throws Error with the output when the command fails. */
export function succeed(cwd: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string {
  const ran = run(cwd, command, args, env);
  if (ran.status !== 0)
    throw new Error(`${command} ${args.join(" ")} ended with ${ran.status ?? "no status"}:\n${ran.output}`);
  return ran.output;
}

/** Makes an empty folder; it is taken away after the test. */
export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-hook-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Makes a git repository with a first commit. Files of `.git/hooks` and `.bin` folders can be executed. */
export function makeRepository(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder();
  succeed(folder, "git", ["init", "--quiet", "--initial-branch=main"]);
  write(folder, files);
  for (const name of Object.keys(files)) if (/\/(?:hooks|\.bin)\//u.test(name)) chmodSync(join(folder, name), 0o755);
  succeed(folder, "git", ["config", "user.name", "A Developer"]);
  succeed(folder, "git", ["config", "user.email", "developer@example.com"]);
  succeed(folder, "git", ["add", "--all"]);
  succeed(folder, "git", ["commit", "--quiet", "--no-verify", "--message", "Start"]);
  return folder;
}

/** The packages that the sources name beside those of `dependencies`. */
const builtWith: readonly string[] = ["@types/node", "eslint"];

/**
 * @returns this package as a git repository with the tag `v0.0.0`: its files as they are now, committed or not. What only tests and lints
 * need is not among its `devDependencies`: it comes with `npm ci`, and takes longer to install than all else together.
 */
export function makePackageRepository(): string {
  const files = succeed(root, "git", ["ls-files", "--cached", "--others", "--exclude-standard"]).split("\n");
  const folder = makeRepository({ ".gitattributes": "" });
  for (const file of files.filter(
    (name) => name !== "" && !/^(?:test|bench|fixtures|node_modules)(?:\/|$)/u.test(name),
  )) {
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  const { devDependencies, ...described } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const needed = Object.entries(devDependencies).filter(([name]) => builtWith.includes(name));
  write(folder, { "package.json": JSON.stringify({ ...described, devDependencies: Object.fromEntries(needed) }) });
  succeed(folder, "git", ["add", "--all"]);
  succeed(folder, "git", ["commit", "--quiet", "--message", "Package"]);
  succeed(folder, "git", ["tag", "v0.0.0"]);
  return folder;
}

/** Stages one file and tries to commit it. */
export function commit(repository: string, name: string, content: string, env: NodeJS.ProcessEnv = {}): Ran {
  write(repository, { [name]: content });
  succeed(repository, "git", ["add", name]);
  return run(repository, "git", ["commit", "--message", `Change ${name}`], env);
}

/** @returns the subjects of the commits of a repository, newest first. */
export function commits(repository: string): readonly string[] {
  return succeed(repository, "git", ["log", "--format=%s"]).trim().split("\n");
}

/** @returns the recipe that docs/ci.md gives under a heading: what is tested is what people copy. */
export function readRecipe(heading: string): string {
  const page = readFileSync(join(root, "docs/ci.md"), "utf8");
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const block = /^```\w+\n(.*?)^```$/msu.exec(section)?.[1];
  if (block === undefined) throw new Error(`docs/ci.md has no recipe under "${heading}".`);
  return block;
}
