import type TS from "typescript";
import type { Abstract, Closure, Content, Field, Frame, Item, Place, Unknown } from "../domain/domain";
import { contentOf, emptyContent, newObject, reference, setField, setFields, update, allocate } from "../store/heap";
import { appendItems, mostItems } from "../store/items";
import type { Machine } from "../machine";
import { truthOf } from "../flow/truth";
import { cellsOf, join, mapOptions, optionsOf, plainText, primitiveOf, unknown } from "../domain/values";
import { isPrivateKey, memberKey } from "../domain/private-names";

/** Object and array literals, and copying members from one object to another. */

/** The content is put together first and written once: nothing can see the object before it is whole. */
export function objectLiteral(machine: Machine, frame: Frame, node: TS.ObjectLiteralExpression): Abstract {
  const { ts } = machine;
  const place = machine.place(frame, node);
  const cell = allocate(machine, { type: "object", made: node });
  const self = reference(cell, place);
  let content: Content = emptyContent;
  const put = (key: string | undefined, name: TS.Node, value: Abstract, getter?: Closure): void => {
    const keyPlace = machine.place(frame, name);
    content =
      key === undefined
        ? setUnknownKey(content, value)
        : setField(content, key, { value, presence: "always", keyPlace, ...(getter && { getter }) });
  };
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      content = copyInto(machine, content, machine.steps.expression(machine, frame, property.expression), true);
      continue;
    }
    if (ts.isShorthandPropertyAssignment(property)) {
      put(property.name.text, property.name, machine.steps.expression(machine, frame, property.name));
      continue;
    }
    const key = propertyKey(machine, frame, property.name);
    if (ts.isPropertyAssignment(property)) {
      const value = machine.steps.expression(machine, frame, property.initializer);
      if (key === "__proto__" && !ts.isComputedPropertyName(property.name)) content = { ...content, open: true };
      else put(key, property.name, value);
      continue;
    }
    const closure = machine.steps.closure(machine, frame, property, self);
    if (ts.isMethodDeclaration(property)) put(key, property.name, closure);
    else if (ts.isGetAccessorDeclaration(property))
      put(key, property.name, unknown("a getter", machine.place(frame, property.name)), closureOf(closure));
    else put(undefined, property.name, unknown("a setter", place));
  }
  update(machine, cell, () => content);
  if (node.properties.some((property) => ts.isSetAccessorDeclaration(property))) machine.escape(self);
  machine.noteObject(frame, node, self);
  return self;
}

function closureOf(value: Abstract): Closure | undefined {
  return value.kind === "callable" && value.target.type === "closure" ? value.target : undefined;
}

/** `o[k] = v` with a key that is not known: it may be any of those listed, or another. */
export function setUnknownKey(content: Content, value: Abstract): Content {
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields)
    fields.set(key, field.getter || isPrivateKey(key) ? field : { ...field, value: join(field.value, value) });
  const items = content.items.map((item) => ({ ...item, value: join(item.value, value) }));
  return { ...content, fields, items, open: true, rest: content.rest ? join(content.rest, value) : value };
}

/** @returns the name of a property, `undefined` where it is not known. */
export function propertyKey(machine: Machine, frame: Frame, name: TS.PropertyName): string | undefined {
  const { ts } = machine;
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) return memberKey(ts, name);
  if (ts.isStringLiteralLike(name)) return name.text;
  if (ts.isNumericLiteral(name)) return String(Number(name.text));
  if (ts.isBigIntLiteral(name)) return name.text.slice(0, -1);
  const known = primitiveOf(machine.steps.expression(machine, frame, name.expression));
  return known ? String(known.value) : undefined;
}

/**
 * Copies the members of a value over an object's, as a spread or `Object.assign` does.
 *
 * @param keepSource whether the value is noted as something that was spread in.
 */
export function copyInto(machine: Machine, content: Content, value: Abstract, keepSource: boolean): Content {
  const sources = keepSource ? [...content.sources, value] : content.sources;
  const variants = optionsOf(value).map((option) => copyOption(machine, content, option));
  const [first, ...others] = variants;
  if (!first) return content;
  const joined = others.reduce((left, right) => machine.joinContents(left, right), first);
  return { ...joined, sources };
}

