import type { Abstract } from "../domain/domain";
import { bounds } from "../domain/limits";
import { isPartOf, optionsOf, plainText } from "../domain/values";

/**
 * Values assigned asynchronously whose meaning does not depend on when they are read: clients of libraries, instances
 * that are there for all code (`singletons.ts`), strings and other primitives.
 * `client ??= axios.create(…)` gives a client, whenever it is read.
 */
export class TimelessValues {
  private values: readonly Abstract[] = [];
  /** Other values are assigned too, of which nothing is known. */
  others = false;
  /** Methods that are called on what it holds, and may change that in place. */
  readonly methods = new Set<string>();

  /**
   * @param value absent: something that is not known.
   * @returns whether the value is new.
   */
  add(value: Abstract | undefined): boolean {
    const before = { values: this.values, others: this.others };
    if (!value) this.others = true;
    for (const option of value ? optionsOf(value) : []) {
      if (this.values.some((known) => isPartOf(option, known))) continue;
      // An unknown value may be any primitive: one more tells nothing, and would outdate those who have read it.
      if (this.others && !isService(option)) continue;
      if (!isTimeless(option) || this.values.length >= bounds.lastingValues) this.others = true;
      else this.values = [...this.values, option];
    }
    if (this.others && !before.others) this.values = this.values.filter(isService);
    return this.values !== before.values || this.others !== before.others;
  }

  /** @returns whether the method is new. */
  addMethod(name: string): boolean {
    if (this.methods.has(name)) return false;
    this.methods.add(name);
    return true;
  }

  /** Whether anything is assigned: what it holds may also only be changed by methods. */
  get isAssigned(): boolean {
    return this.others || this.values.length > 0;
  }

  /** @returns the values that the known value does not include. */
  beside(known: Abstract | undefined): readonly Abstract[] {
    return known ? this.values.filter((value) => !isPartOf(value, known)) : this.values;
  }
}

/** Whether a value means the same in every run. */
export function isTimeless(value: Abstract): boolean {
  return isService(value) || value.kind === "scalar" || plainText(value) !== undefined;
}

/** A client of a library, or an instance that is there for all code. */
export function isService(value: Abstract): boolean {
  return value.kind === "native" || (value.kind === "reference" && value.cell.slot.root?.lasting === true);
}
