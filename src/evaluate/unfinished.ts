import type { ValueId } from "../code/graph";
import type { Abstract, Context } from "./domain";
import { addTo } from "../text/groups";

/** What something is made of that was not finished. */
interface Needs {
  /** The level of the outermost value of which it has made use: of that one nothing was known. */
  readonly on: number;
  /** The levels of those that are left out of it, or of which it has only a part. */
  readonly lacks: ReadonlySet<number>;
}

const nothing: ReadonlySet<number> = new Set();
const none: Needs = { on: Infinity, lacks: nothing };

interface Kept {
  readonly value: Abstract;
  readonly needs: Needs;
  /** What was supposed when it was evaluated. */
  readonly under: object | undefined;
}

/**
 * Values that depend on one that is still being evaluated: what was made of one of which nothing is known yet holds only until that is finished, and is
 * made again when somebody asks for it later. What lacks something is made again as soon as the innermost one that it lacks is finished.
 */
export class Unfinished {
  /** Stand-ins for values that are being evaluated, with how deep their evaluation is. */
  readonly #running = new Map<Abstract, number>();
  readonly #kept = new Map<Context, Map<ValueId, Kept>>();
  /** What is remembered, by the level on which it depends. */
  readonly #byLevel = new Map<number, (() => void)[]>();
  /** Values that are remembered elsewhere and lack something. */
  readonly #elsewhere = new Map<Abstract, Needs>();
  /** What the running evaluation has made use of. */
  #needs = none;

  /** @returns what to give to `end`. */
  begin(standIn: Abstract, level: number): Needs {
    this.#running.set(standIn, level);
    const around = this.#needs;
    this.#needs = none;
    return around;
  }

  /** Notes that a value is used, which may be the stand-in of one that is unfinished: nothing of that, or a part. */
  note(value: Abstract): void {
    const level = this.#running.get(value);
    if (level === undefined) this.#use(this.#elsewhere.get(value) ?? none);
    else this.#use({ on: level, lacks: value.kind === "unknown" ? nothing : new Set([level]) });
  }

  /** Notes that a value is left out of what is evaluated, as it is made of what is not finished. */
  noteLack(value: Abstract): void {
    const level = this.#running.get(value) ?? this.#needs.on;
    if (level < Infinity) this.#use({ on: level, lacks: new Set([level]) });
  }

  /** @returns whether the value that is evaluated at a level depends on one around it. */
  dependsOutside(level: number): boolean {
    return this.#needs.on < level;
  }

  /** Remembers a value for as long as what it depends on is unfinished. */
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

  /** Has a value forgotten that is remembered elsewhere and lacks something, when that is finished. */
  keepElsewhere(value: Abstract, forget: () => void): void {
    if (this.#needs.lacks.size === 0) return;
    this.#elsewhere.set(value, this.#needs);
    addTo(this.#byLevel, endOf(this.#needs), () => {
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

/** @returns the level with which something ends that needs so much. */
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

/** @returns what is needed still when a level is finished. */
function without(needs: Needs, level: number): Needs {
  if (needs.on >= level) return none;
  return needs.lacks.has(level)
    ? { on: needs.on, lacks: new Set([...needs.lacks].filter((each) => each !== level)) }
    : needs;
}