function copyOption(machine: Machine, content: Content, value: Abstract): Content {
  if (value.kind === "scalar" || value.kind === "callable" || value.kind === "never") return content;
  if (value.kind === "text") return plainText(value) === "" ? content : overlay(content, value.place, undefined);
  if (value.kind === "unknown" && truthOf(machine, value) === false) return content;
  if (value.kind !== "reference") return overlay(content, value.place, value);
  const from = contentOf(machine, value.cell);
  if (value.cell.type === "array" || value.cell.class !== undefined) return overlay(content, value.place, value);
  // Each copy holds all members once more: `o = { ...o, more }` a thousand times would take quadratic memory.
  if (from.fields.size > mostCopied) return overlay(content, value.place, value);
  const below = from.open ? overlay(content, value.place, from.rest) : content;
  const copies: [string, Field][] = [];
  for (const [key, field] of from.fields) {
    if (isPrivateKey(key)) continue;
    // What is copied is the value that a getter gives.
    const copied: Field = {
      value: field.getter ? unknown("a getter", field.keyPlace) : field.value,
      presence: field.presence,
      keyPlace: field.keyPlace,
    };
    copies.push([key, copied.presence === "always" ? copied : overMaybe(below, key, copied)]);
  }
  return setFields(below, copies);
}

/** An object of more members is copied as one of which nothing is known. */
const mostCopied = 500;

function overMaybe(content: Content, key: string, field: Field): Field {
  const before = content.fields.get(key);
  if (!before)
    return content.open ? { ...field, value: join(field.value, unknown("an open object", field.keyPlace)) } : field;
  return { ...field, value: join(field.value, before.value), presence: before.presence };
}

/** Members of something unknown land on top: each listed one may be overwritten. */
function overlay(content: Content, place: Place, rest: Abstract | undefined): Content {
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
  return { ...content, fields, open: true, rest: joined };
}

export function arrayLiteral(machine: Machine, frame: Frame, node: TS.ArrayLiteralExpression): Abstract {
  const { ts } = machine;
  const place = machine.place(frame, node);
  let content: Content = emptyContent;
  // Those since the last spread: one copy for all.
  let items: Item[] = [];
  const flush = (): void => {
    if (items.length > 0) content = appendItems(content, items);
    items = [];
  };
  for (const element of node.elements) {
    if (ts.isSpreadElement(element)) {
      flush();
      const iterable = machine.steps.expression(machine, frame, element.expression);
      content = appendAll(machine, content, iterable, machine.place(frame, element));
    } else {
      const value = ts.isOmittedExpression(element)
        ? { kind: "scalar" as const, value: undefined, place: machine.place(frame, element) }
        : machine.steps.expression(machine, frame, element);
      items.push({ value, presence: "always" });
    }
  }
  flush();
  return newObject(machine, place, { type: "array", made: node, content });
}

/** Adds the elements of an iterable at the end of an array. */
export function appendAll(machine: Machine, content: Content, iterable: Abstract, place: Place): Content {
  const sources = [...content.sources, iterable];
  const elements = elementsOf(machine, iterable);
  if (elements && content.items.length + elements.length <= mostItems)
    return { ...appendItems(content, elements), sources };
  const element = unknownElement(machine, iterable, place);
  return { ...content, open: true, rest: content.rest ? join(content.rest, element) : element, sources };
}

/** @returns the elements of an iterable in order, where all are known. */
export function elementsOf(machine: Machine, iterable: Abstract): readonly Item[] | undefined {
  if (iterable.kind === "reference" && iterable.cell.type === "array") {
    const content = contentOf(machine, iterable.cell);
    return content.open ? undefined : content.items;
  }
  if (iterable.kind === "alternatives") {
    const lists = iterable.options.map((option) => elementsOf(machine, option));
    if (lists.some((list) => !list)) return undefined;
    const contents = lists.map((list): Content => ({ ...emptyContent, items: list ?? [] }));
    return contents.reduce((left, right) => machine.joinContents(left, right)).items;
  }
  const whole = plainText(iterable);
  if (whole === "") return [];
  return undefined;
}

/** @returns some element of an iterable. */
export function unknownElement(machine: Machine, iterable: Abstract, place: Place): Abstract {
  return mapOptions(iterable, (option) => {
    if (option.kind === "reference" && option.cell.type === "array") {
      const content = contentOf(machine, option.cell);
      const values = content.items.map((item) => item.value);
      if (content.rest) values.push(content.rest);
      const other = content.open ? unknown("an element", place) : undefined;
      const [first, ...more] = other ? [...values, other] : values;
      return first ? more.reduce(join, first) : unknown("an element of an empty array", place);
    }
    if (option.kind === "unknown") return elementOf(option, place);
    return unknown("an element", place, { reaches: cellsOf(option) });
  });
}

/** @returns some element of something unknown. */
function elementOf(value: Unknown, place: Place): Abstract {
  const response = value.origin?.response;
  const trail = value.origin?.trail ?? [];
  return unknown("an element", place, {
    origin: {
      trail: trail.length > 0 ? [`${trail.at(-1) ?? ""}[]`] : [],
      ...(value.origin?.parameter ? { parameter: value.origin.parameter } : {}),
      ...(response ? { response: { ...response, path: [...response.path, "*"] } } : {}),
    },
    reaches: value.reaches,
  });
}
