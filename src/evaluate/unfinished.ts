import type { ValueId } from "../code/graph";
import type { Abstract, Context } from "./domain";
import { addTo } from "../text/groups";

/** The unfinished values on which a value depends, by their levels. */
interface Needs {
  /** The outermost level of an unfinished value that was used. */
  readonly on: number;
  /** Levels of unfinished values that were left out or were used in part. */
  readonly lacks: ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();
const none: Needs = { on: Infinity, lacks: nothing };

interface Kept {
  readonly value: Abstract;
  readonly needs: Needs;
  /** The supposition under which it was evaluated. */
  readonly under: object | undefined;
}

/**
 * Stores values that depend on a value whose evaluation has not ended. A result computed from an unfinished value is stored until that evaluation ends, and is
 * computed again on the next request. A result that lacks unfinished values is dropped as soon as the innermost of them ends.
 */
export class Unfinished {
  /** Stand-ins for values under evaluation, with the levels of their evaluations. */
  readonly #running = new Map<Abstract, number>();
  readonly #kept = new Map<Context, Map<ValueId, Kept>>();
  /** Functions that drop stored values, by the level at whose end they run. */
  readonly #byLevel = new Map<number, (() => void)[]>();
  /** Incomplete values that other modules store. */
  readonly #elsewhere = new Map<Abstract, Needs>();
  /** What the running evaluation depends on. */
  #needs = none;

  /** @returns the state of the evaluation around it, to be passed to `end`. */
  begin(standIn: Abstract, level: number): Needs {
    this.#running.set(standIn, level);
    const around = this.#needs;
    this.#needs = none;
    return around;
  }

  /** Notes the use of a value that may be a stand-in. An unknown stand-in tells nothing of its value, any other one a part. */
  note(value: Abstract): void {
    const level = this.#running.get(value);
    if (level === undefined) this.#use(this.#elsewhere.get(value) ?? none);
    else this.#use({ on: level, lacks: value.kind === "unknown" ? nothing : new Set([level]) });
  }

  /** Notes that the running evaluation leaves out a value because the value is unfinished. */
  noteLack(value: Abstract): void {
    const level = this.#running.get(value) ?? this.#needs.on;
    if (level < Infinity) this.#use({ on: level, lacks: new Set([level]) });
  }

  /** @returns whether the value under evaluation at a level depends on an unfinished value further out. */
  dependsOutside(level: number): boolean {
    return this.#needs.on < level;
  }

  /** Stores a value until the evaluation on which it depends ends. */
  keep(context: Context, id: ValueId, value: Abstract, under: object | undefined): void {
    const values = this.#kept.get(context) ?? new Map<ValueId, Kept>();
    this.#kept.set(context, values);
    const kept = { value, needs: this.#needs, under };
    values.set(id, kept);
    addTo(this.#byLevel, endOf(this.#needs), () => {
      if (values.get(id) === kept) values.delete(id);
      if (values.size === 0 && this.#kept.get(context) === values) this.#kept.delete(context);
    });
  }

  /** Calls `forget` for an incomplete value that another module stores, when the evaluation on which it depends ends. */
  keepElsewhere(value: Abstract, forget: () => void): void {
    if (this.#needs.lacks.size === 0) return;
    this.#elsewhere.set(value, this.#needs);
    addTo(this.#byLevel, endOf(this.#needs), () => {
      this.#elsewhere.delete(value);
      forget();
    });
  }

  /** @returns whether a value is the unknown stand-in of an evaluation further out than a level. */
  isOlder(value: Abstract, level: number): boolean {
    return level > 0 && value.kind === "unknown" && (this.#running.get(value) ?? level) < level;
  }

  /**
   * @param level the level at which the current supposition began.
   * @returns the stored value, if it was evaluated under the current supposition, or depends on no evaluation that began before it.
   */
  valueOf(context: Context, id: ValueId, level: number, under: object | undefined): Abstract | undefined {
    if (this.#kept.size === 0) return undefined;
    const kept = this.#kept.get(context)?.get(id);
    if (!kept || (kept.needs.on < level && kept.under !== under)) return undefined;
    this.#use(kept.needs);
    return kept.value;
  }

  #use(needs: Needs): void {
    this.#needs = both(this.#needs, needs);
  }

  end(standIn: Abstract, level: number, around: Needs): void {
    this.#running.delete(standIn);
    this.#forget(level);
    this.#needs = both(around, without(this.#needs, level));
  }

  #forget(level: number): void {
    const kept = this.#byLevel.get(level);
    if (!kept) return;
    this.#byLevel.delete(level);
    for (const forget of kept) forget();
  }
}

/** @returns the level at whose end a value with these needs is dropped. */
function endOf({ on, lacks }: Needs): number {
  return lacks.size === 0 ? on : Math.max(...lacks);
}

function both(one: Needs, other: Needs): Needs {
  if (other === none || one === other) return one;
  if (one === none || isWithin(one, other)) return other;
  if (isWithin(other, one)) return one;
  return { on: Math.min(one.on, other.on), lacks: new Set([...one.lacks, ...other.lacks]) };
}

function isWithin(one: Needs, other: Needs): boolean {
  if (one.on < other.on || one.lacks.size > other.lacks.size) return false;
  for (const each of one.lacks) if (!other.lacks.has(each)) return false;
  return true;
}

/** @returns the needs that remain after the evaluation at a level has ended. */
function without(needs: Needs, level: number): Needs {
  if (needs.on >= level) return none;
  return needs.lacks.has(level)
    ? { on: needs.on, lacks: new Set([...needs.lacks].filter((each) => each !== level)) }
    : needs;
}
