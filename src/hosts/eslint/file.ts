import type { Rule as EslintRule } from "eslint";
import type TS from "typescript";
import { rules } from "../../../rules/index";
import { type Analysis, emptyAnalysis } from "../../analysis/analysis";
import { analyseCode } from "../../analysis/code";
import { analyseManifests } from "../../analysis/manifests";
import { mayConcernUs } from "../../analysis/relevance";
import type { Facts } from "../../contract/configuration/configuration";
import { loadProject, type Project } from "../../contract/configuration/load";
import type { Range } from "../../text/range";
import { mostBytes } from "../../files/read";
import type { Sources } from "../../project/sources";
import { visible } from "../../text/visible";
import { factsFor } from "../shared/files/facts";
import { whyGenerated, whyTooLarge } from "../shared/files/generated";
import { isPartialFile } from "../shared/files/partial";
import { Codebases } from "../shared/sources/codebases";
import type { FileMemory } from "./memory/memory";
import { enterFile, fileMemory, projectMemory } from "./memory/remember";
import { getCodeTree, type ParsedCode } from "./typescript-tree";
import { YamlSourceCode } from "./yaml-source-code";
import { relative } from "node:path";

/** Says why Restraint did not check a file, or part of it. Without a range it concerns the whole file. */
export interface Notice {
  /** `doubt`: a possible mistake in the configuration. */
  readonly about: "configuration" | "doubt" | "unchecked";
  readonly message: string;
  readonly range?: Range;
}

/** The analysis of one file, shared by all rules that ESLint runs on it. */
export interface LintedFile {
  readonly analysis: Analysis;
  /** Findings of earlier runs that are still valid. */
  readonly memory: FileMemory | undefined;
  readonly project: Project;
  /** The project's facts for this file. */
  readonly facts: Facts;
  /** @returns the file's notices of these kinds on the first call, and nothing on later ones. */
  takeNotices(about: readonly Notice["about"][]): readonly Notice[];
  /** Adds a notice about a part that a rule could not check. */
  addNotice(notice: Notice): void;
}

const files = new WeakMap<object, LintedFile>();

/** By TypeScript module: trees of different versions must not be mixed. */
const codebases = new WeakMap<typeof TS, Codebases>();

function codebasesOf(ts: typeof TS): Codebases {
  let known = codebases.get(ts);
  if (!known) codebases.set(ts, (known = new Codebases(ts, { askedOf: (root) => projectMemory(root)?.asked })));
  return known;
}

/**
 * Analyses the linted file. All rules that run on one source code share the result.
 *
 * Never throws: a crash becomes a notice, and an analysis without subjects.
 */
export function getLintedFile(context: EslintRule.RuleContext): LintedFile {
  const known = files.get(context.sourceCode);
  if (known !== undefined) return known;
  const project = loadProject(context.filename, rules);
  const notices: Notice[] = [...describeProblems(project, context.filename)];
  const facts = factsFor(project, context.filename);
  const follow = (): Sources => followProject(context, project);
  const memory = isProgram(context.sourceCode) ? fileMemory(context, project, facts, follow) : undefined;
  let made: Analysis | undefined;
  const make = (): Analysis => {
    const before = notices.length;
    if (isProgram(context.sourceCode)) enterFile(context.physicalFilename, project);
    made = analyse(context, project, notices);
    if (notices.length > before) memory?.spoil();
    return made;
  };
  const file: LintedFile = {
    get analysis() {
      return made ?? make();
    },
    memory,
    project,
    facts,
    takeNotices(about) {
      // A remembered file was checked completely, so it has no notices.
      if (!made && memory?.isKnown !== true) make();
      const taken = notices.filter((notice) => about.includes(notice.about));
      notices.splice(0, Infinity, ...notices.filter((notice) => !taken.includes(notice)));
      return taken;
    },
    addNotice: (notice) => {
      memory?.spoil();
      notices.push(notice);
    },
  };
  files.set(context.sourceCode, file);
  return file;
}

