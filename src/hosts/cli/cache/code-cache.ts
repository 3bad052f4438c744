import type TS from "typescript";
import type { Sources } from "../../../project/sources";
import type { ResolvedImport } from "../declared-sources";
import { type CodeGroup, programOptions } from "../project";
import { normalisePath, parseConfiguration } from "../tsconfig";
import type { FileReport } from "../check/report";
import type { Cache } from "./cache";
import { digest } from "./digest";
import { Contents, deepDigests, type Node, type Nodes } from "./digests";
import { globalFiles, ofProject, optionsDigest, ProgramQuestions } from "./program-questions";
import { askSources, type Answers, filesIn, Trail } from "./trail";

/** What is kept of one group of code files. */
export interface StoredGroup {
  /** Of the options under which it is compiled. */
  readonly options: string;
  /** Of the names of the files with which its program begins. */
  readonly roots: string;
  /** Of what all its files depend on without an import. */
  readonly environment: string;
  /** The files of its program. */
  readonly files: readonly string[];
  readonly nodes: Nodes;
}

/** What the cache needs of a run. */
export interface CodeCacheRun {
  readonly ts: typeof TS;
  /** What was asked of the sources so far. */
  readonly trail: Trail;
  sourcesOf(file: string): Sources;
  /** Changes with all that decides how a file is checked, besides code. */
  setupKeyOf(file: string): string;
}

/** Reports of code files of earlier runs: they hold as long as nothing has changed on which they depend. */
export class CodeCache {
  readonly #cache: Cache;
  readonly #run: CodeCacheRun;
  readonly #contents = new Contents();
  readonly #configurations = new Map<string, TS.ParsedCommandLine>();

  constructor(cache: Cache, run: CodeCacheRun) {
    this.#cache = cache;
    this.#run = run;
  }

  /** From now on questions that come from no import are those of this file. */
  enter(file: string): void {
    this.#run.trail.enter(normalisePath(file));
  }

  /**
   * Follows one group of code files through the run.
   *
   * @param options.isTyped whether it has files that are part of a program.
   */
  open(group: CodeGroup, { isTyped }: { readonly isTyped: boolean }): GroupCache {
    const parse = (path: string): TS.ParsedCommandLine => this.#parse(path);
    const shared = { cache: this.#cache, run: this.#run, contents: this.#contents, parse };
    return new GroupCache(group, shared, { isTyped });
  }

  #parse(path: string): TS.ParsedCommandLine {
    const known = this.#configurations.get(path);
    const parsed = known ?? parseConfiguration(this.#run.ts, path);
    this.#configurations.set(path, parsed);
    return parsed;
  }
}

/** What the groups of a run share. */
interface SharedCache {
  readonly cache: Cache;
  readonly run: CodeCacheRun;
  readonly contents: Contents;
  readonly parse: (path: string) => TS.ParsedCommandLine;
}

/** The reports of one group, and what they depend on. */
export class GroupCache {
  /** What was asked for the group's program. */
  readonly #trail = new Trail();
  readonly #imports: ResolvedImport[] = [];
  readonly #group: CodeGroup;
  readonly #cache: Cache;
  readonly #run: CodeCacheRun;
  readonly #contents: Contents;
  readonly #name: string;
  readonly #options: string;
  readonly #roots: string;
  readonly #questions: ProgramQuestions | undefined;
  #seen: TS.Program | undefined;
  #environment: string | undefined;
  #files: readonly string[] = [];

  constructor(
    group: CodeGroup,
    { cache, run, contents, parse }: SharedCache,
    { isTyped }: { readonly isTyped: boolean },
  ) {
    this.#group = group;
    this.#cache = cache;
    this.#run = run;
    this.#contents = contents;
    const { configuration } = group;
    this.#name = configuration ?? "";
    if (configuration === undefined || !isTyped) {
      this.#options = run.ts.version;
      this.#roots = "";
      this.#environment = "";
      return;
    }
    const parsed = parse(configuration);
    this.#questions = new ProgramQuestions(run.ts, configuration, programOptions(parsed));
    this.#options = digest([optionsDigest(run.ts, configuration, parse), ...this.#questions.automaticTypes]);
    this.#roots = digest([...new Set([...parsed.fileNames, ...group.files].map(normalisePath))].sort());
  }

