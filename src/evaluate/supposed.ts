import type { ValueId } from "../code/graph";
import type { ProjectFile } from "../project/project-file";
import type { Abstract, Context } from "./domain";

/** Code in which what is supposed is read. */
export interface Code {
  readonly file: ProjectFile;
  readonly start: number;
  readonly end: number;
}

/** Values that hold only while something is supposed. */
export class Supposed {
  readonly #values = new Map<Context, Map<ValueId, Abstract>>();
  /** Values that are remembered elsewhere, with what has them forgotten. */
  readonly #elsewhere = new Map<Abstract, () => void>();
  readonly #outer: Supposed | undefined;

  /**
   * @param depth how many suppositions hold within each other.
   * @param level the level of the values that are evaluated first under it.
   * @param within the code of which other values are remembered that were found without it.
   */
  constructor(
    outer: Supposed | undefined,
    readonly depth: number,
    readonly level: number,
    readonly within?: Code,
  ) {
    this.#outer = outer;
  }

  /** @returns whether what is remembered of a node need not be what it is under what is supposed. */
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

  /** Has a value forgotten that is remembered elsewhere, when this is supposed no more. */
  keepElsewhere(value: Abstract, forget: () => void): void {
    this.#elsewhere.set(value, forget);
  }

  /** @returns whether a value that is remembered elsewhere depends on what is supposed. */
  isElsewhere(value: Abstract): boolean {
    return this.#elsewhere.has(value) || (this.#outer?.isElsewhere(value) ?? false);
  }

  end(): void {
    for (const forget of this.#elsewhere.values()) forget();
  }
}