function analyse(context: EslintRule.RuleContext, project: Project, notices: Notice[]): Analysis {
  const code: unknown = context.sourceCode;
  if (code instanceof YamlSourceCode) {
    notices.push(...unread(code.analysis));
    return code.analysis;
  }
  const { text } = context.sourceCode;
  const language = languageOf(context.sourceCode);
  const isCode = language === "code";
  // Generated code is not checked, whatever its size.
  if (isCode && whyGenerated(context.physicalFilename, text) !== undefined) return emptyAnalysis(text, language);
  try {
    const isOurs = !isCode || mayConcernUs(text, project.contract, project.facts, { follows: true });
    const tooLarge = isOurs ? whyTooLarge(text, isCode ? mostBytes.code : mostBytes.manifest) : undefined;
    if (tooLarge !== undefined)
      notices.push({ about: "unchecked", message: `Restraint did not check this file: ${tooLarge}` });
    if (!isOurs || tooLarge !== undefined) return emptyAnalysis(text, language);
    if (!isCode) {
      const isPartial = (): boolean => isPartialFile(project, context.filename);
      const analysis = analyseManifests({
        text,
        language,
        contract: project.contract,
        facts: project.facts,
        isPartial,
      });
      // Problems are only notices, because the file's own parser has accepted it.
      notices.push(...unread(analysis));
      return analysis;
    }
    const tree = getCodeTree(context.sourceCode, context.filename);
    const path = context.physicalFilename;
    const known = codebasesOf(tree.ts);
    const codebase = known.of(path, project.facts, tree.program);
    const sourceFile = tree.program ? tree.sourceFile : known.adopt(path, tree.sourceFile);
    return analyseCode({ ...tree, sourceFile, codebase, contract: project.contract, facts: project.facts });
  } catch (error) {
    notices.push({
      about: "unchecked",
      message: `Restraint crashed on this file and checked nothing in it: ${error instanceof Error ? error.message : String(error)}`,
    });
    return emptyAnalysis(text, language);
  }
}

/** Follows marks to requests through a file's project, before the first question about a file. */
function followProject(context: EslintRule.RuleContext, project: Project): Sources {
  const path = context.physicalFilename;
  const { ts } = getCodeTree(context.sourceCode, context.filename);
  const { engine, sources } = codebasesOf(ts).of(path, project.facts);
  enterFile(path, project);
  const pieces = engine.prepare(undefined)[Symbol.iterator]();
  while (pieces.next().done !== true);
  return sources;
}

function unread({ problems }: Analysis): readonly Notice[] {
  return problems.map(({ message, range }) => ({
    about: "unchecked",
    message: `Restraint could not read this document: ${visible(message)}`,
    range,
  }));
}

function isProgram(code: object): boolean {
  return !(code instanceof YamlSourceCode) && languageOf(code as ParsedCode) === "code";
}

/** Recognises the language by the parser's tree, because processors invent file names. */
function languageOf(code: ParsedCode): Analysis["language"] {
  const services = code.parserServices as { readonly isYAML?: boolean; readonly isJSON?: boolean } | undefined;
  if (services?.isYAML === true) return "yaml";
  const isJsonDocument = "type" in code.ast && code.ast.type === "Document";
  return services?.isJSON === true || isJsonDocument ? "json" : "code";
}

/** Configuration file -> the linted file on which its problems are reported. */
const shownBy = new Map<string, string>();

/**
 * Reports problems of a project's configuration on the first file linted under it, and on that file again when an
 * editor lints it again, but not on each of a thousand files.
 */
function describeProblems(project: Project, filename: string): readonly Notice[] {
  const configuration = project.configurationPath;
  if (configuration === undefined) return [];
  if (project.problems.length === 0) {
    shownBy.delete(configuration);
    return [];
  }
  const place = shownBy.get(configuration) ?? filename;
  shownBy.set(configuration, place);
  if (place !== filename) return [];
  return project.problems.map(({ file, line, column, severity, message }) => ({
    about: severity === "error" ? "configuration" : "doubt",
    message: visible(`${relative(project.root, file)}:${line}:${column}: ${message}`),
  }));
}
