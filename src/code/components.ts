import { item } from "./item";
import type { FileCode, ValueId } from "./graph";
import { operandsOf } from "./operands";

/**
 * @returns for each loop value the loop values of its strongly connected component, ordered by where their loops begin. These can only be evaluated
 *   together.
 */
export function loopComponents(code: FileCode): ReadonlyMap<ValueId, readonly ValueId[]> {
  const found = new Map<ValueId, readonly ValueId[]>();
  const startOf = (id: ValueId): number => {
    const node = code.values[id];
    return node?.kind === "loop" ? (code.loops[node.loop]?.start ?? -1) : -1;
  };
  for (const component of new Components(code).all()) {
    const joins = component.filter((id) => code.values[id]?.kind === "loop");
    joins.sort((one, other) => startOf(one) - startOf(other) || one - other);
    for (const id of joins) found.set(id, joins);
  }
  return found;
}

/** Strongly connected components (Tarjan) of values and guards. Guards are numbered after the values. */
class Components {
  readonly #count: number;
  readonly #order: Int32Array;
  readonly #lowest: Int32Array;
  readonly #open: number[] = [];
  readonly #isOpen: Uint8Array;
  readonly #found: number[][] = [];
  #next = 1;

  constructor(readonly code: FileCode) {
    this.#count = code.values.length;
    const size = this.#count + code.guards.length;
    this.#order = new Int32Array(size);
    this.#lowest = new Int32Array(size);
    this.#isOpen = new Uint8Array(size);
  }

  all(): readonly number[][] {
    this.code.values.forEach(({ kind }, id) => {
      if (kind === "loop" && this.#order[id] === 0) this.#visit(id);
    });
    return this.#found;
  }

  /** Visits everything reachable from a value, without recursion: chains are as long as files. */
  #visit(root: number): void {
    const ways = [this.#enter(root)];
    for (let way = ways.at(-1); way; way = ways.at(-1)) {
      const next = way.rest.pop();
      if (next === undefined) {
        ways.pop();
        this.#leave(way.id, ways.at(-1)?.id);
      } else if (this.#order[next] === 0) ways.push(this.#enter(next));
      else if (this.#isOpen[next] === 1) this.#lower(way.id, item(this.#order, next));
    }
  }

  #enter(id: number): { readonly id: number; readonly rest: number[] } {
    this.#order[id] = this.#lowest[id] = this.#next;
    this.#next += 1;
    this.#open.push(id);
    this.#isOpen[id] = 1;
    return { id, rest: this.#successorsOf(id) };
  }

  #leave(id: number, from: number | undefined): void {
    const lowest = item(this.#lowest, id);
    if (from !== undefined) this.#lower(from, lowest);
    if (lowest !== this.#order[id]) return;
    const component = this.#open.splice(this.#open.lastIndexOf(id));
    for (const each of component) this.#isOpen[each] = 0;
    this.#found.push(component);
  }

  #lower(id: number, order: number): void {
    if (order < item(this.#lowest, id)) this.#lowest[id] = order;
  }

  #successorsOf(id: number): number[] {
    const guards = (...all: readonly number[]): number[] =>
      all.filter((guard) => guard >= 0).map((guard) => this.#count + guard);
    if (id >= this.#count) {
      const { condition, outer } = item(this.code.guards, id - this.#count);
      return [condition, ...guards(outer)];
    }
    const node = item(this.code.values, id);
    const found = [...operandsOf(node)];
    if (node.kind === "join") found.push(...guards(...node.sides.map(({ guard }) => guard)));
    else if ("guard" in node) found.push(...guards(node.guard));
    return found;
  }
}
