import { dirname } from "node:path";
import type TS from "typescript";
import { type Codebase, type CodebaseOptions, createCodebase } from "../../../analysis/codebase";
import type { ClientFacts } from "../../../request/library";
import type { Sources } from "../../../project/sources";
import { addTo } from "../../../text/groups";
import { EditedCodebase, hasSameClients, type Soon } from "../memory/edited-codebase";
import type { OwnFiles } from "../memory/kept-codebase";
import { AskedFiles } from "./asked";
import { Rest } from "./rest";
import { SourceFiles } from "./source-files";
import { ProjectRoots } from "../files/project-roots";

interface Remembered {
  readonly version: object;
  readonly facts: ClientFacts;
  readonly codebase: Codebase;
}

export interface CodebasesOptions extends CodebaseOptions {
  /** @returns the recorder of all questions about the files below a root. */
  readonly askedOf?: (root: string) => AskedFiles | undefined;
  /**
   * Set if each program differs from the previous one by an edit. Results that stay valid are then kept for the next
   * program.
   */
  readonly keepsOverEdits?: boolean;
}

/** The codebases of a process. Parsed files are shared by all analysed files, and dropped when they change. */
export class Codebases {
  readonly #ts: typeof TS;
  readonly #options: CodebasesOptions;
  readonly #byRoot = new Map<string, SourceFiles>();
  readonly #rest = new Rest();
  /** Looked up again when the process has been idle. */
  readonly #roots = new ProjectRoots();
  readonly #bySources = new WeakMap<SourceFiles, Remembered>();
  #lookedAt: Map<string, string[]> | undefined;
  readonly #byProgram = new WeakMap<TS.Program, Map<string, Remembered>>();
  /** The codebase of the last program, and the files of its project. Only one is kept, because it holds all trees in memory. */
  #last: (Remembered & { readonly root: string; readonly own: OwnFiles }) | undefined;
  readonly #edited = new Map<string, EditedCodebase>();

  /** @param ts the TypeScript that creates the syntax trees. */
  constructor(ts: typeof TS, options: CodebasesOptions = {}) {
    this.#ts = ts;
    this.#options = options;
  }

