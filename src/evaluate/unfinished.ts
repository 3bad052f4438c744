import type { ValueId } from "../code/graph";
import type { Abstract, Context } from "./domain";
import { addTo } from "../text/groups";

interface Kept {
  readonly value: Abstract;
  /** The level of the outermost value on which it depends that was not finished. */
  readonly on: number;
  /** What was supposed when it was evaluated. */
  readonly under: object | undefined;
}

/**
 * Values that depend on one that is still being evaluated: of that one nothing is known yet, so that what was made of it holds only until it is finished,
 * and is made again when somebody asks for it later.
 */
export class Unfinished {
  /** Stand-ins for values that are being evaluated, with how deep their evaluation is. */
  readonly #running = new Map<Abstract, number>();
  readonly #kept = new Map<Context, Map<ValueId, Kept>>();
  /** What is remembered, by the level on which it depends. */
  readonly #byLevel = new Map<number, (() => void)[]>();
  /** Values that are remembered elsewhere, with the level on which they depend. */
  readonly #elsewhere = new Map<Abstract, number>();
  /** The outermost unfinished value that the running evaluation has made use of. */
  #lowest = Infinity;

  /** @returns what to give to `end`. */
  begin(standIn: Abstract, level: number): number {
    this.#running.set(standIn, level);
    const around = this.#lowest;
    this.#lowest = Infinity;
    return around;
  }

  /** Notes that a value is used, which may be the stand-in of one that is unfinished. */
  note(value: Abstract): void {
    const level = this.#running.get(value) ?? this.#elsewhere.get(value);
    if (level !== undefined) this.#lowest = Math.min(this.#lowest, level);
  }

  /** @returns whether the value that is evaluated at a level depends on one around it. */
  dependsOutside(level: number): boolean {
    return this.#lowest < level;
  }

  /** Remembers a value for as long as what it depends on is unfinished. */
  keep(context: Context, id: ValueId, value: Abstract, under: object | undefined): void {
    const values = this.#kept.get(context) ?? new Map<ValueId, Kept>();
    this.#kept.set(context, values);
    values.set(id, { value, on: this.#lowest, under });
    addTo(this.#byLevel, this.#lowest, () => {
      const kept = this.#kept.get(context);
      kept?.delete(id);
      if (kept?.size === 0) this.#kept.delete(context);
    });
  }

  /** Has a value forgotten that is remembered elsewhere, when what it depends on is finished. */
  keepElsewhere(value: Abstract, forget: () => void): void {
    this.#elsewhere.set(value, this.#lowest);
    addTo(this.#byLevel, this.#lowest, () => {
      this.#elsewhere.delete(value);
      forget();
    });
  }

  /** @returns whether a value is the stand-in of one that is evaluated further out than a level. */
  isOlder(value: Abstract, level: number): boolean {
    return level > 0 && value.kind === "unknown" && (this.#running.get(value) ?? level) < level;
  }

  /**
   * @param level that from which what is supposed now holds.
   * @returns a value that is remembered for now, if it was evaluated under what is supposed now, or all on which it depends has begun at the level.
   */
  valueOf(context: Context, id: ValueId, level: number, under: object | undefined): Abstract | undefined {
    if (this.#kept.size === 0) return undefined;
    const kept = this.#kept.get(context)?.get(id);
    if (!kept || (kept.on < level && kept.under !== under)) return undefined;
    this.#lowest = Math.min(this.#lowest, kept.on);
    return kept.value;
  }

  end(standIn: Abstract, level: number, around: number): void {
    this.#running.delete(standIn);
    this.#forget(level);
    this.#lowest = Math.min(around, this.#lowest < level ? this.#lowest : Infinity);
  }

  #forget(level: number): void {
    const kept = this.#byLevel.get(level);
    if (!kept) return;
    this.#byLevel.delete(level);
    for (const forget of kept) forget();
  }
}
