import type TS from "typescript";
import type { Library } from "../../clients/native";
import type { Need } from "../../evaluator/need/need";
import type { Sources } from "../../project/sources";
import { importedName } from "../../project/imported-name";
import { resolveByName } from "./by-name";
import { filesNear, type LookedAt, type NeedInput, needInputFor } from "../need/looked-at";
import { type FunctionFact, keyOf, none } from "../index/facts";
import { indexFile } from "../index/index-file";
import type { GraphFile, SolvedCall } from "./solved";
import { Solver } from "./solver";
import { findNeeded } from "../need/need";
import { type NeedProject, ProjectNeed } from "../need/project-need";

/**
 * The request graph of a project: which functions lead to a request, by resolved calls, and which calls lead there. It holds for the files as they
 * are when it is made.
 */
export class RequestGraph {
  readonly #ts: typeof TS;
  readonly #library: Library;
  readonly #sources: Sources;
  readonly #looked: LookedAt | undefined;
  readonly #solver = new Solver();
  readonly #files = new Map<string, GraphFile>();
  readonly #byFileName = new Map<string, GraphFile>();
  readonly #callAt = new Map<string, SolvedCall>();
  readonly #within = new Map<number, SolvedCall[]>();
  readonly #inner = new Map<number, number[]>();
  readonly #leading = new Set<number>();
  /** Of those, the ones whose callers are still to be looked at. */
  readonly #waiting: number[] = [];
  readonly #callers = new Map<number, Set<number>>();
  readonly #callsIn = new Map<string, SolvedCall[]>();
  #needed: ProjectNeed | null | undefined;

  /** @param looked the files whose functions are run by themselves; absent: all are, and no object is looked for that declares a resource. */
  constructor(ts: typeof TS, library: Library, sources: Sources, looked?: LookedAt) {
    this.#ts = ts;
    this.#looked = looked;
    this.#library = library;
    this.#sources = sources;
  }

  /** Adds files, and all to which their imports lead. */
  add(files: Iterable<TS.SourceFile>): void {
    const waiting = [...files];
    const links: { readonly from: GraphFile; readonly slot: number; readonly target: string }[] = [];
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const name = importedName(file);
      if (this.#files.has(name)) continue;
      const facts = indexFile(this.#ts, file, this.#library);
      const added = this.#solver.add(facts);
      const known: GraphFile = { file, facts, added, imports: new Set() };
      this.#files.set(name, known);
      this.#byFileName.set(file.fileName, known);
      for (const { slot, specifier } of facts.imports) {
        const target = this.#library.module(specifier) ? undefined : this.#sources.find(file.fileName, specifier);
        if (target === undefined) continue;
        links.push({ from: known, slot: added.slotOf(slot), target });
        const imported = this.#files.has(target) ? undefined : this.#sources.file(target);
        if (imported) waiting.push(imported);
      }
    }
    for (const { from, slot, target } of links) {
      const imported = this.#files.get(target);
      if (!imported) continue;
      from.imports.add(imported);
      this.#solver.link(slot, imported.added.module);
    }
    this.#solver.solve();
    this.#solver.passThroughUnknown();
    this.#spread();
  }

  /** @returns whether a function, class or file leads to a request; `undefined` if the graph does not have it. */
  leads(file: TS.SourceFile, code: TS.Node): boolean | undefined {
    const known = this.#files.get(importedName(file));
    const local = known?.facts.functionAt.get(keyOf(code));
    return known && local !== undefined ? this.#leading.has(known.added.firstFunction + local) : undefined;
  }

  /**
   * @returns the dependencies of the project's requests, nothing where they are not found within bounds. It is worked out when it is first asked
   *   for, and holds for the files that the graph has then.
   */
  get needed(): Need | undefined {
    if (this.#needed === undefined) {
      const input = this.#needInput();
      const needed = findNeeded(this.#solver, input);
      this.#needed = needed ? new ProjectNeed(needed, input, this.#projectOf()) : null;
    }
    return this.#needed ?? undefined;
  }

  #needInput(): NeedInput {
    return needInputFor({
      looked: this.#looked,
      files: this.#files,
      leading: this.#leading,
      fileOf: (code) => this.#graphFileOf(code),
      callsIn: (file) => this.#callsIn.get(file.fileName) ?? [],
    });
  }

  #projectOf(): NeedProject {
    return {
      functions: this.#solver.functions,
      files: this.#files,
      calleesAt: ({ fileName }, call) => this.#callAt.get(`${fileName}:${keyOf(call)}`)?.callees ?? [],
    };
  }

