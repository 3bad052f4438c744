import type TS from "typescript";
import { addTo, addToSet } from "../../text/groups";
import { item } from "../item";
import { assigned, collectHeld, collectRoots, markTargets } from "./effects";
import type { Binding } from "./scopes";

interface Pair {
  readonly by: TS.Identifier;
  readonly of: TS.Identifier;
}

/** A use of a variable of which another name holds the object, or a part of it. */
interface UseBehind {
  readonly held: Binding;
  readonly of: TS.Identifier;
  /** Among all uses. */
  readonly index: number;
}

/** Which variables hold what others hold, or hold others inside, as the text says it. */
export class HeldNames {
  readonly #ts: typeof TS;
  readonly #bindingAt: (name: TS.Identifier) => Binding | undefined;
  /** A variable is what another one leads to. */
  readonly #parts: Pair[] = [];
  /** A variable holds something that has another one inside. */
  readonly #inside: Pair[] = [];

  constructor(ts: typeof TS, bindingAt: (name: TS.Identifier) => Binding | undefined) {
    this.#ts = ts;
    this.#bindingAt = bindingAt;
  }

  /** Notes that a target may hold objects of the variables that an expression leads to. */
  note(target: TS.Node, from: TS.Expression): void {
    const ts = this.#ts;
    if (ts.isIdentifier(target)) {
      const inside: TS.Identifier[] = [];
      collectHeld(ts, from, inside);
      for (const of of inside) this.#inside.push({ by: target, of });
    }
    const roots: TS.Identifier[] = [];
    collectRoots(ts, from, roots);
    if (roots.length === 0) return;
    const names: TS.Identifier[] = [];
    markTargets(ts, target, (name, bit) => {
      if (bit === assigned) names.push(name);
    });
    for (const by of names) for (const of of roots) this.#parts.push({ by, of });
  }

  aliases(): ReadonlyMap<Binding, ReadonlySet<Binding>> {
    const aliases = new Map<Binding, Set<Binding>>();
    for (const { by, of } of this.#pairs(this.#parts)) addToSet(aliases, by, of);
    return aliases;
  }

  /** @returns the variables that functions change, by those that they are or hold, and by those that are or hold them. */
  holders(): ReadonlyMap<Binding, ReadonlySet<Binding>> {
    const holders = new Map<Binding, Set<Binding>>();
    for (const { by, of } of this.#pairs([...this.#parts, ...this.#inside])) {
      if (by === of) continue;
      if (by.changedInside) addToSet(holders, of, by);
      if (of.changedInside) addToSet(holders, by, of);
    }
    return holders;
  }

  /**
   * @param changed variables whose objects are changed; those behind them are added.
   * @returns the uses of variables that what is changed was read of.
   */
  usesBehind(changed: Set<Binding>, uses: readonly TS.Identifier[]): readonly UseBehind[] {
    const byHolder = new Map<Binding, { readonly of: TS.Identifier; readonly held: Binding }[]>();
    for (const pair of this.#parts) {
      const [by, held] = [this.#bindingAt(pair.by), this.#bindingAt(pair.of)];
      if (!by || !held || held.kind === "import") continue;
      addTo(byHolder, by, { of: pair.of, held });
    }
    const places = new Map(uses.map((use, index) => [use.end, index]));
    const found: UseBehind[] = [];
    for (const binding of changed)
      for (const { of, held } of byHolder.get(binding) ?? []) {
        const index = places.get(of.end);
        if (index === undefined || item(uses, index) !== of) continue;
        found.push({ held, of, index });
        changed.add(held);
      }
    return found;
  }

  #pairs(pairs: readonly Pair[]): readonly { readonly by: Binding; readonly of: Binding }[] {
    return pairs.flatMap((each) => {
      const [by, of] = [this.#bindingAt(each.by), this.#bindingAt(each.of)];
      return by && of && of.kind !== "import" ? [{ by, of }] : [];
    });
  }
}
