import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import ts from "typescript";
import { analyseCode } from "../../../src/analysis/code";
import type { Codebase } from "../../../src/analysis/codebase";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { Codebases } from "../../../src/hosts/shared/sources/codebases";
import { findUnseenCalls } from "../../../src/hosts/shared/calls/unseen";
import type { Request } from "../../../src/request/request";
import { programHost } from "../typed-text";

/** The files of a program by name; the first is its entry. */
export type Files = Readonly<Record<string, string>>;

/** The modes in which hosts check code: a file without its project, a project without types, a project with types. */
export const modes = ["file", "project", "types"] as const;
export type Mode = (typeof modes)[number];

/** The knowledge about a program in one mode. */
export interface Known {
  /** By file. */
  readonly requests: Readonly<Record<string, readonly Request[]>>;
  /** Number of calls reported as not followed. */
  readonly untold: number;
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: ["node"],
  strict: false,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  jsx: ts.JsxEmit.Preserve,
};

/** The last program. The next one with the same files and packages reuses the unchanged ones. */
let lastProgram: ts.Program | undefined;

/**
 * Analyses programs in each mode, all with one program for types, because most of the time is spent on declarations of
 * packages.
 */
export function readInModes(programs: readonly Files[]): readonly Readonly<Record<Mode, Known>>[] {
  const root = mkdtempSync(join(tmpdir(), "restraint-modes-"));
  try {
    symlinkSync(join(__dirname, "../../../node_modules"), join(root, "node_modules"), "junction");
    const folders = programs.map((files, index) => writeProgram(join(root, String(index)), files));
    const names = programs.flatMap((files, index) => namesIn(folders[index] ?? "", files));
    const program = ts.createProgram(names, options, programHost(options), lastProgram);
    lastProgram = program;
    return programs.map((files, index) => readProgram(folders[index] ?? "", files, program));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writeProgram(folder: string, files: Files): string {
  for (const [name, text] of Object.entries({ ...files, "package.json": '{"type":"module"}', ".git": "" })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const namesIn = (folder: string, files: Files): readonly string[] =>
  Object.keys(files)
    .filter((name) => /\.[cm]?[jt]sx?$/u.test(name))
    .map((name) => join(folder, name));

function readProgram(folder: string, files: Files, program: ts.Program): Readonly<Record<Mode, Known>> {
  const names = namesIn(folder, files);
  const codebases = new Codebases(ts, { lookedAt: names });
  const read = (treeOf: (name: string) => ts.SourceFile, types?: ts.Program, codebase?: Codebase): Known => {
    const requests: Record<string, readonly Request[]> = {};
    let untold = 0;
    for (const name of names) {
      const sourceFile = treeOf(name);
      const checker = types?.getTypeChecker();
      const analysis = analyseCode({ ts, sourceFile, checker, codebase, contract: builtinContract, facts: noFacts });
      requests[name.slice(folder.length + 1)] = analysis.requests;
      untold += findUnseenCalls(ts, sourceFile, analysis).length;
    }
    return { requests, untold };
  };
  const text = (name: string): string => files[name.slice(folder.length + 1)] ?? "";
  const alone = (name: string): ts.SourceFile => ts.createSourceFile(name, text(name), ts.ScriptTarget.Latest, true);
  const untyped = codebases.of(names[0] ?? "", noFacts);
  const typed = codebases.of(names[0] ?? "", noFacts, program);
  return {
    file: read(alone),
    project: read((name) => untyped.sources.file(name) ?? alone(name), undefined, untyped),
    types: read((name) => program.getSourceFile(name) ?? alone(name), program, typed),
  };
}
