import type TS from "typescript";
import type { Need } from "../../evaluator/reach/need";
import { importedName } from "../../evaluator/syntax/imported-name";
import { type FileFacts, keyOf, none } from "../index/facts";
import type { Added, SolvedFunction } from "../flow/solved";
import type { Needed } from "./need";

interface IndexedFile {
  readonly facts: FileFacts;
  readonly added: Added;
}

/** What the evaluator has to run of the files of a project. */
export class ProjectNeed implements Need {
  readonly #calleesAt: (file: TS.SourceFile, call: TS.Node) => readonly number[];
  readonly #needed: Needed;
  readonly #leading: ReadonlySet<number>;
  readonly #running: ReadonlySet<number>;
  readonly #files: ReadonlyMap<string, IndexedFile>;
  readonly #results: Ends;
  readonly #giving: Ends;
  readonly #spots = new Map<string, readonly number[]>();

  /** @param leading the functions that lead to a request. */
  constructor(
    needed: Needed,
    functions: readonly SolvedFunction[],
    leading: ReadonlySet<number>,
    files: ReadonlyMap<string, IndexedFile>,
    calleesAt: (file: TS.SourceFile, call: TS.Node) => readonly number[],
  ) {
    this.#calleesAt = calleesAt;
    this.#needed = needed;
    this.#files = files;
    this.#results = new Ends(needed.results, files);
    this.#giving = new Ends(needed.giving, files);
    const sending = new Set(leading);
    for (const code of needed.sending) addWithOuter(functions, code, sending);
    this.#leading = sending;
    const running = new Set(sending);
    // What a function changes of its arguments is seen where it is called.
    for (const [code, { outer, self }] of needed.changing)
      if (outer || self) addWithOuter(functions, code, running);
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
    const spots = this.#spotsOf(file);
    if (!spots) return true;
    const index = firstAfter(spots, pos);
    const found = spots[index];
    return found !== undefined && found <= end;
  }

  hasCall(file: TS.SourceFile, { end }: TS.Node): boolean {
    const spots = this.#spotsOf(file);
    return spots === undefined || (spots[firstAfter(spots, end - 1)] === end && !this.#results.of(file).has(end));
  }

  runsAt(file: TS.SourceFile, call: TS.Node, code: { readonly file: TS.SourceFile; readonly node: TS.Node }): boolean {
    const known = this.#codeOf(code.file, code.node);
    return known !== undefined && this.#calleesAt(file, call).includes(known);
  }

  gives(file: TS.SourceFile, { end }: TS.Node): boolean {
    return this.#giving.of(file).has(end);
  }

  #spotsOf(file: TS.SourceFile): readonly number[] | undefined {
    const name = importedName(file);
    const known = this.#spots.get(name);
    if (known) return known;
    const indexed = this.#files.get(name);
    if (!indexed) return undefined;
    const { facts, added } = indexed;
    const spots: number[] = [];
    for (let code = 0; code < facts.functions.length; code += 1)
      spots.push(...(this.#needed.spots.get(added.firstFunction + code) ?? []));
    spots.sort((a, b) => a - b);
    this.#spots.set(name, spots);
    return spots;
  }
}

/** Places in files, by the functions in which they are. */
class Ends {
  readonly #byFunction: ReadonlyMap<number, readonly number[]>;
  readonly #files: ReadonlyMap<string, IndexedFile>;
  readonly #known = new Map<string, ReadonlySet<number>>();

  constructor(byFunction: ReadonlyMap<number, readonly number[]>, files: ReadonlyMap<string, IndexedFile>) {
    this.#byFunction = byFunction;
    this.#files = files;
  }

  of(file: TS.SourceFile): ReadonlySet<number> {
    const name = importedName(file);
    let known = this.#known.get(name);
    if (!known) {
      const { facts, added } = this.#files.get(name) ?? {};
      const ends = facts?.functions.flatMap((_, code) => this.#byFunction.get((added?.firstFunction ?? 0) + code) ?? []);
      this.#known.set(name, (known = new Set(ends)));
    }
    return known;
  }
}

/** Adds a function and those in which it is written, which make it. */
function addWithOuter(functions: readonly SolvedFunction[], code: number, into: Set<number>): void {
  for (let each = code; each !== none && !into.has(each); each = functions[each]?.parent ?? none) into.add(each);
}

/** @returns the index of the first number beyond another one, in a sorted list. */
function firstAfter(sorted: readonly number[], least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) > least) high = middle;
    else low = middle + 1;
  }
  return low;
}
