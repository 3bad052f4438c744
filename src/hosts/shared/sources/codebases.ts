import { dirname } from "node:path";
import type TS from "typescript";
import { type Codebase, type CodebaseOptions, createCodebase } from "../../../analysis/codebase";
import type { ClientFacts } from "../../../request/library";
import { projectMarks } from "../../../contract/configuration/find-configuration";
import type { Sources } from "../../../project/sources";
import { addTo } from "../../../text/groups";
import { projectRoot } from "../../../files/project-root";
import type { AskedFiles } from "./asked";
import { SourceFiles } from "./source-files";

interface Remembered {
  readonly version: object;
  readonly facts: ClientFacts;
  readonly codebase: Codebase;
}

export interface CodebasesOptions extends CodebaseOptions {
  /** Gives what is to be told of all that is asked of the files below a root. */
  readonly askedOf?: (root: string) => AskedFiles | undefined;
}

/** The codebases of one process: parsed files are shared by all that are analysed, and dropped when they change. */
export class Codebases {
  readonly #ts: typeof TS;
  readonly #options: CodebasesOptions;
  readonly #byRoot = new Map<string, SourceFiles>();
  readonly #bySources = new WeakMap<SourceFiles, Remembered>();
  #lookedAt: Map<string, string[]> | undefined;
  readonly #byProgram = new WeakMap<TS.Program, Map<string, Remembered>>();

  /**
   * @param ts the TypeScript that makes the trees.
   */
  constructor(ts: typeof TS, options: CodebasesOptions = {}) {
    this.#ts = ts;
    this.#options = options;
  }

  /**
   * @param file an absolute path.
   * @param program: its files come first, so that values and types share trees.
   * @returns what is known of the project of a file, as it is now.
   */
  of(file: string, facts: ClientFacts, program?: TS.Program): Codebase {
    const root = projectRoot(dirname(file), projectMarks);
    const files = this.#filesOf(root);
    const version = files.refresh();
    const known = program ? this.#byProgram.get(program)?.get(root) : this.#bySources.get(files);
    if (known?.version === version && hasSameClients(known.facts, facts)) return known.codebase;
    const sources = program ? typedSources(files, program) : files;
    const codebase = createCodebase(this.#ts, sources, facts, { lookedAt: this.#lookedAtBelow(root) });
    const remembered: Remembered = { version, facts, codebase };
    if (!program) {
      this.#bySources.set(files, remembered);
    } else {
      const byRoot = this.#byProgram.get(program) ?? new Map<string, Remembered>();
      this.#byProgram.set(program, byRoot.set(root, remembered));
    }
    return codebase;
  }

  /** @returns our own tree of a file that somebody else has parsed, without types. */
  adopt(file: string, tree: TS.SourceFile): TS.SourceFile {
    return this.#filesOf(projectRoot(dirname(file), projectMarks)).adopt(file, tree);
  }

  /** A run may have files of many projects: each codebase follows those of its own, or the work would grow with the square of their number. */
  #lookedAtBelow(root: string): readonly string[] | undefined {
    const { lookedAt } = this.#options;
    if (!lookedAt) return undefined;
    if (!this.#lookedAt) {
      this.#lookedAt = new Map();
      for (const file of lookedAt) addTo(this.#lookedAt, projectRoot(dirname(file), projectMarks), file);
    }
    return this.#lookedAt.get(root) ?? [];
  }

  #filesOf(root: string): SourceFiles {
    let files = this.#byRoot.get(root);
    if (!files) this.#byRoot.set(root, (files = new SourceFiles(this.#ts, root, this.#options.askedOf?.(root))));
    return files;
  }
}

/** Files of one project may differ in all other facts, such as the type of their tokens: that makes no other codebase. */
function hasSameClients(one: ClientFacts, other: ClientFacts): boolean {
  return one.clients === other.clients && one.tokens.types === other.tokens.types;
}

function typedSources(files: SourceFiles, program: TS.Program): Sources {
  return {
    find: (from, specifier) => files.find(from, specifier),
    file: (name) => program.getSourceFile(name) ?? files.file(name),
    text: (name) => program.getSourceFile(name)?.text ?? files.text(name),
    declaring: (member) => files.declaring(member),
    declared: (from, members) => files.declared(from, members),
    all: () => files.all(),
    packageText: (from, path) => files.packageText(from, path),
    asked: files.asked,
  };
}
