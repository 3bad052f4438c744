import { bounds } from "../domain/limits";
import { contentLattice } from "./content-lattice";
import { assigned, isLarge, setFields, unlisted } from "./content";
import { fieldOf, unknown } from "../domain/constructors";
import {
  type Abstract,
  type Content,
  type Copied,
  type Field,
  type NativeValue,
  type Place,
  type Reference,
  type Unknown,
} from "../domain/domain";
import { cellsOf, join, optionsOf, plainText } from "../domain/values";
import { type Program } from "../program";
import { isPrivateKey, isSymbolKey } from "../../syntax/private-names";
import { contentOf } from "./heap";
import { truthOf } from "./truth";

/** Copies the members of a value over an object's, as a spread or `Object.assign` does, and notes the value among the sources of the object. */
export function spreadInto(program: Program, content: Content, value: Abstract): Content {
  return { ...copyInto(program, content, value), sources: [...content.sources, value] };
}

/** Copies the members of a value over an object's. */
export function copyInto(program: Program, content: Content, value: Abstract): Content {
  const variants = optionsOf(value).map((option) => copyOption(program, content, option));
  const [first, ...others] = variants;
  return others.reduce((left, right) => contentLattice.join(left, right), first ?? content);
}

function copyOption(program: Program, content: Content, value: Abstract): Content {
  if (value.kind === "scalar" || value.kind === "callable" || value.kind === "never") return content;
  program.state.effort += content.fields.size / bounds.cellsPerEffort;
  if (value.kind === "text") return plainText(value) === "" ? content : overlay(content, value.place, undefined);
  if (value.kind === "unknown") return copyUnknown(program, content, value);
  if (value.kind === "native") return copyNamespace(program, content, value) ?? overlay(content, value.place, value);
  if (value.kind !== "reference") return overlay(content, value.place, value);
  return copyMembers(program, content, value);
}

function copyUnknown(program: Program, content: Content, value: Unknown): Content {
  if (truthOf(program, value) === false) return content;
  const copied = content.open || cellsOf(value).length > 0 ? undefined : copiedFrom(program, value);
  return { ...overlay(content, value.place, value), copied };
}

function copyMembers(program: Program, content: Content, value: Reference): Content {
  const from = contentOf(program, value.cell);
  if (value.cell.type === "array" || value.cell.class !== undefined) return overlay(content, value.place, value);
  // Each copy holds all members once more: `o = { ...o, more }` a thousand times would take quadratic memory.
  if (from.fields.size > bounds.copiedMembers) return overlay(content, value.place, value);
  const copied = content.open ? undefined : from.copied;
  const below = from.open ? { ...overlay(content, value.place, from.rest), copied } : content;
  const copies: [string, Field][] = [];
  for (const [key, field] of from.fields) {
    if (isPrivateKey(key) && !isSymbolKey(key)) continue;
    // A copy gets the value of a getter, not the getter.
    const copied: Field = {
      ...fieldOf(field.getter ? unknown("a getter", field.keyPlace) : field.value, field.keyPlace, field.presence),
      unordered: field.unordered,
    };
    copies.push([key, assigned(below, key, copied.presence === "always" ? copied : overMaybe(below, key, copied))]);
  }
  return setFields(below, copies);
}

/** `{ ...orders, ...users }` of modules that are imported as a whole. */
function copyNamespace(program: Program, content: Content, { native, place }: NativeValue): Content | undefined {
  const names = program.steps.modules.namespaceNames(program, native);
  if (!names || names.length > bounds.copiedMembers) return undefined;
  const copies = names.map((name): [string, Field] => {
    const value = program.steps.modules.namespaceMember(program, native, name, place) ?? unknown(`\`${name}\``, place);
    return [name, assigned(content, name, fieldOf(value, place))];
  });
  return setFields(content, copies);
}

function copiedFrom(program: Program, value: Unknown): Copied {
  return { from: { ...value, identity: program.pass.identities.copyOf(value.identity) }, without: [] };
}

function overMaybe(content: Content, key: string, field: Field): Field {
  const before = content.fields.get(key);
  if (!before)
    return content.open ? { ...field, value: join(field.value, unknown("an open object", field.keyPlace)) } : field;
  return { ...field, value: join(field.value, before.value), presence: before.presence };
}

/** Members of something unknown land on top: each listed one may be overwritten. */
function overlay(known: Content, place: Place, rest: Abstract | undefined): Content {
  const content = isLarge(known) ? unlisted(known, place) : known;
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields) {
    fields.set(key, {
      ...field,
      getter: undefined,
      maybeGetter: field.getter ? true : field.maybeGetter,
      value: join(field.value, unknown("may be overwritten by a spread", place)),
    });
  }
  const held = rest && cellsOf(rest).length > 0 ? rest : undefined;
  const joined = held && content.rest ? join(content.rest, held) : (held ?? content.rest);
  return { ...content, fields, open: true, rest: joined, copied: undefined };
}
