import type { ValueId } from "../code/graph";
import type { Abstract, Context } from "./domain";

/** Values that hold only while something is supposed. */
export class Supposed {
  readonly #values = new Map<Context, Map<ValueId, Abstract>>();
  readonly #outer: Supposed | undefined;

  /**
   * @param depth how many suppositions hold within each other.
   * @param level the level of the values that are evaluated first under it.
   */
  constructor(
    outer: Supposed | undefined,
    readonly depth: number,
    readonly level: number,
  ) {
    this.#outer = outer;
  }

  valueOf(context: Context, id: ValueId): Abstract | undefined {
    return this.#values.get(context)?.get(id) ?? this.#outer?.valueOf(context, id);
  }

  note(context: Context, id: ValueId, value: Abstract): void {
    const known = this.#values.get(context);
    if (known) known.set(id, value);
    else this.#values.set(context, new Map([[id, value]]));
  }
}
