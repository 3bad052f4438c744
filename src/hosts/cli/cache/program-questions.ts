import { dirname, join } from "node:path";
import type TS from "typescript";
import { moduleResolver, type ModuleResolver, type ResolvedImport } from "../declared-sources";
import { parseConfiguration } from "../tsconfig";
import { readerOf } from "../../shared/typescript/reader";
import { digest } from "./digest";

/** A program's questions about one file, with the answers: paths of files. */
export type Answers = Readonly<Record<string, readonly string[]>>;

/** Questions by file. The types of a file depend on the files that its answers name, and on the answers for those. */
export class ProgramAnswers {
  readonly #answers = new Map<string, Record<string, readonly string[]>>();

  /** Adds a file even if no question is asked about it. */
  add(file: string): void {
    if (!this.#answers.has(file)) this.#answers.set(file, {});
  }

  note(file: string, question: string, answer: readonly string[]): void {
    const known = this.#answers.get(file);
    if (known) known[question] = answer;
    else this.#answers.set(file, { [question]: answer });
  }

  /** All questions so far, by file. */
  get all(): ReadonlyMap<string, Answers> {
    return this.#answers;
  }
}

/** Resolves imports under a tsconfig.json, and its packages of types, as a program would, without creating one. */
export class ProgramQuestions {
  readonly #ts: typeof TS;
  readonly #options: TS.CompilerOptions;
  readonly #host: TS.CompilerHost;
  readonly #resolve: ModuleResolver;
  readonly #references = new Map<string, TS.ResolvedProjectReference>();
  /** The file name under which the automatic packages of types are recorded. */
  readonly #automatic: string;

  constructor(ts: typeof TS, configuration: string, options: TS.CompilerOptions) {
    this.#ts = ts;
    this.#options = options;
    this.#host = ts.createCompilerHost(options);
    this.#host.readFile = readerOf(ts);
    this.#resolve = moduleResolver(ts, this.#host, options);
    this.#automatic = join(dirname(configuration), "automatic types");
  }

  /**
   * Records the questions about the files of a program.
   *
   * @param imports all imports that the program resolved.
   */
  note(program: TS.Program, imports: readonly ResolvedImport[], answers: ProgramAnswers): void {
    for (const each of imports) this.#noteImport(program, each, answers);
    for (const name of this.automaticTypes) this.#noteType(answers, this.#automatic, `types 0 ${name}`);
    for (const file of program.getSourceFiles())
      for (const { fileName, resolutionMode } of file.typeReferenceDirectives)
        this.#noteType(answers, file.fileName, `types ${resolutionMode ?? file.impliedNodeFormat ?? 0} ${fileName}`);
  }

  #noteImport(
    program: TS.Program,
    { containing, name, mode, project, target }: ResolvedImport,
    answers: ProgramAnswers,
  ): void {
    const question = `import ${mode ?? 0} ${name}`;
    const reference = project?.sourceFile.fileName;
    if (reference !== undefined) answers.note(containing, ofProject, [reference]);
    const answer = this.ask(containing, question, reference) ?? [];
    answers.note(containing, question, answer);
    if (target === undefined) return;
    // The program replaces the output of a referenced project by its sources, whether or not the output exists.
    const actual = program.getSourceFile(target)?.fileName ?? target;
    if (actual !== answer[0]) answers.note(containing, `${leadsTo} ${question}`, [actual]);
  }

  /** @returns the names of the packages of types that the program includes without an import. */
  get automaticTypes(): readonly string[] {
    return this.#ts.getAutomaticTypeDirectiveNames(this.#options, this.#host);
  }

  /**
   * @param project the configuration of the referenced project to which the file belongs.
   * @returns `undefined` for a question that only the program can answer. Its answer follows from the configurations,
   * which have their own digest.
   */
  ask(file: string, question: string, project: string | undefined): readonly string[] | undefined {
    const [kind, rest] = splitQuestion(question);
    const [mode, name] = splitQuestion(rest);
    const resolutionMode = this.#modeOf(mode);
    if (kind === "import")
      return targetOf(this.#resolve(name, file, resolutionMode, this.#referenceOf(project)).resolvedModule);
    if (kind === "types") {
      const found = this.#ts.resolveTypeReferenceDirective(
        name,
        file,
        this.#options,
        this.#host,
        this.#referenceOf(project),
        undefined,
        resolutionMode,
      );
      return targetOf(found.resolvedTypeReferenceDirective);
    }
    return undefined;
  }

  #modeOf(text: string): TS.ResolutionMode {
    const { CommonJS, ESNext } = this.#ts.ModuleKind;
    if (text === String(CommonJS)) return CommonJS;
    return text === String(ESNext) ? ESNext : undefined;
  }

  #noteType(answers: ProgramAnswers, file: string, question: string): void {
    const [project] = answers.all.get(file)?.[ofProject] ?? [];
    answers.note(file, question, this.ask(file, question, project) ?? []);
  }

  #referenceOf(configuration: string | undefined): TS.ResolvedProjectReference | undefined {
    if (configuration === undefined) return undefined;
    let reference = this.#references.get(configuration);
    if (!reference) {
      const sourceFile = this.#ts.readJsonConfigFile(configuration, readerOf(this.#ts));
      reference = { commandLine: parseConfiguration(this.#ts, configuration), sourceFile };
      this.#references.set(configuration, reference);
    }
    return reference;
  }
}

/** Question: which referenced project does the file belong to? */
export const ofProject = "project";

/** Question: where does an import lead in the program, if not where the compiler alone would resolve it? */
const leadsTo = "source";

/** @returns the first word of a question, and the rest. */
function splitQuestion(question: string): readonly [string, string] {
  const at = question.indexOf(" ");
  return [question.slice(0, at), question.slice(at + 1)];
}

function targetOf(found: { readonly resolvedFileName?: string | undefined } | undefined): readonly string[] {
  return found?.resolvedFileName === undefined ? [] : [found.resolvedFileName];
}

/** @returns a digest of the compiler version and of the options of a tsconfig.json and its references. */
export function optionsDigest(
  ts: typeof TS,
  configuration: string,
  parse: (path: string) => TS.ParsedCommandLine,
): string {
  const parts = [ts.version, configuration];
  const pending = [configuration];
  const seen = new Set(pending);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const { options, fileNames, projectReferences = [] } = parse(path);
    parts.push(path, JSON.stringify(options), ...(path === configuration ? [] : fileNames));
    for (const reference of projectReferences) {
      const target = ts.resolveProjectReferencePath(reference);
      parts.push(target);
      if (!seen.has(target)) pending.push(target);
      seen.add(target);
    }
  }
  return digest(parts);
}

/**
 * Finds the files of a program with global declarations, on which every other file may depend without an import.
 *
 * The language's own declarations are left out: they change only with the compiler.
 */
export function globalFiles(ts: typeof TS, program: TS.Program): readonly string[] {
  const checker = program.getTypeChecker();
  const isModule = (file: TS.SourceFile): boolean =>
    checker.getSymbolAtLocation(file) !== undefined || file.fileName.endsWith(".json");
  const declaresForOthers = (file: TS.SourceFile): boolean =>
    file.statements.some(
      (each) =>
        ts.isModuleDeclaration(each) &&
        (ts.isStringLiteral(each.name) || (each.flags & ts.NodeFlags.GlobalAugmentation) !== 0),
    );
  return program
    .getSourceFiles()
    .filter((file) => !program.isSourceFileDefaultLibrary(file) && (!isModule(file) || declaresForOthers(file)))
    .map(({ fileName }) => fileName);
}
