import type TS from "typescript";
import { addTo, addToSet } from "../../text/groups";
import { item } from "../item";
import { assigned, collectHeld, collectRoots, markTargets } from "./effects";
import type { Binding } from "./scopes";

interface Pair {
  readonly by: TS.Identifier;
  readonly of: TS.Identifier;
}

/** A use of a variable whose object, or a part of it, is also held under another name. */
interface UseBehind {
  readonly held: Binding;
  readonly of: TS.Identifier;
  /** Index among all uses. */
  readonly index: number;
}

/** Variables that may hold the same object, or objects that contain each other, as far as the text shows. */
export class HeldNames {
  readonly #ts: typeof TS;
  readonly #bindingAt: (name: TS.Identifier) => Binding | undefined;
  /** `by` may be the object of `of`, or a part of it. */
  readonly #parts: Pair[] = [];
  /** `by` may contain the object of `of`. */
  readonly #inside: Pair[] = [];

  constructor(ts: typeof TS, bindingAt: (name: TS.Identifier) => Binding | undefined) {
    this.#ts = ts;
    this.#bindingAt = bindingAt;
  }

  /** Records that a target may hold, or contain, objects of the variables in an expression. */
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

  /** @returns by variable: the variables whose objects closures change, and which may be, contain, or be contained in its object. */
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
   * @param changed variables whose objects are changed; variables from which these were read are added.
   * @returns the uses where the changed objects were read.
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
