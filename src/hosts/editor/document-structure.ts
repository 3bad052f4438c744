import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { kustomizationNames } from "../../manifest/kustomization";
import { getMember } from "../../manifest/members";
import { getScalarText } from "../../shape/scalar";
import { isSameRange, type Range, touches } from "../../text/range";
import type { Value } from "../../value/value";
import { readDocuments } from "../../value/documents";

/** The structure of a YAML or JSON text for editors, whatever its content. */

type Language = "yaml" | "json";

interface Read {
  readonly values: readonly Value[];
  readonly comments: readonly Range[];
  /** Whether part of the text cannot be parsed. */
  readonly isMalformed: boolean;
}

function read(text: string, language: Language): Read {
  const comments: Range[] = [];
  const documents = readDocuments(text, language, comments);
  const isMalformed = documents.some(({ problem }) => problem !== undefined);
  return { values: documents.flatMap(({ value }) => value ?? []), comments, isMalformed };
}

/** A member or element, with its value. */
interface Part {
  readonly range: Range;
  readonly key?: Range;
  readonly value: Value;
}

/** @returns the parts written in a value itself, without those inherited through an alias or merge key. */
function partsOf(value: Value): readonly Part[] {
  if (value.anchor !== undefined) return [];
  if (value.kind === "array")
    return value.elements.map(({ value: element }) => ({ range: element.range, value: element }));
  if (value.kind !== "object") return [];
  return value.members.flatMap(({ keyRange, value: member, inherited }) =>
    inherited === undefined
      ? [
          {
            range: { start: keyRange.start, end: Math.max(keyRange.end, member.range.end) },
            key: keyRange,
            value: member,
          },
        ]
      : [],
  );
}

/** A range that can be folded. */
export interface Fold extends Range {
  readonly isComment?: true;
}

/**
 * @returns the foldable ranges: members, elements, documents and comments over several lines. The first line of each
 * stays visible. `undefined` if part of the text cannot be parsed: the editor's folding by indentation is better then.
 */
export function foldsOf(text: string, language: Language): readonly Fold[] | undefined {
  const { values, comments, isMalformed } = read(text, language);
  if (isMalformed) return undefined;
  const folds: Fold[] = values.length > 1 ? values.map(({ range }) => range) : [];
  const pending = [...values];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { range, value } of partsOf(next)) {
      folds.push({ start: range.start, end: range.start + text.slice(range.start, range.end).trimEnd().length });
      pending.push(value);
    }
  }
  return [...folds, ...commentBlocks(text, comments)].filter(({ start, end }) => text.slice(start, end).includes("\n"));
}

function commentBlocks(text: string, comments: readonly Range[]): { start: number; end: number; isComment: true }[] {
  const blocks: { start: number; end: number; isComment: true }[] = [];
  for (const { start, end } of comments) {
    const isAlone = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - 200), start));
    const last = blocks.at(-1);
    if (isAlone && last !== undefined && /^\r?\n[ \t]*$/.test(text.slice(last.end, start))) last.end = end;
    else if (isAlone) blocks.push({ start, end, isComment: true });
  }
  return blocks;
}

/**
 * @returns nested ranges around a position, for expanding the selection: the word, its member, the mapping around it,
 * up to the whole text.
 */
export function rangesAround(text: string, position: number, language: Language): readonly Range[] {
  const holds = (range: Range): boolean => touches(range, position);
  const found: Range[] = [{ start: 0, end: text.length }];
  let value = read(text, language).values.find(({ range }) => holds(range));
  while (value !== undefined) {
    found.push(value.range);
    const part = partsOf(value).find(({ range }) => holds(range));
    if (part === undefined) break;
    found.push(part.range);
    if (part.key !== undefined && holds(part.key)) found.push(part.key);
    value = part.key !== undefined && holds(part.key) ? undefined : part.value;
  }
  const within = found.filter((range, index) => {
    const outer = found[index - 1];
    return outer === undefined || (outer.start <= range.start && range.end <= outer.end && !isSameRange(outer, range));
  });
  return within.reverse();
}

/** Members of a kustomization with names of files or folders. */
const named = [
  "bases",
  "components",
  "configurations",
  "crds",
  "generators",
  "patchesStrategicMerge",
  "resources",
  "transformers",
];

/** The name of an existing file. */
export interface FileLink {
  readonly range: Range;
  /** Absolute. */
  readonly target: string;
}

/**
 * @returns links to the files that a text names: resources of a kustomization (for a folder, its kustomization), and
 * contracts of a configuration.
 */
export function linksIn(text: string, path: string, language: Language): readonly FileLink[] {
  return read(text, language).values.flatMap((value) => {
    if (value.kind !== "object") return [];
    const lists = [...named, "contract"].flatMap((key) => elementsOf(getMember(value, key)?.value));
    const patches = elementsOf(getMember(value, "patches")?.value).flatMap((patch) => {
      const member = patch.kind === "object" ? getMember(patch, "path") : undefined;
      return member === undefined ? [] : [member.value];
    });
    return [...lists, ...patches].flatMap((each) => linkOf(each, path));
  });
}

function elementsOf(value: Value | undefined): readonly Value[] {
  return value?.kind === "array" ? value.elements.map((element) => element.value) : [];
}

function linkOf(value: Value, from: string): readonly FileLink[] {
  const name = value.kind === "string" && value.style !== "block" ? getScalarText(value) : undefined;
  if (name === undefined || name === "" || /^[a-z]+:\/\//i.test(name)) return [];
  const target = resolve(dirname(from), name);
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats?.isFile() === true) return [{ range: value.range, target }];
  if (stats?.isDirectory() !== true) return [];
  const inside = kustomizationNames.map((each) => join(target, each)).find((each) => existsSync(each));
  return inside === undefined ? [] : [{ range: value.range, target: inside }];
}
