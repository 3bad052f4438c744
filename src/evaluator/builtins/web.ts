import { contentLattice } from "../store/content-lattice";
import type {
  Abstract,
  Builtin,
  BuiltinCall,
  Cell,
  Content,
  Field,
  Part,
  Place,
  Reference,
  Text,
} from "../domain/domain";
import { computedText, concatenate, sliceText, splitParts } from "../domain/texts";
import { isUndefined, mapOptions, plainText, primitiveOf, scalar, unknown } from "../domain/values";
import type { Machine } from "../machine";
import { lookUp, setField } from "../store/content";
import { copyInto } from "../store/copies";
import { elementsOf } from "../store/elements";
import { escape } from "../store/escape";
import { contentOf, newArray, newObject, reference, update } from "../store/heap";
import { toText } from "../store/text-form";
import { internalKey } from "../syntax/private-names";
import { joinText } from "./arrays";
import { argument, method, placeOf } from "./define";

/** `URLSearchParams` and `Headers`: their cells hold entries as members; a key given twice holds an array. What `url.ts` makes is read here too. */

/** The query of a `URL` as it was written. */
export const originalQueries = new WeakMap<Cell, Content>();

const opened: Partial<Content> = { open: true };

export function headersClass(machine: Machine): Builtin {
  return {
    type: "builtin",
    label: "Headers",
    construct: (call) => entriesObject(machine, call, "Headers", argument(machine, call, 0)),
  };
}

export function searchParamsClass(machine: Machine): Builtin {
  return {
    type: "builtin",
    label: "URLSearchParams",
    construct: (call) => {
      const given = argument(machine, call, 0);
      return given.kind === "text"
        ? paramsOfText(machine, call, given)
        : entriesObject(machine, call, "URLSearchParams", given);
    },
  };
}

function entriesObject(machine: Machine, call: BuiltinCall, kind: string, given: Abstract): Abstract {
  const place = placeOf(machine, call);
  const made = newObject(machine, place, { type: "object", made: call.node, class: kind });
  if (isUndefined(given)) return made;
  const pairs = elementsOf(machine, given);
  if (pairs) {
    for (const pair of pairs) addPair(machine, made.cell, pair.value, pair.presence, place);
  } else if (given.kind === "reference" && given.cell.type === "object" && !given.cell.constructedBy) {
    const plain: Reference = { ...given, cell: { ...given.cell, class: undefined } };
    update(machine, made.cell, (content) => stringValues(machine, copyInto(machine, content, plain, false), place));
  } else if (given.kind === "alternatives") {
    update(machine, made.cell, (content) => stringValues(machine, copyInto(machine, content, given, false), place));
  } else {
    escape(machine, given);
    update(machine, made.cell, (content) => ({ ...content, ...opened, sources: [given] }));
  }
  return made;
}

function stringValues(machine: Machine, content: Content, place: Place): Content {
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields) fields.set(key, { ...field, value: stringy(machine, field.value, place) });
  return { ...content, fields };
}

function stringy(machine: Machine, value: Abstract, place: Place): Abstract {
  return mapOptions(value, (option) => {
    if (option.kind === "reference" && option.cell.type === "array")
      return joinText(machine, option, ",", place) ?? toText(machine, option, place);
    return option.kind === "unknown" ? option : toText(machine, option, value.place);
  });
}

function addPair(machine: Machine, cell: Cell, pair: Abstract, presence: "always" | "maybe", place: Place): void {
  const items = elementsOf(machine, pair);
  const key = items?.[0] && primitiveOf(items[0].value);
  const value = items?.[1]?.value;
  update(machine, cell, (content) => {
    if (!key || !value || items.length !== 2 || items.some((item) => item.presence === "maybe"))
      return loosen(content, place);
    const added = append(
      machine,
      cell,
      content,
      String(key.value),
      stringy(machine, value, place),
      items[0]?.value.place ?? place,
    );
    return presence === "always" ? added : contentLattice.join(content, added);
  });
}

/** Something was added or changed of which the name is not known. */
function loosen(content: Content, place: Place): Content {
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields)
    fields.set(key, { ...field, value: unknown("may be another value", place), presence: "maybe" });
  return { ...content, fields, open: true };
}

function sameKey(cell: Cell, content: Content, key: string): string | undefined {
  if (cell.class !== "Headers") return content.fields.has(key) ? key : undefined;
  return [...content.fields.keys()].find((each) => each.toLowerCase() === key.toLowerCase());
}

