import { reference, unknown } from "../domain/constructors";
import type { Abstract, Cell, Closure, Field, Place } from "../domain/domain";
import { Slot } from "../domain/slots";
import { join, joinAll, optionsOf } from "../domain/values";
import type { Program } from "../program";
import { emptyContent } from "../store/content";
import { contentLattice } from "../store/content-lattice";
import { contentOf } from "../store/heap";

/** Members that a program adds to the prototype of a class, or of a function that is called with `new`: `C.prototype.m = …`. */

/** @returns the value of `C.prototype`; `undefined` for functions without one. */
export function prototypeOf(program: Program, closure: Closure, place: Place): Abstract | undefined {
  const { ts } = program;
  const { node } = closure;
  if (!closure.classParts && !ts.isFunctionDeclaration(node) && !ts.isFunctionExpression(node)) return undefined;
  const given = givenPrototype(program, closure);
  if (given?.presence === "always") return given.value;
  const own = reference(prototypeCell(program, closure), place);
  return given ? join(given.value, own) : own;
}

/** The prototype that was assigned to a function. A class's prototype cannot be replaced. */
function givenPrototype(program: Program, closure: Closure): Field | undefined {
  return closure.classParts
    ? undefined
    : contentOf(program, closure.cell, { key: "prototype" }).fields.get("prototype");
}

/** The object is there as soon as its function is; who asks for it first makes no difference. */
export function prototypeCell(program: Program, closure: Closure): Cell {
  const { prototypes } = program.pass.classes;
  let cell = prototypes.get(closure);
  if (!cell) {
    const allocationSite = closure.node.name ?? closure.node;
    const slot = new Slot(emptyContent, contentLattice, closure.root, closure.createdAt, allocationSite);
    cell = { type: "object", slot, class: undefined, constructedBy: undefined, prototypeOf: closure, allocationSite };
    prototypes.set(closure, cell);
  }
  return cell;
}

/** A member that stands in a prototype. */
type PrototypeMember = Pick<Field, "value" | "presence"> & Partial<Pick<Field, "getter" | "setter">>;

/** @returns the member that the program has put into a prototype, surely or perhaps; `undefined` if there is none. */
export function addedMember(
  program: Program,
  closure: Closure,
  key: string,
  place: Place,
): PrototypeMember | undefined {
  const given = givenPrototype(program, closure);
  const known = program.pass.classes.prototypes.get(closure);
  const own = known && given?.presence !== "always" ? [known] : [];
  const options = given ? optionsOf(given.value) : [];
  const cells = [...options.flatMap((option) => (option.kind === "reference" ? [option.cell] : [])), ...own];
  const [only] = cells;
  if (cells.length === 1 && options.length < 2 && only) return memberIn(program, only, key, place);
  const found = cells.flatMap((cell) => memberIn(program, cell, key, place) ?? []);
  const others = options.length > cells.length - own.length ? [unknown("a prototype that is not known", place)] : [];
  const values = [...found.map(({ value, getter }) => (getter ? unknown("a getter", place) : value)), ...others];
  return values.length > 0 ? { value: joinAll(values, place), presence: "maybe" } : undefined;
}

function memberIn(program: Program, cell: Cell, key: string, place: Place): PrototypeMember | undefined {
  const content = contentOf(program, cell, { key });
  const field = content.fields.get(key);
  if (field || !content.open) return field;
  const other = unknown("a member of a prototype", place);
  return { value: content.rest ? join(content.rest, other) : other, presence: "maybe" };
}

/** @returns the prototypes that a value's functions have. */
export function prototypesOf(program: Program, value: Abstract): readonly Cell[] {
  return optionsOf(value).flatMap((option) =>
    option.kind === "callable" && option.target.type === "closure" ? [prototypeCell(program, option.target)] : [],
  );
}
