import type TS from "typescript";
import type { Need } from "../../evaluator/need/need";
import { importedName } from "../../project/imported-name";
import { keyOf, none } from "../index/facts";
import type { GraphFile, SolvedFunction } from "../flow/solved";
import type { NeedInput } from "./looked-at";
import type { Needed } from "./need";

/** What the places of a project are told by. */
export interface NeedProject {
  readonly functions: readonly SolvedFunction[];
  readonly files: ReadonlyMap<string, GraphFile>;
  /** @returns the functions that a call may run. */
  readonly calleesAt: (file: TS.SourceFile, call: TS.Node) => readonly number[];
}

/** What the evaluator has to run of the files of a project. */
export class ProjectNeed implements Need {
  readonly #isLookedAt: NeedInput["isLookedAt"];
  readonly #calleesAt: NeedProject["calleesAt"];
  readonly #files: ReadonlyMap<string, GraphFile>;
  readonly #leading: ReadonlySet<number>;
  readonly #running: ReadonlySet<number>;
  readonly #spots: Ends;
  readonly #results: Ends;
  readonly #giving: Ends;

  constructor(needed: Needed, { leading, isLookedAt }: NeedInput, { functions, files, calleesAt }: NeedProject) {
    this.#isLookedAt = isLookedAt;
    this.#calleesAt = calleesAt;
    this.#files = files;
    this.#spots = new Ends(needed.spots, files);
    this.#results = new Ends(needed.results, files);
    this.#giving = new Ends(needed.giving, files);
    const sending = new Set(leading);
    for (const code of needed.sending) addWithOuter(functions, code, sending);
    this.#leading = sending;
    const running = new Set(sending);
    // What a function changes of its arguments is seen where it is called.
    for (const [code, { outer, self }] of needed.changing) if (outer || self) addWithOuter(functions, code, running);
    this.#running = running;
  }

  leads(file: TS.SourceFile, code: TS.Node): boolean {
    const known = this.#codeOf(file, code);
    return known === undefined || this.#leading.has(known);
  }

  runs(file: TS.SourceFile, code: TS.Node): boolean {
    const known = this.#codeOf(file, code);
    return known === undefined || this.#running.has(known);
  }

  #codeOf(file: TS.SourceFile, code: TS.Node): number | undefined {
    const known = this.#files.get(importedName(file));
    const local = known?.facts.functionAt.get(keyOf(code));
    return known && local !== undefined ? known.added.firstFunction + local : undefined;
  }

  hasWithin(file: TS.SourceFile, { pos, end }: TS.Node): boolean {
    const spots = this.#spots.of(file);
    const first = spots && firstAfter(spots.sorted, pos);
    return spots === undefined || (first !== undefined && first <= end);
  }

  hasCall(file: TS.SourceFile, { end }: TS.Node): boolean {
    const spots = this.#spots.of(file);
    return spots === undefined || (spots.all.has(end) && !this.#results.has(file, end));
  }

  runsAt(file: TS.SourceFile, call: TS.Node, code: { readonly file: TS.SourceFile; readonly node: TS.Node }): boolean {
    const known = this.#codeOf(code.file, code.node);
    return known !== undefined && this.#isLookedAt(known) && this.#calleesAt(file, call).includes(known);
  }

  gives(file: TS.SourceFile, { end }: TS.Node): boolean {
    return this.#giving.has(file, end);
  }
}

/** Places in files, by the functions in which they are. */
class Ends {
  readonly #byFunction: ReadonlyMap<number, readonly number[]>;
  readonly #files: ReadonlyMap<string, GraphFile>;
  readonly #known = new Map<string, { readonly all: ReadonlySet<number>; readonly sorted: readonly number[] }>();

  constructor(byFunction: ReadonlyMap<number, readonly number[]>, files: ReadonlyMap<string, GraphFile>) {
    this.#byFunction = byFunction;
    this.#files = files;
  }

  has(file: TS.SourceFile, end: number): boolean {
    return this.of(file)?.all.has(end) === true;
  }

  /** @returns the places in a file, nothing where it is not known. */
  of(file: TS.SourceFile): { readonly all: ReadonlySet<number>; readonly sorted: readonly number[] } | undefined {
    const name = importedName(file);
    const indexed = this.#files.get(name);
    let known = this.#known.get(name);
    if (!known && indexed) {
      const { facts, added } = indexed;
      const ends = facts.functions.flatMap((_, code) => this.#byFunction.get(added.firstFunction + code) ?? []);
      this.#known.set(name, (known = { all: new Set(ends), sorted: ends.sort((one, other) => one - other) }));
    }
    return known;
  }
}

/** Adds a function and those in which it is written, which make it. */
function addWithOuter(functions: readonly SolvedFunction[], code: number, into: Set<number>): void {
  for (let each = code; each !== none && !into.has(each); each = functions[each]?.parent ?? none) into.add(each);
}

/** @returns the first number beyond another one, in a sorted list. */
function firstAfter(sorted: readonly number[], least: number): number | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > least) high = middle;
    else low = middle + 1;
  }
  return sorted[low];
}
