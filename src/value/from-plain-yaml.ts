import type { Range } from "../text/range";
import type { YamlDocument } from "./yaml-document";
import { PlainYaml } from "./plain-yaml";
import { doubt } from "./yaml-cursor";
import type { Element, Member, Value } from "./value";
import { getOlderKey, hasSubstitution, isNullWord, makeString, readPlainScalar } from "./yaml-scalars";

/**
 * Reads one document of plain YAML, ten times as fast as the full reader and with the same result.
 *
 * @param text the whole text.
 * @param start the start of the document, including its marker.
 * @param end the end of the document.
 * @param comments receives the ranges of its comments.
 * @returns the document; `none` if there are only comments; `undefined` if the text is not plain YAML. In that case the full reader has to decide, and no
 * comment has been added.
 */
export function readPlainYaml(
  text: string,
  start: number,
  end: number,
  comments: Range[],
): YamlDocument | "none" | undefined {
  const known = comments.length;
  try {
    return new ValueReader(text, start, end, comments).read();
  } catch (error) {
    comments.length = known;
    // A pattern throws a RangeError on a line of several megabytes.
    if (error === doubt || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A collection that is being read. */
interface Open {
  readonly start: number;
  /** The end of the part read so far. */
  end: number;
  readonly members: Member[];
  readonly elements: Element[];
  /** The key of the next value. */
  name: string;
  keyRange: Range;
  olderKey: string | undefined;
}

const noRange: Range = { start: 0, end: 0 };

/** Builds located values. */
class ValueReader extends PlainYaml<undefined, Value, Open> {
  readonly #isFinal: boolean;

  constructor(text: string, start: number, end: number, comments: Range[]) {
    super(text, start, end, comments);
    this.#isFinal = !hasSubstitution(text.slice(start, end));
  }

  read(): YamlDocument | "none" {
    const range = { start: this.start, end: this.end };
    const value = this.readDocument(undefined);
    if (value === "none") return value;
    return value === "empty" ? { range, hasCollectionKey: false } : { range, value, hasCollectionKey: false };
  }

  protected quoted(start: number, end: number): Value {
    const content = { start: start + 1, end: end - 1 };
    const text = this.text.slice(content.start, content.end);
    return makeString(text, { start, end }, "quoted", { content, isFinal: this.#isFinal });
  }

  protected plain(start: number, end: number): Value {
    return readPlainScalar(this.text.slice(start, end), { start, end }, { isFinal: this.#isFinal });
  }

  protected literal(content: string, start: number, end: number): Value {
    return makeString(content, { start, end }, "block", { isVerbatim: false, isFinal: this.#isFinal });
  }

  protected nothing(end: number): Value {
    return { kind: "null", range: { start: end, end } };
  }

  protected openMapping(start: number): Open {
    return { start, end: start, members: [], elements: [], name: "", keyRange: noRange, olderKey: undefined };
  }

  protected key(mapping: Open, start: number, end: number, isQuoted: boolean): undefined {
    mapping.name = isQuoted ? this.text.slice(start + 1, end - 1) : this.text.slice(start, end);
    if (!isQuoted && isNullWord(mapping.name)) throw doubt;
    mapping.keyRange = { start, end };
    mapping.olderKey = isQuoted ? undefined : getOlderKey(mapping.name);
  }

  protected member(mapping: Open, value: Value): void {
    const { name: key, keyRange, olderKey } = mapping;
    mapping.end = Math.max(keyRange.end, value.range.end);
    mapping.members.push(
      olderKey === undefined
        ? { key, keyRange, value, presence: "always" }
        : { key, keyRange, value, presence: "always", olderKey },
    );
  }

  protected closeMapping({ start, members, end: lastEnd }: Open, end = lastEnd): Value {
    return { kind: "object", range: { start, end }, members, open: false, spreads: [] };
  }

  protected openSequence(start: number): Open {
    return this.openMapping(start);
  }

  protected next(): undefined {
    return undefined;
  }

  protected element(sequence: Open, value: Value): void {
    sequence.end = value.range.end;
    sequence.elements.push({ value, presence: "always" });
  }

  protected closeSequence({ start, elements, end: lastEnd }: Open, end = lastEnd): Value {
    return { kind: "array", range: { start, end }, elements, open: false, sources: [] };
  }
}
