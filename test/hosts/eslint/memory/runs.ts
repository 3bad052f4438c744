import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ESLint, type Linter } from "eslint";
import tseslint from "typescript-eslint";
import { onTestFinished } from "vitest";
import type * as Code from "../../../../src/analysis/code";
import type * as Build from "../../../../src/code/build";
import type { RestraintPlugin } from "../../../../src/hosts/eslint/create-plugin";
import { compileOnce } from "../../../harness/hosts/compiled-once";
import { root } from "../../../harness/fixtures";

const load = createRequire(__filename);
const dist = join(root, "dist");

/** What a run of ESLint gave. */
export interface Lint {
  /** By file, `line rule message`. */
  readonly found: Readonly<Record<string, readonly string[]>>;
  /** How many value graphs were made: none where nothing was looked into. */
  readonly graphs: number;
  /** The files that were looked into, in the order of their names. */
  readonly looked: readonly string[];
}

/** Writes a project, which is removed after the test. */
export function writeProject(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-memory-")));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  mkdirSync(join(folder, "node_modules"));
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  return folder;
}

export function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

export interface LintOptions {
  /** `off`, or a folder; absent: as people have it. */
  readonly cache?: string;
  readonly config?: Linter.Config;
  readonly files?: readonly string[];
  readonly fix?: boolean;
}

/** Lints as a process of its own does: nothing is known from before but what is on the disk. */
export async function lint(
  folder: string,
  { cache, config = {}, files = ["."], fix = false }: LintOptions = {},
): Promise<Lint> {
  // What was written in the moment before is not trusted.
  await delay(60);
  const before = process.env.RESTRAINT_CACHE;
  if (cache === undefined) delete process.env.RESTRAINT_CACHE;
  else process.env.RESTRAINT_CACHE = cache;
  const listeners = new Set(process.listeners("exit"));
  const { plugin, graphs, looked, forget } = freshPlugin();
  try {
    const languageOptions = { parser: tseslint.parser as Linter.Parser };
    const code = ["**/*.{ts,tsx,js,mts}"];
    const eslint = new ESLint({
      cwd: folder,
      overrideConfigFile: true,
      fix,
      overrideConfig: [{ files: code, languageOptions }, ...plugin.configs.recommended, config],
    });
    const results = await eslint.lintFiles([...files]);
    if (fix) await ESLint.outputFixes(results);
    const found = Object.fromEntries(
      results.map(({ filePath, messages }) => [
        relative(folder, filePath),
        messages.map(({ line, ruleId, message }) => `${line} ${ruleId ?? ""} ${message}`),
      ]),
    );
    const inside = looked().map((each) => relative(folder, each));
    return { found, graphs: graphs(), looked: inside.toSorted() };
  } finally {
    for (const end of process.listeners("exit").filter((each) => !listeners.has(each))) {
      process.removeListener("exit", end);
      end(0);
    }
    forget();
    if (before === undefined) delete process.env.RESTRAINT_CACHE;
    else process.env.RESTRAINT_CACHE = before;
  }
}

/** The program as a process of its own loads it. What other tests of this worker have loaded is theirs again after `forget`. */
interface Fresh {
  readonly plugin: RestraintPlugin;
  readonly graphs: () => number;
  readonly looked: () => readonly string[];
  readonly forget: () => void;
}

function freshPlugin(): Fresh {
  const loaded = takeLoaded();
  const endCompiling = compileOnce(dist);
  const build = load(join(dist, "src/code/build.js")) as { buildCode: typeof Build.buildCode };
  const { buildCode } = build;
  let count = 0;
  build.buildCode = (...parameters) => {
    count += 1;
    return buildCode(...parameters);
  };
  const analysis = load(join(dist, "src/analysis/code.js")) as { analyseCode: typeof Code.analyseCode };
  const { analyseCode } = analysis;
  const looked: string[] = [];
  analysis.analyseCode = (input) => {
    looked.push(input.sourceFile.fileName);
    return analyseCode(input);
  };
  const plugin = load(join(dist, "src/hosts/eslint/plugin.js")) as RestraintPlugin;
  return {
    plugin,
    graphs: () => count,
    looked: () => looked,
    forget: () => {
      endCompiling();
      takeLoaded();
      Object.assign(load.cache, loaded);
    },
  };
}

function takeLoaded(): NodeJS.Dict<NodeJS.Module> {
  const loaded = Object.entries(load.cache).filter(([path]) => path.startsWith(dist));
  for (const [path] of loaded) Reflect.deleteProperty(load.cache, path);
  return Object.fromEntries(loaded);
}
