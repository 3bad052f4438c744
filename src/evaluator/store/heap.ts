import { contentLattice } from "./content-lattice";
import type TS from "typescript";
import type { BuiltinClass } from "./builtin-class";
import { reference } from "../domain/constructors";
import type { Abstract, Cell, Closure, Content, Item, Place, Reference } from "../domain/domain";
import { Slot } from "../domain/slots";
import type { MemberAccess } from "./dependencies";
import type { Program } from "../program";
import { emptyContent } from "./content";
import { escapedContent } from "./escape";

/** The heap: allocation, reading and updates of objects. */

export interface MakeCell {
  readonly type: "object" | "array";
  readonly made: TS.Node;
  readonly content?: Partial<Content>;
  readonly class?: BuiltinClass | undefined;
  readonly constructedBy?: Closure | undefined;
}

/** Allocates an object that the running root owns. */
export function allocate(program: Program, make: MakeCell): Cell {
  const content: Content = { ...emptyContent, ...make.content };
  const slot = new Slot(content, contentLattice, program.run.context.root, program.state.clock, make.made);
  return {
    type: make.type,
    slot,
    class: make.class,
    constructedBy: make.constructedBy,
    prototypeOf: undefined,
    allocationSite: make.made,
  };
}

/** Allocates and refers to it at once. */
export function newObject(program: Program, place: Place, make: MakeCell): Reference {
  return reference(allocate(program, make), place);
}

/** Allocates an array of the given elements. */
export function newArray(program: Program, place: Place, made: TS.Node, values: readonly Abstract[]): Reference {
  const items = values.map((value): Item => ({ value, presence: "always" }));
  return newObject(program, place, { type: "array", made, content: { items } });
}

/** @returns the known content of the object now, for who looks at nothing else in it. */
export function contentOf(program: Program, cell: Cell, looked?: MemberAccess): Content {
  return program.pass.visibility.content(cell, looked);
}

/**
 * Replaces the content of an object. An object that has escaped stays unknown, except for fields that only its class may set and functions that
 * it is given.
 *
 * @param looked what the change depends on.
 */
export function update(
  program: Program,
  cell: Cell,
  change: (content: Content) => Content,
  looked?: MemberAccess,
): void {
  const content = contentOf(program, cell, looked);
  const { value } = cell.slot;
  if (!content.escaped) {
    program.state.write(cell.slot, change(content));
    return;
  }
  const held = cell.type === "object" && !cell.class ? program.pass.visibility.held(cell) : undefined;
  const before = held && change({ ...content, fields: held, escaped: false }).fields;
  if (before || cell.constructedBy) {
    const changed = cell.constructedBy ? change(content) : content;
    program.state.write(cell.slot, { ...escapedContent(program, cell, changed, value.escapedIn), before });
  } else program.state.write(cell.slot, value.escaped ? value : content);
}
