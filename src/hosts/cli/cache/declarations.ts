import type TS from "typescript";
import type { ResolvedImport } from "../declared-sources";
import { type CodeGroup, programOptions } from "../project";
import { normalisePath } from "../tsconfig";
import { digest } from "./digest";
import { type Contents, deepDigests, type Node, type Nodes } from "./digests";
import { globalFiles, ofProject, optionsDigest, ProgramAnswers, ProgramQuestions } from "./program-questions";

/** The declarations on which the files of one program depend: those of direct and indirect imports, and global ones. */
export interface StoredDeclarations {
  /** Digest of the options under which the program is compiled. */
  readonly options: string;
  /** Digest of the names of the program's root files. */
  readonly roots: string;
  /** Digest of the global declarations, on which all files depend without an import. */
  readonly environment: string;
  /** The files of the program. */
  readonly files: readonly string[];
  readonly nodes: Nodes;
}

/** Shared by the groups of a run. */
export interface Shared {
  readonly ts: typeof TS;
  readonly contents: Contents;
  readonly parse: (path: string) => TS.ParsedCommandLine;
}

/** The current declarations on which the files of a program depend. */
export class Declarations {
  readonly #ts: typeof TS;
  readonly #contents: Contents;
  readonly #answers = new ProgramAnswers();
  readonly #imports: ResolvedImport[] = [];
  readonly #questions: ProgramQuestions;
  readonly #options: string;
  readonly #roots: string;
  #seen: TS.Program | undefined;
  #environment: string | undefined;
  #files: readonly string[] = [];

  constructor(group: CodeGroup, configuration: string, { ts, contents, parse }: Shared) {
    this.#ts = ts;
    this.#contents = contents;
    const parsed = parse(configuration);
    this.#questions = new ProgramQuestions(ts, configuration, programOptions(parsed));
    this.#options = digest([optionsDigest(ts, configuration, parse), ...this.#questions.automaticTypes]);
    this.#roots = digest([...new Set([...parsed.fileNames, ...group.files].map(normalisePath))].sort());
  }

  /** Must be called for each import that the program resolves. */
  readonly onResolved = (found: ResolvedImport): void => {
    this.#imports.push(found);
  };

  /**
   * Repeats the questions of the last run.
   *
   * @param makeProgram creates the program. Called only if its global declarations may have changed.
   * @returns for each file a digest of the declarations on which it depends, or `undefined` if they are not known.
   */
  digestsAgain(
    stored: StoredDeclarations,
    files: readonly string[],
    makeProgram: () => TS.Program | undefined,
  ): ReadonlyMap<string, string> | undefined {
    const { nodes, isSame } = this.#askAgain(stored.nodes);
    if (isSame && stored.options === this.#options && stored.roots === this.#roots) {
      this.#environment = stored.environment;
      this.#files = stored.files;
    } else {
      const program = makeProgram();
      if (!program) return undefined;
      this.see(program);
    }
    return this.#digests(files, nodes);
  }

  /** Records the dependencies of the program's files. */
  see(program: TS.Program): void {
    if (this.#seen === program) return;
    this.#seen = program;
    this.#questions.note(program, this.#imports, this.#answers);
    this.#files = program
      .getSourceFiles()
      .filter((file) => !program.isSourceFileDefaultLibrary(file))
      .map(({ fileName }) => fileName);
    for (const file of this.#files) this.#answers.add(file);
    const globals = [...globalFiles(this.#ts, program)].sort();
    const digests = deepDigests(this.#nodes(), globals, this.#contents);
    this.#environment = digest(globals.flatMap((file) => [file, digests.get(file) ?? ""]));
  }

  /**
   * @returns for each file a digest of the declarations on which it depends, and the data from which the next run
   * computes it. `undefined` before {@link see}.
   */
  now(files: readonly string[]):
    | {
        readonly digests: ReadonlyMap<string, string>;
        readonly stored: StoredDeclarations;
      }
    | undefined {
    // The program was not created, so the dependencies are not known.
    if (this.#environment === undefined) return undefined;
    const [options, roots, environment] = [this.#options, this.#roots, this.#environment];
    const nodes = reachable(this.#nodes(), [...this.#files, ...files.map(normalisePath)]);
    return {
      digests: this.#digests(files, nodes),
      stored: { options, roots, environment, files: this.#files, nodes },
    };
  }

  /**
   * @returns the nodes with current answers, without those of changed files, and whether every file and answer is
   * unchanged.
   */
  #askAgain(before: Nodes): { readonly nodes: Nodes; readonly isSame: boolean } {
    const nodes = new Map<string, Node>();
    let isSame = true;
    for (const [file, { content, answers }] of before) {
      if (this.#contents.of(file) !== content) {
        isSame = false;
        continue;
      }
      this.#answers.add(file);
      const now: Record<string, readonly string[]> = {};
      const [project] = answers[ofProject] ?? [];
      for (const [question, last] of Object.entries(answers)) {
        const answer = this.#questions.ask(file, question, project) ?? last;
        this.#answers.note(file, question, answer);
        now[question] = answer;
        isSame &&= answer.length === last.length && answer.every((each, index) => each === last[index]);
      }
      nodes.set(file, { content, answers: now });
    }
    return { nodes, isSame };
  }

  #nodes(): Nodes {
    const nodes = new Map<string, Node>();
    for (const [file, answers] of this.#answers.all) nodes.set(file, { content: this.#contents.of(file), answers });
    return nodes;
  }

  #digests(files: readonly string[], nodes: Nodes): ReadonlyMap<string, string> {
    const names = files.map(normalisePath);
    const digests = deepDigests(nodes, names, this.#contents);
    const environment = this.#environment ?? "";
    return new Map(
      files.map((file, index) => [file, digest([this.#options, environment, digests.get(names[index] ?? "") ?? ""])]),
    );
  }
}

/** @returns the nodes reachable from some files, including their own. */
function reachable(nodes: Nodes, starts: readonly string[]): Nodes {
  const found = new Map<string, Node>();
  const pending = [...starts];
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const node = nodes.get(name);
    if (!node || found.has(name)) continue;
    found.set(name, node);
    pending.push(...Object.values(node.answers).flat());
  }
  return found;
}
