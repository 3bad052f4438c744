import type { ValueId } from "../code/graph";
import type { ProjectFile } from "../project/project-file";
import type { Abstract, Context } from "./domain";

/** The code that reads the supposed values. */
export interface Code {
  readonly file: ProjectFile;
  readonly start: number;
  readonly end: number;
}

/** Values that are valid only under a supposition. */
export class Supposed {
  readonly #values = new Map<Context, Map<ValueId, Abstract>>();
  /** Values that other modules store, with the functions that drop them. */
  readonly #elsewhere = new Map<Abstract, () => void>();
  readonly #outer: Supposed | undefined;

  /**
   * @param depth how many suppositions are nested.
   * @param level the level of the first evaluations under it.
   * @param within the code whose values may differ under the supposition from those stored without it.
   */
  constructor(
    outer: Supposed | undefined,
    readonly depth: number,
    readonly level: number,
    readonly within?: Code,
  ) {
    this.#outer = outer;
  }

  /** @returns whether the stored value of a node may differ under the supposition. */
  covers(file: ProjectFile, node: { readonly start: number; readonly end: number }): boolean {
    const { within } = this;
    if (within?.file === file && within.start <= node.start && node.end <= within.end) return true;
    return this.#outer?.covers(file, node) ?? false;
  }

  valueOf(context: Context, id: ValueId): Abstract | undefined {
    return this.#values.get(context)?.get(id) ?? this.#outer?.valueOf(context, id);
  }

  note(context: Context, id: ValueId, value: Abstract): void {
    const known = this.#values.get(context);
    if (known) known.set(id, value);
    else this.#values.set(context, new Map([[id, value]]));
  }

  /** Calls `forget` for a value that another module stores, when the supposition ends. */
  keepElsewhere(value: Abstract, forget: () => void): void {
    this.#elsewhere.set(value, forget);
  }

  /** @returns whether a value that another module stores depends on the supposition. */
  isElsewhere(value: Abstract): boolean {
    return this.#elsewhere.has(value) || (this.#outer?.isElsewhere(value) ?? false);
  }

  end(): void {
    for (const forget of this.#elsewhere.values()) forget();
  }
}