  /**
   * Asks again what the last run has asked.
   *
   * @param makeProgram makes the group's program; called only where it takes one to tell what all files depend on.
   * @returns the reports of the last run that still hold, by file.
   */
  hits(nameOf: (path: string) => string, makeProgram: () => TS.Program | undefined): ReadonlyMap<string, FileReport> {
    const stored = this.#cache.group(this.#name);
    const hits = new Map<string, FileReport>();
    if (!stored) return hits;
    const { nodes, isSame } = this.#askAgain(stored.nodes);
    if (isSame && stored.options === this.#options && stored.roots === this.#roots) {
      this.#environment = stored.environment;
      this.#files = stored.files;
    } else if (this.#questions) {
      const program = makeProgram();
      if (!program) return hits;
      this.see(program);
    }
    const keys = this.#keys(this.#group.files, nodes);
    for (const path of this.#group.files) {
      if (this.#cache.keyOf(path) !== keys.get(path)) continue;
      const report = this.#cache.take(path, nameOf(path));
      if (report) hits.set(path, report);
    }
    return hits;
  }

  /** To be told of each import that the group's program resolves. */
  readonly onResolved = (found: ResolvedImport): void => {
    this.#imports.push(found);
  };

  /** Notes what the files of the group's program depend on. */
  see(program: TS.Program): void {
    if (this.#seen === program) return;
    this.#seen = program;
    this.#questions?.note(program, this.#imports, this.#trail);
    this.#files = program
      .getSourceFiles()
      .filter((file) => !program.isSourceFileDefaultLibrary(file))
      .map(({ fileName }) => fileName);
    for (const file of this.#files) this.#trail.add(file);
    const globals = [...globalFiles(this.#run.ts, program)].sort();
    const digests = deepDigests(this.#nodes(), globals, this.#contents);
    this.#environment = digest(globals.flatMap((file) => [file, digests.get(file) ?? ""]));
  }

  /** Keeps the reports of files with a valid key. */
  keep(reports: ReadonlyMap<string, FileReport>): void {
    // Without the program that was meant to be there nobody knows what the files depend on.
    if (this.#environment === undefined) return;
    const { files } = this.#group;
    const nodes = reachable(this.#nodes(), [...this.#files, ...files.map(normalisePath)]);
    for (const [path, key] of this.#keys(files, nodes)) {
      const report = reports.get(path);
      if (report) this.#cache.put(path, key, report);
      else this.#cache.renew(path, key);
    }
    const [options, roots, environment] = [this.#options, this.#roots, this.#environment];
    this.#cache.putGroup(this.#name, { options, roots, environment, files: this.#files, nodes });
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
      this.#trail.add(file);
      const now: Record<string, readonly string[]> = {};
      const [project] = answers[ofProject] ?? [];
      for (const [question, last] of Object.entries(answers)) {
        const bySources = askSources(() => this.#run.sourcesOf(file), file, question);
        const answer = bySources ?? this.#questions?.ask(file, question, project) ?? last;
        (bySources ? this.#run.trail : this.#trail).note(file, question, answer);
        now[question] = answer;
        isSame &&= answer.length === last.length && answer.every((each, index) => each === last[index]);
      }
      nodes.set(file, { content, answers: now });
    }
    return { nodes, isSame };
  }

  #nodes(): Nodes {
    const nodes = new Map<string, Node>();
    for (const { answers } of [this.#run.trail, this.#trail])
      for (const [file, own] of answers)
        nodes.set(file, { content: this.#contents.of(file), answers: { ...nodes.get(file)?.answers, ...own } });
    return nodes;
  }

  #keys(files: readonly string[], nodes: Nodes): ReadonlyMap<string, string> {
    const names = files.map(normalisePath);
    const digests = deepDigests(nodes, names, this.#contents);
    const environment = this.#environment ?? "";
    return new Map(
      files.map((file, index) => [
        file,
        digest([this.#run.setupKeyOf(file), this.#options, environment, digests.get(names[index] ?? "") ?? ""]),
      ]),
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
    pending.push(...targetsIn(node.answers));
  }
  return found;
}

function targetsIn(answers: Answers): readonly string[] {
  return Object.entries(answers).flatMap(([question, answer]) => filesIn(question, answer));
}
