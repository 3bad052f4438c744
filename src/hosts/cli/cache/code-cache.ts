import { relative } from "node:path";
import type TS from "typescript";
import { holdsAll } from "../../../files/project-root";
import { type AskedFiles, isWalked } from "../../shared/sources/asked";
import { type Follow, ProjectRecord } from "../../shared/memory/project-record";
import type { RecordData } from "../../shared/memory/record";
import { type Walk, walk } from "../../shared/memory/walk";
import type { ResolvedImport } from "../declared-sources";
import type { CodeGroup } from "../project";
import { parseConfiguration } from "../tsconfig";
import type { FileReport } from "../check/report";
import type { Cache } from "./cache";
import { Declarations, type StoredDeclarations } from "./declarations";
import { digest } from "./digest";
import { Contents } from "./digests";
import { ProjectRoots } from "../../shared/files/project-roots";

/** The stored data of one group of code files. */
export interface StoredGroup {
  /** Absent for files that belong to no program. */
  readonly declarations?: StoredDeclarations | undefined;
  /** By project folder: the recorded questions about the project's files. */
  readonly records: Readonly<Record<string, RecordData>>;
}

/** The parts of a run that the code cache needs. */
export interface CodeCacheRun {
  readonly ts: typeof TS;
  /** Digest of all inputs of a file's findings other than code. */
  setupKeyOf(file: string): string;
}

/** Computes the facts on which the reports of a group may depend. */
export interface Makes {
  readonly nameOf: (path: string) => string;
  readonly program: () => TS.Program | undefined;
  /** Follows marks to requests through the project of a file. */
  readonly follow: (path: string) => ReturnType<Follow>;
}

/** Reports of code files from earlier runs. A report stays valid while none of its dependencies has changed. */
export class CodeCache {
  readonly #cache: Cache;
  readonly #run: CodeCacheRun;
  readonly #contents = new Contents();
  readonly #configurations = new Map<string, TS.ParsedCommandLine>();
  readonly #walks = new Map<string, Walk | undefined>();

  constructor(cache: Cache, run: CodeCacheRun) {
    this.#cache = cache;
    this.#run = run;
  }

  /**
   * Opens the cache of one group of code files.
   *
   * @param options.isTyped whether any of its files belongs to a program.
   */
  open(group: CodeGroup, { isTyped }: { readonly isTyped: boolean }): GroupCache {
    const { ts } = this.#run;
    const shared = { ts, contents: this.#contents, parse: (path: string) => this.#parse(path) };
    const { configuration } = group;
    return new GroupCache(group, {
      cache: this.#cache,
      run: this.#run,
      contents: this.#contents,
      declarations: configuration !== undefined && isTyped ? new Declarations(group, configuration, shared) : undefined,
      walkOf: (root) => this.#walkOf(root),
    });
  }

  #parse(path: string): TS.ParsedCommandLine {
    const known = this.#configurations.get(path);
    const parsed = known ?? parseConfiguration(this.#run.ts, path);
    this.#configurations.set(path, parsed);
    return parsed;
  }

  /**
   * @returns the files below a root, or `undefined` if the root is a folder such as the home folder, which is not
   * walked.
   */
  #walkOf(root: string): Walk | undefined {
    if (!this.#walks.has(root)) this.#walks.set(root, holdsAll(root) ? undefined : walk(root, this.#cache.path));
    return this.#walks.get(root);
  }
}

/** The shared state that a group uses. */
interface Opened {
  readonly cache: Cache;
  readonly run: CodeCacheRun;
  readonly contents: Contents;
  readonly declarations: Declarations | undefined;
  readonly walkOf: (root: string) => Walk | undefined;
}

/** The cached reports of one group, and their dependencies. */
export class GroupCache {
  readonly #group: CodeGroup;
  readonly #opened: Opened;
  readonly #stored: StoredGroup | undefined;
  readonly #records = new Map<string, ProjectRecord | undefined>();
  readonly #roots = new ProjectRoots();

  constructor(group: CodeGroup, opened: Opened) {
    this.#group = group;
    this.#opened = opened;
    this.#stored = opened.cache.group(this.#name);
  }

  /** @returns the recorder of all questions about the files below a root. */
  askedOf(root: string): AskedFiles | undefined {
    return this.#recordAt(root)?.asked;
  }

  /** Must be called before a file is analysed. */
  enter(path: string): void {
    this.#recordOf(path)?.enter(path, this.#opened.run.setupKeyOf(path));
  }

  /** @returns the reports of the last run that are still valid, by file. */
  hits({ nameOf, program, follow }: Makes): ReadonlyMap<string, FileReport> {
    const { cache, declarations } = this.#opened;
    const { files } = this.#group;
    const hits = new Map<string, FileReport>();
    const stored = this.#stored;
    if (!stored || (declarations && !stored.declarations)) return hits;
    const digests = stored.declarations && declarations?.digestsAgain(stored.declarations, files, program);
    if (declarations && !digests) return hits;
    for (const path of files) {
      if (cache.keyOf(path) !== this.#keyOf(path, digests) || this.#isReached(path, follow)) continue;
      const report = cache.take(path, nameOf(path));
      if (report) hits.set(path, report);
    }
    return hits;
  }

  /** Must be called for each import that the group's program resolves. */
  readonly onResolved = (found: ResolvedImport): void => {
    this.#opened.declarations?.onResolved(found);
  };

  /** Records the dependencies of the program's files. */
  see(program: TS.Program): void {
    this.#opened.declarations?.see(program);
  }

  /** Stores the reports of files whose dependencies are known. */
  keep(reports: ReadonlyMap<string, FileReport>): void {
    const { cache, declarations } = this.#opened;
    const { files } = this.#group;
    const now = declarations?.now(files);
    if (declarations && !now) return;
    const records: Record<string, RecordData> = {};
    for (const [root, record] of this.#records) {
      const walked = record?.walkAgain(cache.path);
      const data = walked && record?.recordNow(walked);
      if (data) records[root] = data;
    }
    for (const path of files) {
      const report = reports.get(path);
      const key = this.#keyOf(path, now?.digests);
      if (!Object.hasOwn(records, this.#roots.of(path)) || !this.#isWalked(path)) continue;
      if (report) cache.put(path, key, report);
      else cache.renew(path, key);
    }
    cache.putGroup(this.#name, { declarations: now?.stored, records });
  }

  get #name(): string {
    return this.#group.configuration ?? "";
  }

  /** Whether a change in another file may change the findings of this one. */
  #isReached(path: string, follow: Makes["follow"]): boolean {
    const name = relative(this.#roots.of(path), path);
    return this.#recordOf(path)?.isReached(name, () => follow(path)) ?? true;
  }

  #keyOf(path: string, digests: ReadonlyMap<string, string> | undefined): string {
    const { run, contents } = this.#opened;
    return digest([run.setupKeyOf(path), run.ts.version, contents.of(path), digests?.get(path) ?? ""]);
  }

  #recordOf(path: string): ProjectRecord | undefined {
    return this.#recordAt(this.#roots.of(path));
  }

  #recordAt(root: string): ProjectRecord | undefined {
    if (!this.#records.has(root)) {
      const walked = this.#opened.walkOf(root);
      this.#records.set(root, walked && new ProjectRecord(root, walked, this.#stored?.records[root]));
    }
    return this.#records.get(root);
  }

  #isWalked(path: string): boolean {
    return isWalked(this.#roots.of(path), path);
  }
}
