import type { Abstract, Builtin, BuiltinCall, Cell, Content, Field, Part, Place, Reference, Text } from "../domain";
import { contentOf, escape, lookUp, newObject, reference, setField, update } from "../heap";
import { copyInto, elementsOf } from "../literals";
import type { Machine } from "../machine";
import { computedText } from "../operators";
import { concatenate, sliceText, toText } from "../strings";
import { isUndefined, joinAll, optionsOf, mapOptions, plainText, primitiveOf, same, scalar, unknown } from "../values";
import { argument, method, placeOf } from "./define";
import { joinText } from "./arrays";
import { internalKey } from "../private-names";

/** `URL`, `URLSearchParams` and `Headers`. Their cells hold entries as members; a key given twice holds an array. */

const opened: Partial<Content> = { open: true };

export function headersClass(machine: Machine): Builtin {
  return { type: "builtin", label: "Headers", construct: (call) => entriesObject(machine, call, "Headers", argument(machine, call, 0)) };
}

export function searchParamsClass(machine: Machine): Builtin {
  return {
    type: "builtin",
    label: "URLSearchParams",
    construct: (call) => {
      const given = argument(machine, call, 0);
      return given.kind === "text" ? paramsOfText(machine, call, given) : entriesObject(machine, call, "URLSearchParams", given);
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
    if (option.kind === "reference" && option.cell.type === "array") return joinText(machine, option, ",", place) ?? toText(machine, option, place);
    return option.kind === "unknown" ? option : toText(machine, option, value.place);
  });
}

function addPair(machine: Machine, cell: Cell, pair: Abstract, presence: "always" | "maybe", place: Place): void {
  const items = elementsOf(machine, pair);
  const key = items?.[0] && primitiveOf(items[0].value);
  const value = items?.[1]?.value;
  update(machine, cell, (content) => {
    if (!key || !value || items.length !== 2 || items.some((item) => item.presence === "maybe")) return loosen(content, place);
    const added = append(machine, cell, content, String(key.value), stringy(machine, value, place), items[0]?.value.place ?? place);
    return presence === "always" ? added : machine.joinContents(content, added);
  });
}

/** Something was added or changed of which the name is not known. */
function loosen(content: Content, place: Place): Content {
  const fields = new Map<string, Field>();
  for (const [key, field] of content.fields) fields.set(key, { ...field, value: unknown("may be another value", place), presence: "maybe" });
  return { ...content, fields, open: true };
}

function sameKey(cell: Cell, content: Content, key: string): string | undefined {
  if (cell.class !== "Headers") return content.fields.has(key) ? key : undefined;
  return [...content.fields.keys()].find((each) => each.toLowerCase() === key.toLowerCase());
}

function append(machine: Machine, cell: Cell, content: Content, key: string, value: Abstract, keyPlace: Place): Content {
  const known = sameKey(cell, content, key);
  const before = known === undefined ? undefined : content.fields.get(known);
  if (!before || known === undefined) {
    const sure = content.open ? unknown("may stand beside another value", keyPlace) : value;
    return setField(content, key, { value: sure, presence: "always", keyPlace });
  }
  if (before.presence === "maybe") return setField(content, known, { ...before, value: unknown("may stand beside another value", keyPlace), presence: "always" });
  if (cell.class === "Headers") {
    const both = concatenate(concatenate(toText(machine, before.value, keyPlace), machine.plain(", ", keyPlace), keyPlace), toText(machine, value, keyPlace), keyPlace);
    return setField(content, known, { value: both, presence: "always", keyPlace });
  }
  const items = before.value.kind === "reference" ? elementsOf(machine, before.value)?.map((item) => item.value) ?? [] : [before.value];
  return setField(content, known, { value: machine.newArray(keyPlace, keyPlace.file, [...items, value]), presence: "always", keyPlace });
}

/** Reads `a=1&b=2`; where a hole could hide a name, the rest is open. */
function paramsOfText(machine: Machine, call: BuiltinCall, given: Text): Abstract {
  const place = placeOf(machine, call);
  const made = newObject(machine, place, { type: "object", made: call.node, class: "URLSearchParams" });
  fillParams(machine, made.cell, given, place);
  return made;
}

