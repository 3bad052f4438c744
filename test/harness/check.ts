import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import ts from "typescript";
import type { Analysis } from "../../src/analysis/analysis";
import { analyseCode } from "../../src/analysis/code";
import { createCodebase } from "../../src/analysis/codebase";
import { analyseManifests } from "../../src/analysis/manifests";
import { loadProject, type Project } from "../../src/contract/configuration/load";
import { factsFor } from "../../src/hosts/shared/files/facts";
import { readPackageFile } from "../../src/hosts/shared/sources/package-file";
import { noSources, type Sources } from "../../src/project/sources";
import type { Rule } from "../../src/rule/define";
import type { Finding } from "../../src/rule/finding";
import { runRules } from "../../src/rule/run";
import { LineTable } from "../../src/text/lines";
import type { Range } from "../../src/text/range";
import { blankOutsideScripts } from "../../src/text/scripts";
import { copyContracts, root, type Source } from "./fixtures";
import { programHost } from "./typed-text";

/** A source file with the checker of its program. */
export interface TypedSource {
  readonly sourceFile: ts.SourceFile;
  readonly checker: ts.TypeChecker;
}

export interface Checked {
  readonly analysis: Analysis;
  readonly findings: readonly Finding[];
}

/**
 * Checks a text with one rule, through the engine alone.
 *
 * @param typed its tree in a program; absent: by syntax only.
 * @throws Error if the rule crashes or the configuration is wrong.
 */
export function check(rule: Rule, source: Source, typed?: TypedSource): Checked {
  const project = projectOf(source.configuration);
  const analysis = analyse(source, project, typed);
  const { findings, failures } = runRules(analysis, [{ rule, severity: rule.docs.severity, options: source.options }], {
    contract: project.contract,
    facts: factsFor(project, join(project.root, basename(source.path))),
  });
  if (failures[0]) throw failures[0].error;
  return { analysis, findings };
}

const packages: Sources = { ...noSources, packageText: (from, path) => readPackageFile(root, from, path) };

const findingsOfTexts = new Map<string, readonly Finding[]>();
const findingsOfTrees = new WeakMap<ts.SourceFile, Map<string, readonly Finding[]>>();

/**
 * Checks a text with one rule, and caches the findings, because several tests ask for those of the same case.
 *
 * @param typed its tree in a program; absent: by syntax only.
 */
export function findingsIn(rule: Rule, source: Source, typed?: TypedSource): readonly Finding[] {
  const known = typed
    ? (findingsOfTrees.get(typed.sourceFile) ?? new Map<string, readonly Finding[]>())
    : findingsOfTexts;
  if (typed) findingsOfTrees.set(typed.sourceFile, known);
  const { path, text, options, configuration } = source;
  const key = JSON.stringify([rule.id, path, text, options, configuration]);
  const findings = known.get(key) ?? check(rule, source, typed).findings;
  known.set(key, findings);
  return findings;
}

/** @returns syntax errors of the text: none for correct fixtures and outputs of fixes. */
export function syntaxErrors(source: Source): readonly string[] {
  if (isManifest(source)) return analyse(source, projectOf(undefined)).problems.map(({ message }) => message);
  const file = parse(source);
  const errors = "parseDiagnostics" in file ? (file.parseDiagnostics as readonly ts.Diagnostic[]) : [];
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** @returns `line:column-line:column id`, for readable comparisons. */
export function describeFinding(text: string, range: Range, messageId: string): string {
  const lines = new LineTable(text, "code");
  const [start, end] = [lines.positionAt(range.start), lines.positionAt(range.end)];
  return `${start.line}:${start.column}-${end.line}:${end.column} ${messageId}`;
}

/** Whether type information may change the result: plain JavaScript and components are checked by syntax. */
export function takesTypes(source: Source): boolean {
  return source.extension === "ts" || source.extension === "tsx";
}

export function isManifest(source: Source): boolean {
  return source.extension === "yaml" || source.extension === "yml" || source.extension === "json";
}

/**
 * Creates one program of many texts, each a module of its own.
 *
 * @returns the typed tree of each, by path.
 */
export function typedSources(sources: readonly Source[]): ReadonlyMap<string, TypedSource> {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    moduleDetection: ts.ModuleDetectionKind.Force,
    jsx: ts.JsxEmit.Preserve,
    types: ["node"],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  };
  const texts = new Map(sources.map((source) => [source.path, source.text]));
  const program = ts.createProgram([...texts.keys()], options, programHost(options, texts));
  const checker = program.getTypeChecker();
  return new Map(
    [...texts.keys()].flatMap((path): [string, TypedSource][] => {
      const sourceFile = program.getSourceFile(path);
      return sourceFile ? [[path, { sourceFile, checker }]] : [];
    }),
  );
}

function analyse(source: Source, project: Project, typed?: TypedSource): Analysis {
  if (isManifest(source)) {
    const language = source.extension === "json" ? "json" : "yaml";
    return analyseManifests({ text: source.text, language, contract: project.contract, facts: project.facts });
  }
  const sourceFile = typed?.sourceFile ?? parse(source);
  const { contract, facts } = project;
  // Methods of generated clients are declared only in their packages.
  const codebase = source.text.includes('"@googleapis/') ? createCodebase(ts, packages, facts) : undefined;
  return analyseCode({ ts, sourceFile, checker: typed?.checker, contract, facts, codebase });
}

function parse({ path, text, extension }: Source): ts.SourceFile {
  if (extension === "vue" || extension === "svelte") {
    const scripts = blankOutsideScripts(text);
    return ts.createSourceFile(path, scripts.text, ts.ScriptTarget.Latest, true, scriptKinds[scripts.language]);
  }
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKinds[extension]);
}

const scriptKinds: Readonly<Record<string, ts.ScriptKind>> = {
  ts: ts.ScriptKind.TS,
  tsx: ts.ScriptKind.TSX,
  js: ts.ScriptKind.JSX,
  mjs: ts.ScriptKind.JSX,
  cjs: ts.ScriptKind.JSX,
  jsx: ts.ScriptKind.JSX,
};

const projects = new Map<string, Project>();

/** @returns the project for a configuration text; without one, the built-in contract alone. */
export function projectOf(configuration: string | undefined): Project {
  const key = configuration ?? "";
  const known = projects.get(key);
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), "restraint-fixture-"));
  copyContracts(folder);
  if (configuration !== undefined) writeFileSync(join(folder, "restraint.config.yaml"), configuration);
  const project = loadProject(join(folder, "case.ts"));
  const problem = project.problems[0];
  if (problem) throw new Error(`configuration: ${problem.message}`);
  projects.set(key, project);
  return project;
}