function append(
  machine: Machine,
  cell: Cell,
  content: Content,
  key: string,
  value: Abstract,
  keyPlace: Place,
): Content {
  const known = sameKey(cell, content, key);
  const before = known === undefined ? undefined : content.fields.get(known);
  if (!before || known === undefined) {
    const sure = content.open ? unknown("may stand beside another value", keyPlace) : value;
    return setField(content, key, { value: sure, presence: "always", keyPlace });
  }
  if (before.presence === "maybe")
    return setField(content, known, {
      ...before,
      value: unknown("may stand beside another value", keyPlace),
      presence: "always",
    });
  if (cell.class === "Headers") {
    const both = concatenate(
      concatenate(toText(machine, before.value, keyPlace), computedText(", ", keyPlace), keyPlace),
      toText(machine, value, keyPlace),
      keyPlace,
    );
    return setField(content, known, { value: both, presence: "always", keyPlace });
  }
  const items =
    before.value.kind === "reference"
      ? (elementsOf(machine, before.value)?.map((item) => item.value) ?? [])
      : [before.value];
  return setField(content, known, {
    value: newArray(machine, keyPlace, keyPlace.file, [...items, value]),
    presence: "always",
    keyPlace,
  });
}

/** Reads `a=1&b=2`; where a hole could hide a name, the rest is open. */
function paramsOfText(machine: Machine, call: BuiltinCall, given: Text): Abstract {
  const place = placeOf(machine, call);
  const made = newObject(machine, place, { type: "object", made: call.node, class: "URLSearchParams" });
  fillParams(machine, made.cell, given, place);
  return made;
}

/** Adds the pairs of a query, with or without its `?`. */
export function fillParams(machine: Machine, cell: Cell, given: Text, place: Place): void {
  const [only] = given.parts;
  if (
    given.parts.length === 1 &&
    only?.kind === "hole" &&
    only.value.kind === "reference" &&
    only.value.cell.class === "URLSearchParams"
  ) {
    const from = contentOf(machine, only.value.cell);
    update(machine, cell, () => from);
    return;
  }
  const whole = plainText(given);
  if (whole === undefined || given.json) {
    for (const piece of splitParts(given.parts, "&")) addPiece(machine, cell, piece, place);
    return;
  }
  for (const [key, value] of new URLSearchParams(whole)) {
    const at = whole.indexOf(`${key}=${value}`);
    const exact =
      at >= 0 ? sliceText(given, at + key.length + 1, at + key.length + 1 + value.length, place) : undefined;
    update(machine, cell, (content) => append(machine, cell, content, key, exact ?? computedText(value, place), place));
  }
}

function addPiece(machine: Machine, cell: Cell, piece: readonly Part[], place: Place): void {
  if (piece.length === 0) return;
  const first = piece[0];
  const equals = first?.kind === "text" ? first.text.indexOf("=") : -1;
  update(machine, cell, (content) => {
    // A hole may hold `&`, and with it more pairs.
    if (first?.kind !== "text" || equals < 0) return loosen(content, place);
    const key = decode(first.text.slice(0, equals).replace(/^\?/u, ""));
    const rest = piece.slice(1);
    const text = first.text.slice(equals + 1);
    if (key === undefined) return loosen(content, place);
    if (rest.length === 0) return append(machine, cell, content, key, computedText(decode(text) ?? text, place), place);
    const value: Text = {
      kind: "text",
      parts: [
        ...(text === "" ? [] : [{ kind: "text" as const, text, place: { ...place, foreign: true as const } }]),
        ...rest,
      ],
      place,
    };
    const safe = rest.every(
      (part) => part.kind === "hole" && part.value.kind === "unknown" && part.value.reason === "an encoded string",
    );
    const added = append(
      machine,
      cell,
      content,
      key,
      safe && text === ""
        ? unknown("a decoded string", place, { is: "string" })
        : unknown("part of a query", place, { is: "string", origin: originOf(value) }),
      place,
    );
    return safe ? added : { ...added, open: true };
  });
}