function fillParams(machine: Machine, cell: Cell, given: Text, place: Place): void {
  const [only] = given.parts;
  if (given.parts.length === 1 && only?.kind === "hole" && only.value.kind === "reference" && only.value.cell.class === "URLSearchParams") {
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
    const exact = at >= 0 ? sliceText(given, at + key.length + 1, at + key.length + 1 + value.length, place) : undefined;
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
    const value: Text = { kind: "text", parts: [...(text === "" ? [] : [{ kind: "text" as const, text, place: { ...place, foreign: true as const } }]), ...rest], place };
    const safe = rest.every((part) => part.kind === "hole" && part.value.kind === "unknown" && part.value.reason === "an encoded string");
    const added = append(machine, cell, content, key, safe && text === "" ? unknown("a decoded string", place, { is: "string" }) : unknown("part of a query", place, { is: "string", origin: originOf(value) }), place);
    return safe ? added : { ...added, open: true };
  });
}

function originOf(value: Text): NonNullable<Abstract["origin"]> {
  const hole = value.parts.find((part) => part.kind === "hole");
  return { trail: hole?.kind === "hole" ? hole.value.origin?.trail ?? [] : [] };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}

function splitParts(parts: readonly Part[], separator: string): Part[][] {
  const pieces: Part[][] = [[]];
  for (const part of parts) {
    if (part.kind === "hole") {
      pieces.at(-1)?.push(part);
      continue;
    }
    for (const [index, text] of part.text.split(separator).entries()) {
      if (index > 0) pieces.push([]);
      if (text !== "") pieces.at(-1)?.push({ kind: "text", text, place: { ...part.place, foreign: true } });
    }
  }
  return pieces;
}

export function urlClass(machine: Machine): Builtin {
  return {
    type: "builtin",
    label: "URL",
    construct: (call) => {
      const place = placeOf(machine, call);
      const path = shareEnd(toText(machine, argument(machine, call, 0), place), place);
      const given = argument(machine, call, 1);
      const base = isUndefined(given) ? undefined : toText(machine, given, place);
      const href = resolveEach(path, base, place);
      return makeUrl(machine, call, href ?? { kind: "text", parts: [{ kind: "hole", value: unknown("a URL", place, { is: "string" }) }], place }, place);
    },
  };
}

/**
 * One text for several that end alike: their beginnings become one hole. `process.env.URL ?? "https://host/v1"` with a path behind it is then a base
 * that is not known, and a path that is.
 */
function shareEnd(value: Abstract, place: Place): Abstract {
  if (value.kind !== "alternatives") return value;
  const lists = value.options.flatMap((option) => (option.kind === "text" && !option.json ? [[...option.parts]] : []));
  const [first = [], ...others] = lists;
  if (lists.length !== value.options.length) return value;
  const end: Part[] = [];
  for (let last = first.at(-1); last && first.length > 1; last = first.at(-1)) {
    const part = last;
    if (!others.every((list) => list.length > 1 && samePart(part, list.at(-1)))) break;
    end.unshift(part);
    for (const list of lists) list.pop();
  }
  const [start] = end;
  if (start?.kind !== "text" || !start.text.startsWith("/")) return value;
  const beginnings = lists.map((parts): Abstract => (parts.length === 1 && parts[0]?.kind === "hole" ? parts[0].value : { kind: "text", parts, place }));
  return { kind: "text", parts: [{ kind: "hole", value: joinAll(beginnings, place) }, ...end], place };
}

function samePart(left: Part, right: Part | undefined): boolean {
  if (left.kind === "text") return right?.kind === "text" && left.text === right.text;
  return right?.kind === "hole" && same(left.value, right.value);
}

/** @returns the URL against each base that there may be, as one text; `undefined` where that is not known. */
function resolveEach(path: Abstract, base: Abstract | undefined, place: Place): Text | undefined {
  if (path.kind !== "text") return undefined;
  if (!base) return resolve(path, undefined, place);
  const resolved = optionsOf(base).map((option) => (option.kind === "text" ? resolve(path, option, place) : undefined));
  const known = resolved.filter((href) => href !== undefined);
  const shared = known.length === resolved.length ? shareEnd(joinAll(known, place), place) : undefined;
  return shared?.kind === "text" ? shared : undefined;
}