  /**
   * @param file an absolute path.
   * @param program its files take precedence, so that values and types share trees.
   * @returns the current codebase of the file's project.
   */
  of(file: string, facts: ClientFacts, program?: TS.Program): Codebase {
    const { root, files, version } = this.#projectOf(file);
    if (program && this.#options.keepsOverEdits === true)
      return this.#editedBelow(root, files).of({ program, facts, version });
    const at: At = { root, files, facts, version };
    const byRoot = program && (this.#byProgram.get(program) ?? new Map<string, Remembered>());
    const known = byRoot ? byRoot.get(root) : this.#bySources.get(files);
    if (isValid(known, at)) return known.codebase;
    const remembered: Remembered = program
      ? this.#typed(at, program)
      : { ...at, codebase: createCodebase(this.#ts, files, facts, { lookedAt: this.#lookedAtBelow(root) }) };
    if (program && byRoot) this.#byProgram.set(program, byRoot.set(root, remembered));
    else this.#bySources.set(files, remembered);
    return remembered.codebase;
  }

  /** @returns a codebase that answers without following the project again; see {@link EditedCodebase.soon}. Requires `keepsOverEdits`. */
  soon(file: string, facts: ClientFacts, program: TS.Program): Soon | undefined {
    const { root, files, version } = this.#projectOf(file);
    return this.#editedBelow(root, files).soon({ program, facts, version });
  }

  /** @returns the pieces in which a project is followed; see {@link EditedCodebase.following}. Requires `keepsOverEdits`. */
  following(file: string, facts: ClientFacts, program: TS.Program, ask?: () => void): Iterable<void> {
    const { root, files, version } = this.#projectOf(file);
    return this.#editedBelow(root, files).following({ program, facts, version }, ask);
  }

  #projectOf(file: string): { readonly root: string; readonly files: SourceFiles; readonly version: object } {
    if (this.#rest.hasPassed()) this.#roots.forget();
    const root = this.#roots.of(file);
    const files = this.#filesOf(root);
    return { root, files, version: files.refresh() };
  }

  #editedBelow(root: string, files: SourceFiles): EditedCodebase {
    let edited = this.#edited.get(root);
    if (!edited) {
      const create = (
        own: OwnFiles,
        facts: ClientFacts,
      ): { readonly codebase: Codebase; readonly asked: AskedFiles } => {
        const asked = new AskedFiles(root);
        return { codebase: createCodebase(this.#ts, typedSources(files, own, asked), facts), asked };
      };
      edited = new EditedCodebase({ root, filesOf: (program) => ownFilesOf(root, program), create });
      this.#edited.set(root, edited);
    }
    return edited;
  }

  /** Parsers with types create many programs with the same files, which share one codebase. */
  #typed(at: At, program: TS.Program): Remembered {
    const { root, files, facts } = at;
    const own = ownFilesOf(root, program);
    const last = this.#last;
    if (isValid(last, at) && last.root === root && hasSameFiles(last.own, own)) return last;
    // Keeps the trees alone: a program would keep its types in memory.
    const trees = new Map(program.getSourceFiles().map((file) => [file.fileName, file]));
    const sources = typedSources(files, trees, files.asked);
    const codebase = createCodebase(this.#ts, sources, facts, { lookedAt: this.#lookedAtBelow(root) });
    const made = { ...at, codebase, own };
    this.#last = made;
    return made;
  }

  /** @returns our own tree, without types, for a file that another parser has parsed. */
  adopt(file: string, tree: TS.SourceFile): TS.SourceFile {
    return this.#filesOf(this.#roots.of(file)).adopt(file, tree);
  }

  /**
   * Selects the files of one project: a run may have files of many projects, and following all of them in each codebase
   * would take quadratic time.
   */
  #lookedAtBelow(root: string): readonly string[] | undefined {
    const { lookedAt } = this.#options;
    if (!lookedAt) return undefined;
    if (!this.#lookedAt) {
      this.#lookedAt = new Map();
      for (const file of lookedAt) addTo(this.#lookedAt, this.#roots.of(file), file);
    }
    return this.#lookedAt.get(root) ?? [];
  }

  #filesOf(root: string): SourceFiles {
    let files = this.#byRoot.get(root);
    if (!files) this.#byRoot.set(root, (files = new SourceFiles(this.#ts, root, this.#options.askedOf?.(root))));
    return files;
  }
}

/** A project as it is now. */
interface At extends Omit<Remembered, "codebase"> {
  readonly root: string;
  readonly files: SourceFiles;
}

function isValid<T extends Remembered>(known: T | undefined, { version, facts }: At): known is T {
  return known?.version === version && hasSameClients(known.facts, facts);
}

function hasSameFiles(one: OwnFiles, other: OwnFiles): boolean {
  return one.size === other.size && [...one].every(([name, file]) => other.get(name) === file);
}

/** @returns the files of a program below a folder, without packages. */
function ownFilesOf(root: string, program: TS.Program): OwnFiles {
  return new Map(
    program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(`${root}/`) && !fileName.includes("/node_modules/"))
      .map((file) => [file.fileName, file]),
  );
}

function typedSources(
  files: SourceFiles,
  program: ReadonlyMap<string, TS.SourceFile>,
  asked: AskedFiles | undefined,
): Sources {
  const declaring = (member: string): readonly string[] => {
    const found = files.declaring(member);
    if (asked !== files.asked) asked?.member(member, found);
    return found;
  };
  return {
    find: (from, specifier) => files.find(from, specifier),
    file: (name) => program.get(name) ?? files.file(name),
    text: (name) => program.get(name)?.text ?? files.text(name),
    declaring,
    declared: (_, members) =>
      new Map(
        members.flatMap((member) => {
          const found = declaring(member);
          return found.length > 0 ? [[member, found] as const] : [];
        }),
      ),
    all: () => files.all(),
    packageText: (from, path) => {
      const text = files.packageText(from, path);
      if (asked !== files.asked) asked?.package(dirname(from), path, text);
      return text;
    },
    asked,
  };
}
