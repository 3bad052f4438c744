import type TS from "typescript";
import type { ResolvedImport } from "../declared-sources";
import { type CodeGroup, programOptions } from "../project";
import { normalisePath } from "../tsconfig";
import { digest } from "./digest";
import { type Contents, deepDigests, type Node, type Nodes } from "./digests";
import { globalFiles, ofProject, optionsDigest, ProgramAnswers, ProgramQuestions } from "./program-questions";

/** The declarations on which the files of one program depend: of direct and indirect imports, and global ones. */
export interface StoredDeclarations {
  /** Of the options under which the program is compiled. */
  readonly options: string;
  /** Of the names of the files with which it begins. */
  readonly roots: string;
  /** Of what all its files depend on without an import. */
  readonly environment: string;
  /** The files of the program. */
  readonly files: readonly string[];
  readonly nodes: Nodes;
}

/** What the groups of a run share. */
export interface Shared {
  readonly ts: typeof TS;
  readonly contents: Contents;
  readonly parse: (path: string) => TS.ParsedCommandLine;
}

/** The declarations on which the files of a program depend, as they are now. */
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

  /** To be told of each import that the program resolves. */
  readonly onResolved = (found: ResolvedImport): void => {
    this.#imports.push(found);
  };

  /**
   * Asks again what the last run has asked.
   *
   * @param makeProgram makes the program; called only where it takes one to tell what all files depend on.
   * @returns what stands for the declarations on which each file depends; nothing where nobody knows.
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

  /** Notes what the files of the program depend on. */
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

  /** @returns what stands for the declarations on which each file depends, and what tells it in the next run; nothing before a program was seen. */
  now(files: readonly string[]):
    | {
        readonly digests: ReadonlyMap<string, string>;
        readonly stored: StoredDeclarations;
      }
    | undefined {
    // Without the program that was meant to be there nobody knows what the files depend on.
    if (this.#environment === undefined) return undefined;
    const [options, roots, environment] = [this.#options, this.#roots, this.#environment];
    const nodes = reachable(this.#nodes(), [...this.#files, ...files.map(normalisePath)]);
    return {
      digests: this.#digests(files, nodes),
      stored: { options, roots, environment, files: this.#files, nodes },
    };
  }

  /** @returns the nodes as they are now, without those of changed files, and whether none and nothing of them has changed. */
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

/** @returns the nodes to which some files lead, their own among them. */
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