  /**
   * @returns how many nodes the files have, how many stand in functions that lead to a request, and how many in functions of which something is
   *   needed.
   */
  get size(): { readonly files: number; readonly nodes: number; readonly leading: number; readonly needed: number } {
    const { functions } = this.#solver;
    const spots = findNeeded(this.#solver, this.#needInput())?.spots;
    let nodes = 0;
    let leading = 0;
    let needed = 0;
    for (const [id, { fact }] of functions.entries()) {
      nodes += fact.nodes;
      if (fact.parent === none) continue;
      if (this.#leading.has(id)) leading += fact.nodes;
      if (!spots || spots.has(id)) needed += fact.nodes;
    }
    return { files: this.#files.size, nodes, leading, needed };
  }

  /** @returns the calls of a file that send, or lead to a function that does. */
  callsOf(file: TS.SourceFile): readonly SolvedCall[] {
    return (this.#callsIn.get(file.fileName) ?? []).filter((call) => this.#isSite(call));
  }

  /** @returns the number of a function. */
  codeOf(code: TS.Node): number | undefined {
    const known = this.#byFileName.get(code.getSourceFile().fileName);
    const local = known?.facts.functionAt.get(keyOf(code));
    return known && local !== undefined ? known.added.firstFunction + local : undefined;
  }

  /** @returns the functions that call clients themselves, and those around them. */
  directSenders(): ReadonlySet<number> {
    const found = new Set<number>();
    for (const { role, within } of this.#solver.calls) if (role === "sends") this.#addWithOuter(within, found);
    return found;
  }

  /** @returns the functions that call a function, and those around them. */
  callersOf(code: number): ReadonlySet<number> {
    const found = new Set<number>();
    for (const caller of this.#callers.get(code) ?? []) this.#addWithOuter(caller, found);
    return found;
  }

  #addWithOuter(code: number, into: Set<number>): void {
    for (let each = code; each !== none && !into.has(each); each = this.#solver.functions[each]?.parent ?? none)
      into.add(each);
  }

  /** @returns the functions that a call may run. */
  calleesAt(node: TS.Node): readonly number[] {
    const { fileName } = node.getSourceFile();
    return this.#callAt.get(`${fileName}:${keyOf(node)}`)?.callees ?? [];
  }

  /** @returns the node of a function. */
  nodeOf(code: number): TS.Node | undefined {
    const { fact } = this.#solver.functions[code] ?? {};
    const file = this.fileOf(code);
    return fact && file && findNode(this.#ts, file, fact);
  }

  /** @returns the file in which a function is written. */
  fileOf(code: number): TS.SourceFile | undefined {
    return this.#graphFileOf(code)?.file;
  }

  #graphFileOf(code: number): GraphFile | undefined {
    return this.#byFileName.get(this.#solver.functions[code]?.fileName ?? "");
  }

  /** @returns the calls of a function, and of those that are written in it, that send or lead to a request. */
  callsWithin(code: number): readonly SolvedCall[] {
    const found: SolvedCall[] = [];
    const waiting = [code];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      found.push(...(this.#within.get(next) ?? []).filter((call) => this.#isSite(call)));
      waiting.push(...(this.#inner.get(next) ?? []));
    }
    return found;
  }

  #isSite({ role, callees, fact }: SolvedCall): boolean {
    return role === "sends" || (!fact.isIndirect && callees.some((each) => this.#leading.has(each)));
  }

  /** Notes all functions from which a request is reached. */
  #spread(): void {
    const { functions, calls } = this.#solver;
    for (const call of calls) if (!call.through) this.#noteCall(call);
    for (const [id, { isSeed, parent }] of functions.entries()) {
      if (isSeed) this.#lead(id);
      append(this.#inner, parent, id);
    }
    this.#followCallers();
    const near = filesNear(this.#looked, this.#files);
    const isNear = (code: number): boolean => near === undefined || near.has(this.#graphFileOf(code));
    for (let before = -1; before !== this.#leading.size;) {
      before = this.#leading.size;
      for (const { call, found } of resolveByName(this.#solver, this.#leading, isNear)) {
        for (const each of found) this.#noteCaller(each, call.within);
        this.#lead(call.within);
      }
      this.#followCallers();
    }
  }

  #noteCall(call: SolvedCall): void {
    const fileName = this.#solver.functions[call.within]?.fileName ?? "";
    append(this.#callsIn, fileName, call);
    append(this.#within, call.within, call);
    if (call.role !== undefined) this.#lead(call.within);
    const { start: pos, end, isIndirect } = call.fact;
    if (isIndirect) return;
    this.#callAt.set(`${fileName}:${keyOf({ pos, end })}`, call);
    for (const callee of call.callees) this.#noteCaller(callee, call.within);
    for (const slot of call.given)
      for (const given of this.#solver.functionsIn(slot)) this.#noteCaller(given, call.within);
  }

  #noteCaller(callee: number, caller: number): void {
    const known = this.#callers.get(callee);
    if (known) known.add(caller);
    else this.#callers.set(callee, new Set([caller]));
  }

  #lead(code: number): void {
    if (code === none || this.#leading.has(code)) return;
    this.#leading.add(code);
    this.#waiting.push(code);
  }

  /** Code leads to a request if code within it does, or code that it calls. */
  #followCallers(): void {
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      this.#lead(this.#solver.functions[next]?.parent ?? none);
      for (const caller of this.#callers.get(next) ?? []) this.#lead(caller);
    }
  }
}

/** @returns the function of a file that stands at a place. */
function findNode(ts: typeof TS, file: TS.SourceFile, { start, end }: FunctionFact): TS.Node | undefined {
  let node: TS.Node | undefined = file;
  while (node && !(node.pos === start && node.end === end && ts.isFunctionLike(node)))
    node = ts.forEachChild(node, (child): TS.Node | undefined =>
      child.pos <= start && end <= child.end ? child : undefined,
    );
  return node;
}

function append<K, T>(table: Map<K, T[]>, key: K, entry: T): void {
  const known = table.get(key);
  if (known) known.push(entry);
  else table.set(key, [entry]);
}
