import type { ValueId } from "../code/graph";
import type { Abstract, Context } from "./domain";
import { addTo } from "../text/groups";

interface Kept {
  readonly value: Abstract;
  /** The level of the outermost value on which it depends that was not finished. */
  readonly on: number;
  /** At least the level of the innermost value that it lacks; 0: it lacks none. */
  readonly until: number;
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
  /** Values that are remembered elsewhere and lack something, with the level on which they depend and that of what they lack. */
  readonly #elsewhere = new Map<Abstract, readonly [on: number, until: number]>();
  /** The outermost unfinished value that the running evaluation has made use of. */
  #lowest = Infinity;
  /** At least the level of the innermost value that the running evaluation has left out, as it is unfinished; 0 for none. */
  #highest = 0;
  /** Those of the evaluations around. */
  readonly #around: number[] = [];

  /** @returns what to give to `end`. */
  begin(standIn: Abstract, level: number): number {
    this.#running.set(standIn, level);
    const around = this.#lowest;
    this.#around.push(this.#highest);
    this.#lowest = Infinity;
    this.#highest = 0;
    return around;
  }

  /** Notes that a value is used, which may be the stand-in of one that is unfinished. */
  note(value: Abstract): void {
    const level = this.#running.get(value);
    if (level !== undefined) this.#use(level, 0);
    else this.#use(...(this.#elsewhere.get(value) ?? ([Infinity, 0] as const)));
  }

  /** Notes that a value is left out of what is evaluated, as it is made of what is not finished. */
  noteLack(value: Abstract): void {
    const level = this.#running.get(value) ?? this.#lowest;
    if (level < Infinity) this.#use(level, level);
  }

  /** @returns whether the value that is evaluated at a level depends on one around it. */
  dependsOutside(level: number): boolean {
    return this.#lowest < level;
  }

  /** Remembers a value for as long as what it depends on is unfinished. */
  keep(context: Context, id: ValueId, value: Abstract, under: object | undefined): void {
    const values = this.#kept.get(context) ?? new Map<ValueId, Kept>();
    this.#kept.set(context, values);
    values.set(id, { value, on: this.#lowest, until: this.#highest, under });
    addTo(this.#byLevel, this.#lowest, () => {
      const kept = this.#kept.get(context);
      kept?.delete(id);
      if (kept?.size === 0) this.#kept.delete(context);
    });
  }

  /**
   * Has a value forgotten that is remembered elsewhere and lacks something, when that is finished.
   *
   * @param level that of what is evaluated.
   */
  keepElsewhere(value: Abstract, level: number, forget: () => void): void {
    if (this.#highest === 0 || this.#lowest === Infinity) return;
    const until = Math.max(this.#lowest, Math.min(this.#highest, level));
    this.#elsewhere.set(value, [this.#lowest, until]);
    addTo(this.#byLevel, until, () => {
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
    this.#use(kept.on, kept.until);
    return kept.value;
  }

  #use(lowest: number, highest: number): void {
    this.#lowest = Math.min(this.#lowest, lowest);
    this.#highest = Math.max(this.#highest, highest);
  }

  end(standIn: Abstract, level: number, around: number): void {
    this.#running.delete(standIn);
    this.#forget(level);
    const isUsed = this.#lowest < level;
    if (!isUsed) this.#lowest = Infinity;
    this.#highest = isUsed ? Math.min(this.#highest, level - 1) : 0;
    this.#use(around, this.#around.pop() ?? 0);
  }

  #forget(level: number): void {
    const kept = this.#byLevel.get(level);
    if (!kept) return;
    this.#byLevel.delete(level);
    for (const forget of kept) forget();
  }
}
