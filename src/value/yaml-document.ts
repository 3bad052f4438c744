import type { Document, Node, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { Range } from "../text/range";
import type { ArrayValue, Member, ObjectValue, Value } from "./value";
import { describeMistake, getParser } from "./yaml-parser";
import { getOlderKey, makeString, readPlainScalar, readTagged } from "./yaml-scalars";

/** Converts documents composed by the full parser to located values. */

/** A mistake in the text, or an unsupported construct. */
export interface YamlProblem {
  readonly range: Range;
  readonly message: string;
}

/** One document of a YAML stream. */
export interface YamlDocument {
  readonly range: Range;
  /** Absent if the document is malformed or has no content besides comments. */
  readonly value?: Value;
  /** The first mistake. Subsequent ones are not reported. */
  readonly problem?: YamlProblem;
  /** Whether a key is a mapping or list, as with unquoted template braces. */
  readonly hasCollectionKey: boolean;
}

/** Bounds the members that merge keys and aliases add to a document. */
const greatestMerged = 100_000;
const greatestDepth = 400;

/** Converts one composed document to a located value. */
export class DocumentReader {
  /** Values by anchor. `undefined` while the value is being read: an alias to it forms a cycle. */
  readonly #anchors = new Map<string, Value | undefined>();
  #problem: YamlProblem | undefined;
  #hasCollectionKey = false;
  #merged = 0;

  constructor(
    readonly document: Document.Parsed,
    readonly offset: number,
    readonly text: string,
  ) {}

  read(): YamlDocument {
    const [from, , to] = this.document.range;
    const range = this.#within(from, to);
    const [error] = this.document.errors;
    if (error !== undefined) {
      const [start, end] = error.pos;
      const problem = { range: this.#within(start, Math.max(end, start + 1)), message: describeMistake(error) };
      return { range, problem, hasCollectionKey: false };
    }
    const { contents } = this.document;
    const value = contents === null || isNothing(contents) ? undefined : this.#node(contents, 0);
    const result = { range, hasCollectionKey: this.#hasCollectionKey };
    if (this.#problem !== undefined) return { ...result, problem: this.#problem };
    return value === undefined ? result : { ...result, value };
  }

  /** In malformed documents, the parser's positions may exceed the text by one. */
  #within(start: number, end: number): Range {
    const { length } = this.text;
    return { start: this.offset + Math.min(start, length), end: this.offset + Math.min(end, length) };
  }

  #node(node: Node, depth: number): Value {
    const { isAlias, isMap, isScalar, isSeq } = getParser();
    const range = this.#range(node);
    if (depth > greatestDepth) return { kind: "unknown", range, reason: "nested too deeply" };
    if (isAlias(node)) return this.#alias(node.source, range);
    if (isScalar(node)) this.#refuseEscape(node, range);
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    let value: Value;
    if (isMap(node)) value = this.#map(node, range, depth);
    else if (isSeq(node)) value = this.#sequence(node, range, depth);
    else if (isScalar(node))
      value = readScalar(node, range, this.text.slice(range.start - this.offset, range.end - this.offset));
    else value = { kind: "unknown", range, reason: "not understood" };
    if (anchor === undefined) return value;
    if (this.#isAliased(anchor)) value = { ...value, shared: true };
    this.#anchors.set(anchor, value);
    return value;
  }

  /** Whether the text may contain an alias with this name. */
  #isAliased(name: string): boolean {
    return this.text.includes(`*${name}`);
  }

  #alias(name: string, range: Range): Value {
    const value = this.#anchors.get(name);
    if (value !== undefined) return { ...value, range, anchor: value.anchor ?? value.range };
    const holdsItself = this.#anchors.has(name);
    this.#refuse(
      range,
      holdsItself ? `the anchor &${name} contains itself` : `there is no anchor &${name} before this alias`,
    );
    return { kind: "unknown", range, reason: holdsItself ? "contains itself" : "alias without anchor" };
  }

  /** Records what the parsers of clusters reject, even if the specification allows it. */
  #refuse(range: Range, message: string): void {
    this.#problem ??= { range, message };
  }

  /** The escape `\/` exists only in JSON. A text that starts like JSON is read as JSON. */
  #refuseEscape({ type }: Scalar, range: Range): void {
    if (type !== "QUOTE_DOUBLE" || /^\s*\{/.test(this.text)) return;
    const source = this.text.slice(range.start - this.offset, range.end - this.offset);
    const before = /^(?:[^\\]|\\[^/])*(?=\\\/)/.exec(source)?.[0];
    if (before === undefined) return;
    const start = range.start + before.length;
    this.#refuse({ start, end: start + 2 }, "the escape \\/ is not known in YAML as clusters read it");
  }

  #sequence(node: YAMLSeq, range: Range, depth: number): Value {
    const elements = (node.items as Node[]).map((item) => ({
      value: this.#node(item, depth + 1),
      presence: "always" as const,
    }));
    return {
      kind: "array",
      range: node.flow === true ? range : endAt(range, elements.at(-1)?.value.range),
      elements,
      open: false,
      sources: [],
    } satisfies ArrayValue;
  }

  #map(node: YAMLMap, range: Range, depth: number): Value {
    const members: Member[] = [];
    const merges: Value[] = [];
    let open = false;
    let end: Range | undefined;
    for (const pair of node.items as Pair<Node | null, Node | null>[]) {
      const key = this.#key(pair.key, range, depth);
      const value =
        pair.value === null || isNothing(pair.value)
          ? makeNothing(key?.range ?? range)
          : this.#node(pair.value, depth + 1);
      end = key && key.range.end >= value.range.end ? key.range : value.range;
      if (key === undefined) open = true;
      else if (key.isMerge) merges.push(value);
      else members.push(makeMember(key, value));
    }
    if (merges.length > 0) open = !this.#merge(merges, members) || open;
    return {
      kind: "object",
      range: node.flow === true ? range : endAt(range, end),
      members,
      open,
      spreads: [],
    } satisfies ObjectValue;
  }

  /** Adds members from merge keys. The mapping's own members take precedence, then those of earlier merged mappings. */
  #merge(merges: readonly Value[], members: Member[]): boolean {
    const present = new Set(members.map((member) => member.key));
    let isKnown = true;
    for (const merge of merges) {
      const sources = merge.kind === "array" ? merge.elements.map((element) => element.value) : [merge];
      for (const source of sources) {
        if (source.kind !== "object" || source.open) isKnown = false;
        if (source.kind !== "object") {
          if (source.kind !== "unknown") this.#refuse(source.range, "only a mapping can be merged with `<<`");
          continue;
        }
        for (const member of source.members) {
          if (present.has(member.key)) continue;
          if (++this.#merged > greatestMerged) return false;
          present.add(member.key);
          members.push({ ...member, inherited: true });
        }
      }
    }
    return isKnown;
  }

  #key(node: Node | null, map: Range, depth: number): Key | undefined {
    const { isAlias, isScalar } = getParser();
    const range = node === null ? { start: map.start, end: map.start + 1 } : this.#range(node);
    const value = isScalar(node) || isAlias(node) ? this.#node(node, depth) : undefined;
    if (node === null || value?.kind === "null") {
      this.#refuse(range, "a key is null; a key has to be a text");
      return undefined;
    }
    if (value === undefined) this.#hasCollectionKey = true;
    else if (isScalar(node)) return scalarKey(node, value, range);
    else if (value.kind === "string")
      return {
        text: value.parts.map((part) => (part.kind === "text" ? part.text : "")).join(""),
        range,
        isMerge: false,
      };
    return undefined;
  }

  #range(node: Node): Range {
    const [start, end] = node.range ?? [0, 0];
    return { start: this.offset + start, end: this.offset + end };
  }
}

