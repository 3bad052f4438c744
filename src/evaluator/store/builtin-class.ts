import type { Program } from "../program";
import type { Abstract, Call, Cell, CellClass, Item, Place } from "../domain/domain";

/**
 * A class of the language or the platform, as data: its constructor, its methods, its iteration, and the members that a snapshot shows. Parts
 * that are left out are unknown. The instances are cells that hold their class.
 */
export interface BuiltinClass extends CellClass {
  /** `new C(…)`. */
  construct?(program: Program, call: Call): Abstract;
  /** `C(…)`. */
  call?(program: Program, call: Call): Abstract;
  readonly methods?: Readonly<Record<string, BuiltinMethod>>;
  /** The methods read and change nothing of what is known of an instance, so that calls at other times do not matter. */
  readonly keepsNothing?: true;
  /** Properties that are computed. A value of `undefined` is not known. */
  readonly properties?: Readonly<Record<string, BuiltinProperty>>;
  /**
   * Assigns a property of an instance; without it, nothing is known of an instance after an assignment.
   *
   * @param key `undefined` where it is not known.
   */
  assign?(program: Program, cell: Cell, key: string | undefined, value: Abstract, place: Place): void;
  /** @returns the elements of an iteration over an instance, in order; `undefined` if they are unknown. */
  elements?(program: Program, cell: Cell): readonly Item[] | undefined;
  /** @returns one unspecified element of an iteration over an instance. */
  element?(program: Program, cell: Cell, place: Place): Abstract;
  /** @returns `String(instance)`, where it is known. */
  text?(program: Program, cell: Cell, place: Place): Abstract | undefined;
}

export type BuiltinMethod = (program: Program, call: Call, self: Cell) => Abstract;

export type BuiltinProperty = (program: Program, self: Cell, place: Place) => Abstract | undefined;

/** @returns the class of an instance, with what it does. `allocate` puts no other kind of class into a cell. */
export function classOf(cell: Cell): BuiltinClass | undefined {
  return cell.class;
}
