import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Finding } from "../../../rule/finding";
import { holdsAll } from "../../../files/project-root";
import { type AskedFiles, digestOf, isWalked } from "../../shared/sources/asked";
import { isSearched } from "../../shared/sources/declared-members";
import { Rest } from "../../shared/sources/rest";
import { type Kept, type KeptFile, type KeptFinding, readKept, writeKept } from "./kept";
import { type Follow, ProjectRecord } from "../../shared/memory/project-record";
import { askAgain, textOf } from "../../shared/memory/record";
import { walk } from "../../shared/memory/walk";

/** Digests of the inputs of a file's findings: of its configuration, and of the others. */
export type Setup = readonly [configured: string, rest: string];

/** The findings of one file: remembered ones, and those to remember. */
export interface FileMemory {
  /** Whether findings for the current text are remembered. */
  readonly isKnown: boolean;
  /** @returns the remembered findings of a rule under its options. */
  findingsOf(rule: string): readonly KeptFinding[] | undefined;
  keep(rule: string, findings: readonly Finding[]): void;
  /** Must be called if something could not be checked: nothing is remembered then. */
  spoil(): void;
}

/** Findings of earlier ESLint runs in one project, valid while no dependency has changed. */
export class ProjectMemory {
  readonly #root: string;
  readonly #path: string;
  readonly #version: string;
  /** Absent if the project's files cannot all be listed. */
  readonly #record: ProjectRecord | undefined;
  /** Follows marks to requests through the project. */
  #follow: Follow | undefined;
  readonly #texts: ReadonlySet<string>;
  readonly #results: Kept["results"] = {};
  readonly #new = new Map<string, { readonly key: string; readonly rules: Map<string, readonly KeptFinding[]> }>();
  #isEditor = false;
  readonly #rest = new Rest();

