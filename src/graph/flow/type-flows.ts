import { none } from "../index/facts";
import type { Objects } from "./objects";
import { Table } from "./table";

/** Declared types: implementations flow to the uses of an interface, subclasses to those of a class. */
export class TypeFlows {
  readonly #objects: Objects;
  readonly #held: Table<number>;
  readonly #hold: (slot: number, object: number) => void;
  readonly #typesOf = new Table<number>();
  readonly #typedBy = new Table<number>();

  /**
   * @param held the objects of each slot.
   * @param hold lets a slot hold an object.
   */
  constructor(objects: Objects, held: Table<number>, hold: (slot: number, object: number) => void) {
    this.#objects = objects;
    this.#held = held;
    this.#hold = hold;
  }

  /** Notes that a slot is declared to hold what a type's slot tells. */
  add(slot: number, type: number): void {
    if (slot !== none) this.#typesOf.add(slot, type);
    if (type !== none) this.#typedBy.add(type, slot);
    for (const value of this.#held.of(slot)) for (const each of this.#held.of(type)) this.implement(each, value);
  }

  /** A value implements the types of its slot, and a type is implemented by the values of the slots that it types. */
  flow(slot: number, object: number): void {
    for (const value of this.#typedBy.of(slot)) for (const each of this.#held.of(value)) this.implement(object, each);
    for (const type of this.#typesOf.of(slot)) for (const each of this.#held.of(type)) this.implement(each, object);
  }

  implement(type: number, object: number): void {
    const declared = this.#objects.at(type);
    const kind = this.#objects.at(object)?.kind;
    if (!declared || type === object || (kind !== "object" && kind !== "instance")) return;
    if (declared.kind !== "type" && declared.kind !== "instance") return;
    this.#hold(this.#objects.implementersOf(declared), object);
  }
}