function originOf(value: Text): NonNullable<Abstract["origin"]> {
  const hole = value.parts.find((part) => part.kind === "hole");
  return { trail: hole?.kind === "hole" ? (hole.value.origin?.trail ?? []) : [] };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

/** @returns the string form of a `URL`, `URLSearchParams` or array. */
export function cellText(machine: Machine, cell: Cell, place: Place): Abstract | undefined {
  const content = contentOf(machine, cell);
  if (content.escaped) return undefined;
  if (cell.type === "array") return joinText(machine, reference(cell, place), ",", place);
  if (cell.class === "URLSearchParams")
    return { kind: "text", parts: [{ kind: "hole", value: snapshotOf(machine, cell, place) }], place };
  if (cell.class !== "URL") return undefined;
  const href = content.fields.get(internalKey("href"))?.value;
  const bare = content.fields.get(internalKey("bare"))?.value;
  const params = content.fields.get("searchParams")?.value;
  if (!href || !bare || params?.kind !== "reference") return undefined;
  const query = contentOf(machine, params.cell);
  if (query === originalQueries.get(cell)) return href;
  if (query.escaped || bare.kind !== "text") return undefined;
  if (query.fields.size === 0 && !query.open) return bare;
  const mark = computedText("?", place);
  return concatenate(
    concatenate(bare, mark, place),
    { kind: "text", parts: [{ kind: "hole", value: snapshotOf(machine, params.cell, place) }], place },
    place,
  );
}

/** The text of a query does not change when the parameters do later. */
function snapshotOf(machine: Machine, cell: Cell, place: Place): Abstract {
  return newObject(machine, place, {
    type: "object",
    made: cell.made,
    class: "URLSearchParams",
    content: contentOf(machine, cell),
  });
}

/** @returns a property or method of one of the three. */
export function webMember(machine: Machine, target: Reference, key: string, place: Place): Abstract | undefined {
  const { cell } = target;
  if (cell.class === "URL") {
    if (key === "href" || key === "toString" || key === "toJSON") {
      const text = cellText(machine, cell, place);
      if (!text) return undefined;
      return key === "href"
        ? text
        : {
            kind: "callable",
            target: method(
              key,
              (call) => cellText(machine, cell, placeOf(machine, call)) ?? unknown("a URL", placeOf(machine, call)),
            ),
            place,
          };
    }
    return undefined;
  }
  if (cell.class !== "Headers" && cell.class !== "URLSearchParams") return undefined;
  if (!/^(?:set|append|delete|get|has|toString)$/u.test(key)) return undefined;
  const target_ = method(`${cell.class}.${key}`, (call) => entryMethod(machine, call, key));
  return { kind: "callable", target: target_, place };
}

function entryMethod(machine: Machine, call: BuiltinCall, name: string): Abstract {
  const place = placeOf(machine, call);
  const { self } = call;
  if (self?.kind !== "reference") return unknown(`\`${name}()\``, place);
  const { cell } = self;
  if (name === "toString") return cellText(machine, cell, place) ?? unknown("a query", place, { is: "string" });
  const first = argument(machine, call, 0);
  const known = primitiveOf(first);
  const key = known ? String(known.value) : undefined;
  if (name === "get" || name === "has") {
    const content = contentOf(machine, cell);
    const held = key === undefined ? undefined : sameKey(cell, content, key);
    if (name === "has" || key === undefined)
      return unknown(`\`${name}()\``, place, name === "has" ? { is: "boolean" } : {});
    if (held === undefined && !content.open) return scalar(null, place);
    const value = lookUp(content, held ?? key, place);
    return value.kind === "reference"
      ? unknown("one of several values", place)
      : mapOptions(value, (option) => (isUndefined(option) ? scalar(null, place) : option));
  }
  const value = stringy(machine, argument(machine, call, 1), place);
  const only = argument(machine, call, 1);
  update(machine, cell, (content) => changeEntry(machine, cell, content, name, key, value, only, first.place, place));
  return scalar(undefined, place);
}

function changeEntry(
  machine: Machine,
  cell: Cell,
  content: Content,
  name: string,
  key: string | undefined,
  value: Abstract,
  only: Abstract,
  keyPlace: Place,
  place: Place,
): Content {
  if (key === undefined) return loosen(content, place);
  const held = sameKey(cell, content, key);
  if (name === "delete" && cell.class === "URLSearchParams" && !isUndefined(only)) {
    // Which of the values of that name stay is not followed.
    const rest: Field = { value: unknown("what is left of a parameter", place), presence: "maybe", keyPlace };
    return held === undefined ? content : setField(content, held, rest);
  }
  if (name === "append") return append(machine, cell, content, key, value, keyPlace);
  const fields = new Map(content.fields);
  if (held !== undefined && (name === "delete" || held !== key)) fields.delete(held);
  if (name === "delete") return { ...content, fields };
  return setField({ ...content, fields }, key, { value, presence: "always", keyPlace });
}