  /**
   * @param path of the file that keeps the data.
   * @param version changes with all inputs of the findings outside of the project.
   */
  constructor(root: string, path: string, version: string) {
    this.#root = root;
    this.#path = path;
    this.#version = version;
    const walked = walk(root, path);
    const kept = walked && readKept(path, version);
    this.#record = walked && new ProjectRecord(root, walked, kept?.record);
    this.#texts = new Set(this.#record?.before?.texts);
    if (this.#record?.before) this.#results = kept?.results ?? {};
  }

  /** The recorder of questions about the project's files. */
  get asked(): AskedFiles | undefined {
    return this.#record?.asked;
  }

  /**
   * @param text the file's text in ESLint.
   * @param setup digests of the configuration, and of all other inputs of the file's findings besides its text and the
   * project's files.
   * @param isPlain whether the file can contain only requests.
   * @param follow called if findings are remembered that a change in another file may have reached.
   * @returns the file's memory, or `undefined` if nothing can be remembered of it.
   */
  of(
    path: string,
    text: string,
    [configured, rest]: Setup,
    { isPlain, follow }: { readonly isPlain: boolean; readonly follow: Follow },
  ): FileMemory | undefined {
    const record = this.#record;
    if (!record || this.#isForEditor() || !isWalked(this.#root, path)) return undefined;
    const name = relative(this.#root, path);
    const digest = digestOf(text);
    // A text from an editor or a fix is not on disk, and the analysis of other files may have read the text on disk.
    if (digest !== (record.before?.files[name]?.digest ?? digestOf(textOf(this.#root, name)))) {
      record.asked.isMixed = true;
      return undefined;
    }
    const key = digestOf(`${digest} ${configured} ${rest}`);
    this.#follow = follow;
    const isSilent = isPlain && this.#takesNoPart(name, configured);
    const remembered = isSilent ? undefined : this.#known(name, key);
    const known = remembered && record.isReached(name, follow) ? undefined : remembered;
    return {
      isKnown: known !== undefined || isSilent,
      findingsOf: (rule) => (isSilent ? [] : known && rememberedBy(rule, known, text)),
      keep: (rule, findings) => {
        this.#keep(name, key, rule, findings);
      },
      spoil: () => void this.#new.set(name, { key: "", rules: new Map() }),
    };
  }

  /**
   * Must be called before a file is analysed.
   *
   * @param configured digest of its configuration.
   */
  enter(path: string, configured: string): void {
    this.#record?.enter(path, configured);
  }

  /** Writes the findings, unless a file has changed during the run. */
  save(): void {
    const run = this.#record;
    if (!run || this.#isEditor || this.#new.size === 0) return;
    const now = run.walkAgain(this.#path);
    if (!now) return;
    // Another thread or process of ESLint may have written findings in the meantime.
    const kept = readKept(this.#path, this.#version);
    const again = kept && askAgain(this.#root, kept.record, now);
    const others =
      kept && again?.changed.size === 0
        ? { record: { ...kept.record, files: again.files }, results: kept.results }
        : undefined;
    const held = Object.entries(this.#results).filter(([name]) => !run.isReached(name, this.#follow));
    const record = run.recordNow(now, others && [others.record]);
    if (!record) return;
    const results = this.#withNew({ ...Object.fromEntries(held), ...others?.results });
    writeKept(this.#path, this.#version, { record, results });
  }

  #withNew(results: Record<string, KeptFile>): Kept["results"] {
    for (const [name, { key, rules }] of this.#new) {
      const earlier = results[name];
      const known = earlier?.key === key ? earlier.rules : {};
      // An empty key: the file could not be checked completely.
      if (key === "") Reflect.deleteProperty(results, name);
      else results[name] = { key, rules: { ...known, ...Object.fromEntries(rules) } };
    }
    return results;
  }

  /** Whether all texts were searched for marks, and this file takes no part in a request. */
  #takesNoPart(name: string, configured: string): boolean {
    const before = this.#record?.before;
    const known = before?.setups.includes(configured) === true ? before.files[name] : undefined;
    return known !== undefined && known.imports !== "" && isSearched(name) && !this.#texts.has(name);
  }

  #known(name: string, key: string): KeptFile | undefined {
    const known = Object.hasOwn(this.#results, name) ? this.#results[name] : undefined;
    return known?.key === key ? known : undefined;
  }

  #keep(name: string, key: string, rule: string, findings: readonly Finding[]): void {
    let kept = this.#new.get(name);
    if (!kept) this.#new.set(name, (kept = { key, rules: new Map() }));
    if (kept.key !== key) return;
    kept.rules.set(
      rule,
      findings.map(({ messageId, data, range, fix, suggestions }) => ({
        messageId,
        range,
        suggestions,
        ...(data && { data }),
        ...(fix && { fix }),
      })),
    );
  }

  /** A pause between two files means that a person is working in an editor. */
  #isForEditor(): boolean {
    this.#isEditor ||= this.#rest.hasPassed();
    return this.#isEditor;
  }
}

/** Under `--fix`, findings with edits are not reused: edits that are written to code are always computed. */
const isFixing = process.argv.some((each) => /^--fix(?:-|$)/u.test(each));

function rememberedBy(rule: string, { rules }: KeptFile, { length }: string): readonly KeptFinding[] | undefined {
  const findings = Object.hasOwn(rules, rule) ? rules[rule] : undefined;
  const isFit = ({ fix = [], suggestions, range }: KeptFinding): boolean => {
    const edits = [...fix, ...suggestions.flatMap((each) => each.edits)];
    return (
      !(isFixing && edits.length > 0) &&
      [range, ...edits.map((each) => each.range)].every(({ start, end }) => 0 <= start && start <= end && end <= length)
    );
  };
  return findings?.every(isFit) === true ? findings : undefined;
}

const memories = new Map<string, ProjectMemory | undefined>();

/**
 * @returns the memory of the project at a root, or `undefined` if there is no place for it. It is saved when the
 * process ends.
 */
export function memoryOf(root: string, version: () => string): ProjectMemory | undefined {
  if (!memories.has(root)) {
    const path = placeFor(root);
    const memory = path === undefined ? undefined : new ProjectMemory(root, path, version());
    memories.set(root, memory);
    if (memory)
      process.once("exit", () => {
        memory.save();
      });
  }
  return memories.get(root);
}

/**
 * @returns the file for the memory of a project: in the cache folder of `node_modules`, which is not committed, or in
 * the folder that `RESTRAINT_CACHE` names.
 */
function placeFor(root: string): string | undefined {
  const packages = join(root, "node_modules");
  const folder = process.env.RESTRAINT_CACHE ?? join(packages, ".cache/restraint");
  if (holdsAll(root) || (process.env.RESTRAINT_CACHE === undefined && !existsSync(packages))) return undefined;
  const name = digestOf(root).replaceAll(/[^\w]/gu, "").slice(0, 12);
  return resolve(folder, `eslint-${name}.json`);
}
