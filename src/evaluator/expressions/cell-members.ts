import type TS from "typescript";
import { builtinMember, unknownLength } from "../builtins/members";
import { isPatched } from "../builtins/patched-prototypes";
import { hiddenField } from "../domain/class-fields";
import { callable, scalar, unknown } from "../domain/constructors";
import type { Abstract, Cell, Content, Field, Frame, Place, Reference } from "../domain/domain";
import { cellsOf, join, joinAll } from "../domain/values";
import type { Program } from "../program";
import { lookUp } from "../store/content";
import { contentOf } from "../store/heap";
import { isPrivateKey } from "../../syntax/private-names";
import { isCalled } from "../../syntax/wrappers";
import { callGetter, inheritedMember, libraryBase } from "./inherited";
import { trailOf } from "./unknown-member";

/** Reading members of objects on the heap. */

/** A member that is read of an object on the heap. */
interface CellMember {
  readonly program: Program;
  readonly frame: Frame;
  readonly target: Reference;
  readonly key: string;
  readonly node: TS.Node;
  readonly place: Place;
  readonly content: Content;
  readonly field: Field | undefined;
  /** Gives the member of that name of another value. */
  readonly memberOf: (value: Abstract) => Abstract;
}

/** Where a member of an object is looked up, in this order: the first that has it gives its value. */
const memberSources: readonly ((read: CellMember) => Abstract | undefined)[] = [
  fromGetter,
  ({ program, target: { cell }, key, place }) =>
    cell.type === "array" ? getItem(program, cell, key, place) : undefined,
  ({ field }) => (field?.presence === "always" ? field.value : undefined),
  fromClass,
  fromLanguage,
  fromCopied,
  ({ target: { cell }, key, place, field }) =>
    cell.class !== undefined && !field ? unknown(`\`${key}\` of ${cell.class.name}`, place) : undefined,
  ({ program, frame, target, key, node, content }) =>
    content.escaped ? program.steps.types.heldMember(program, frame, target, key, node) : undefined,
];

/** @returns the member of an object. */
export function getFromCell(member: Omit<CellMember, "place" | "content" | "field">): Abstract {
  const { program, frame, target, key, node } = member;
  const content = contentOf(program, target.cell, { key, use: isCalled(program.ts, node) ? "called" : undefined });
  const found = { ...member, place: program.place(frame, node), content, field: content.fields.get(key) };
  for (const look of memberSources) {
    const value = look(found);
    if (value) return value;
  }
  return fromContent(found);
}

function fromGetter({ program, frame, target, node, place, field }: CellMember): Abstract | undefined {
  if (!field?.getter) return undefined;
  const got = callGetter(program, frame, field.getter, target, node);
  return field.presence === "always" ? got : join(got, unknown("a getter", place));
}

/** What the class of an instance gives it, or what a library's class that it extends does. */
function fromClass({ program, frame, target, key, node, content, field, memberOf }: CellMember): Abstract | undefined {
  const { constructedBy, prototypeOf } = target.cell;
  const maker = constructedBy ?? prototypeOf;
  if (!maker) return undefined;
  const base = libraryBase(target.cell, content, key);
  const ofBase = (): Abstract | undefined => base && memberOf(base);
  const inherited = inheritedMember(program, frame, maker, { self: target, key, ofBase }, node);
  return inherited && field ? join(field.value, inherited) : inherited;
}

/** What all objects have, or all arrays. */
function fromLanguage({ program, target, key, place, field }: CellMember): Abstract | undefined {
  const { prototypeOf, type } = target.cell;
  if (!field) {
    if (key === "constructor" && prototypeOf) return callable(prototypeOf, place);
    const method = builtinMember(program, target, key, place);
    if (method) return method;
    // The language may give the value a member that no table here lists.
    if (isPatched(program.ts, place.file, key)) return unknown(`\`${key}\` of a prototype`, place);
  }
  const isInherited = key === "__proto__" || key in (type === "array" ? Array.prototype : Object.prototype);
  return isInherited ? unknown(`\`${key}\``, place) : undefined;
}

/** What an object has of the value that was copied into it. */
function fromCopied({ target, key, content, field, memberOf }: CellMember): Abstract | undefined {
  const copied = field || target.cell.class !== undefined ? undefined : content.copied;
  if (!copied || copied.without.includes(key) || copied.among?.includes(key) === false) return undefined;
  return memberOf(copied.from);
}

/** What the content tells of a member that may be absent, or that others may have changed. */
function fromContent({ program, target, key, place, content, field }: CellMember): Abstract {
  const { constructedBy } = target.cell;
  const value = lookUp(content, key, place);
  if (content.escaped && constructedBy && cellsOf(value).length === 0)
    return hiddenField(program.ts, constructedBy, key, place);
  if (!content.open || field || value.kind !== "unknown") return value;
  // Of what a framework adds to an object, the name alone tells what it is: `this.$axios`.
  const trail = trailOf(target, key);
  return { ...value, origin: { trail: trail.length > 0 || isPrivateKey(key) ? trail : [key] } };
}

function getItem(program: Program, cell: Cell, key: string, place: Place): Abstract | undefined {
  const content = contentOf(program, cell);
  const exact = !content.open && content.items.every((item) => item.presence === "always");
  if (key === "length" && exact) return scalar(content.items.length, place);
  if (key === "length") {
    return unknownLength(content.items.filter(({ presence }) => presence === "always").length, place);
  }
  if (!/^\d+$/u.test(key)) return undefined;
  const item = content.items[Number(key)];
  if (exact) return item?.value ?? scalar(undefined, place);
  const values = content.items.map((each) => each.value);
  if (content.rest) values.push(content.rest);
  values.push(content.open ? unknown("an element", place) : scalar(undefined, place));
  return joinAll(values, place);
}