const safeText = /^[\w\-.~!$&'()*+,;=:@/%?#[\]]*$/u;

function resolve(path: Text, base: Text | undefined, place: Place): Text | undefined {
  const wholePath = plainText(path);
  const wholeBase = base && plainText(base);
  if (wholePath !== undefined && (!base || wholeBase !== undefined)) {
    try {
      const { href } = new URL(wholePath, wholeBase);
      const naive = base && wholeBase !== undefined ? joinBase(path, wholePath, base, wholeBase, place) : path;
      if (naive && plainText(naive) === href) return naive;
      return { kind: "text", parts: [{ kind: "text", text: href, place: { ...place, foreign: true } }], place };
    } catch {
      return undefined;
    }
  }
  const first = path.parts[0];
  const known = [...path.parts, ...(base?.parts ?? [])].every((part) => part.kind === "hole" || (safeText.test(part.text) && !/\/\.{1,2}(?:\/|$)/u.test(part.text)));
  if (!known || !first) return undefined;
  if (first.kind === "text" && /^https?:\/\/[^/]+\//u.test(first.text)) return path;
  if (!base) return first.kind === "hole" ? path : undefined;
  if (first.kind !== "text" || first.text.startsWith("//")) return undefined;
  if (!first.text.startsWith("/")) return isFolder(base) && isRelative(path.parts) ? { kind: "text", parts: [...base.parts, ...path.parts], place } : undefined;
  if (wholeBase !== undefined) {
    try {
      const { origin } = new URL(wholeBase);
      const cut = sliceText(base, 0, origin.length, place);
      if (cut && plainText(cut) === origin) return { kind: "text", parts: [...cut.parts, ...path.parts], place };
    } catch {
      return undefined;
    }
  }
  const [start] = base.parts;
  const trail = start?.kind === "hole" ? start.value.origin?.trail ?? [] : [];
  const origin = unknown("the origin of a URL", place, { is: "string", origin: { trail } });
  return { kind: "text", parts: [{ kind: "hole", value: origin }, ...path.parts], place };
}

/** Whether a relative path goes behind a base, rather than in the place of its last segment. */
function isFolder({ parts }: Text): boolean {
  const last = parts.at(-1);
  return last?.kind === "text" && last.text.endsWith("/") && !parts.some((part) => part.kind === "text" && /[?#]/u.test(part.text));
}

/** Whether a text is a path of which the first segment is known, so that it can be no URL of its own. */
function isRelative([first]: readonly Part[]): boolean {
  return first?.kind === "text" && /^[\w\-.~%]+(?:[/?#]|$)/u.test(first.text) && !first.text.startsWith(".");
}

function joinBase(path: Text, wholePath: string, base: Text, wholeBase: string, place: Place): Text | undefined {
  if (/^[a-z][a-z\d+.-]*:/iu.test(wholePath)) return path;
  const { origin } = new URL(wholeBase);
  const keep = wholePath.startsWith("/") ? origin.length : wholeBase.lastIndexOf("/") + 1;
  const cut = sliceText(base, 0, keep, place);
  return cut && { kind: "text", parts: [...cut.parts, ...path.parts], place };
}

/** The cell keeps the text as it was written as long as nobody changes the query. */
function makeUrl(machine: Machine, call: BuiltinCall, href: Text, place: Place): Abstract {
  const pieces = splitParts(href.parts, "?");
  const isPlain = !href.parts.some((part, index) => part.kind === "hole" && mayHoldQuery(part.value) && !isSegment(href.parts, index)) || pieces.length > 1;
  const params = newObject(machine, place, { type: "object", made: call.node, class: "URLSearchParams" });
  if (pieces.length > 1) fillParams(machine, params.cell, { kind: "text", parts: pieces.slice(1).flat(), place }, place);
  if (!isPlain) update(machine, params.cell, (content) => ({ ...content, open: true }));
  const at = href.parts.findIndex((part) => part.kind === "text" && part.text.includes("?"));
  const bare: Part[] = at < 0 ? [...href.parts] : href.parts.slice(0, at);
  const split = href.parts[at];
  if (split?.kind === "text") {
    const cut = sliceText({ kind: "text", parts: [split], place }, 0, split.text.indexOf("?"), place);
    bare.push(...(cut?.parts ?? []));
  }
  const keyPlace = place;
  const field = (value: Abstract): Field => ({ value, presence: "always", keyPlace });
  const before = contentOf(machine, params.cell);
  const content: Partial<Content> = {
    fields: new Map([
      [internalKey("href"), field(href)],
      [internalKey("bare"), field({ kind: "text", parts: bare, place })],
      ["searchParams", field(params)],
    ]),
    sources: [],
  };
  const made = newObject(machine, place, { type: "object", made: call.node, class: "URL", content });
  machine.originalQueries.set(made.cell, before);
  return made;
}

/** A hole that is the base, or a whole segment of the path, brings no query: `${base}/widgets/${id}`, not `/widgets${query}`. */
function isSegment(parts: readonly Part[], index: number): boolean {
  const before = parts[index - 1];
  const after = parts[index + 1];
  const begins = before === undefined ? after !== undefined : before.kind === "text" && before.text.endsWith("/");
  return begins && (after === undefined || (after.kind === "text" && /^[/?#]/u.test(after.text)));
}

function mayHoldQuery(value: Abstract): boolean {
  return !(value.kind === "unknown" && (value.reason === "an encoded string" || value.reason === "the origin of a URL"));
}

/** @returns the string form of a `URL`, `URLSearchParams` or array. */
export function cellText(machine: Machine, cell: Cell, place: Place): Abstract | undefined {
  const content = contentOf(machine, cell);
  if (content.escaped) return undefined;
  if (cell.type === "array") return joinText(machine, reference(cell, place), ",", place);
  if (cell.class === "URLSearchParams") return { kind: "text", parts: [{ kind: "hole", value: snapshotOf(machine, cell, place) }], place };
  if (cell.class !== "URL") return undefined;
  const href = content.fields.get(internalKey("href"))?.value;
  const bare = content.fields.get(internalKey("bare"))?.value;
  const params = content.fields.get("searchParams")?.value;
  if (!href || !bare || params?.kind !== "reference") return undefined;
  const query = contentOf(machine, params.cell);
  if (query === machine.originalQueries.get(cell)) return href;
  if (query.escaped || bare.kind !== "text") return undefined;
  if (query.fields.size === 0 && !query.open) return bare;
  const mark = machine.plain("?", place);
  return concatenate(concatenate(bare, mark, place), { kind: "text", parts: [{ kind: "hole", value: snapshotOf(machine, params.cell, place) }], place }, place);
}

/** The text of a query does not change when the parameters do later. */
function snapshotOf(machine: Machine, cell: Cell, place: Place): Abstract {
  return newObject(machine, place, { type: "object", made: cell.made, class: "URLSearchParams", content: contentOf(machine, cell) });
}

/** @returns a property or method of one of the three. */
export function webMember(machine: Machine, target: Reference, key: string, place: Place): Abstract | undefined {
  const { cell } = target;
  if (cell.class === "URL") {
    if (key === "href" || key === "toString" || key === "toJSON") {
      const text = cellText(machine, cell, place);
      if (!text) return undefined;
      return key === "href" ? text : { kind: "callable", target: method(key, (call) => cellText(machine, cell, placeOf(machine, call)) ?? unknown("a URL", placeOf(machine, call))), place };
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
    if (name === "has" || key === undefined) return unknown(`\`${name}()\``, place, name === "has" ? { is: "boolean" } : {});
    if (held === undefined && !content.open) return scalar(null, place);
    const value = lookUp(content, held ?? key, place);
    return value.kind === "reference" ? unknown("one of several values", place) : mapOptions(value, (option) => (isUndefined(option) ? scalar(null, place) : option));
  }
  const value = stringy(machine, argument(machine, call, 1), place);
  update(machine, cell, (content) => changeEntry(machine, cell, content, name, key, value, first.place, place));
  return scalar(undefined, place);
}

function changeEntry(machine: Machine, cell: Cell, content: Content, name: string, key: string | undefined, value: Abstract, keyPlace: Place, place: Place): Content {
  if (key === undefined) return loosen(content, place);
  const held = sameKey(cell, content, key);
  if (name === "append") return append(machine, cell, content, key, value, keyPlace);
  const fields = new Map(content.fields);
  if (held !== undefined && (name === "delete" || held !== key)) fields.delete(held);
  if (name === "delete") return { ...content, fields };
  return setField({ ...content, fields }, key, { value, presence: "always", keyPlace });
}