interface Key {
  readonly text: string;
  readonly range: Range;
  readonly isMerge: boolean;
  /** The key as YAML 1.1 reads it, if that differs. */
  readonly older?: string | undefined;
}

function scalarKey(node: Scalar, value: Value, range: Range): Key | undefined {
  if (value.kind === "unknown" && value.reason !== "template") return undefined;
  const text = getText(node);
  const isPlain = node.type === "PLAIN" && node.tag === undefined;
  return { text, range, isMerge: isPlain && text === "<<", older: isPlain ? getOlderKey(text) : undefined };
}

function makeMember({ text: key, range: keyRange, older }: Key, value: Value): Member {
  return { key, keyRange, value, presence: "always", ...(older !== undefined && { olderKey: older }) };
}

/** Whether the node is empty: nothing is written in its place. */
function isNothing(node: Node): boolean {
  return (
    getParser().isScalar(node) &&
    node.type === "PLAIN" &&
    node.source === "" &&
    node.tag === undefined &&
    node.anchor === undefined
  );
}

/** @returns the null of a key without a value, located after the key. */
function makeNothing(key: Range): Value {
  return { kind: "null", range: { start: key.end, end: key.end } };
}

function getText(node: Scalar): string {
  return node.source ?? (typeof node.value === "string" ? node.value : "");
}

function readScalar(node: Scalar, range: Range, source: string): Value {
  const text = getText(node);
  const style =
    node.type === "PLAIN" ? "plain" : node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE" ? "quoted" : "block";
  if (node.tag !== undefined) return readTagged(node.tag, text, range, style);
  if (style === "plain")
    return text.includes("\n") || text.length !== range.end - range.start
      ? makeString(text, range, style, { isVerbatim: false })
      : readPlainScalar(text, range);
  if (style === "block") return makeString(text, range, style, { isVerbatim: false });
  const content = { start: range.start + 1, end: range.end - 1 };
  return makeString(text, range, style, { content, isVerbatim: source.slice(1, -1) === text });
}

function endAt(range: Range, last: Range | undefined): Range {
  return last === undefined || last.end <= range.start ? range : { start: range.start, end: last.end };
}
