import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isScalar, parseDocument, type Pair, type YAMLMap } from "yaml";

/** The keys that lead to a nested mapping, from the top: `["permissions", "repository"]`. */
export type TablePath = readonly string[];

/**
 * Sets or removes one entry of a mapping in the text of a YAML file. Everything else keeps its text, including
 * comments.
 *
 * @param level if absent, the entry is removed.
 * @returns the new text, or `undefined` if the file uses syntax that is not supported.
 */
export function editEntry(text: string, path: TablePath, name: string, level?: string): string | undefined {
  const document = parseDocument(text);
  const root = document.contents;
  if (document.errors.length > 0 || !isMap(root) || root.flow === true || root.items.length === 0) return undefined;
  const table = path.length === 0 ? root : document.getIn(path, true);
  const edited =
    level === undefined
      ? isMap(table) && removeEntry(text, table, name)
      : isMap(table) && table.items.length > 0
        ? setIn(text, table, name, level)
        : addTable(text, root, path, { name, level });
  if (edited === undefined || edited === false) return undefined;
  if (level === undefined) document.deleteIn([...path, name]);
  else setEntry(document, path, name, level);
  const result = parseDocument(edited);
  // Unsupported syntax (anchors, explicit keys, flow mappings over several lines) may have been misread.
  return result.errors.length === 0 && isDeepStrictEqual(result.toJS(), document.toJS()) ? edited : undefined;
}

/** Sets an entry in a document's tree, and creates missing mappings around it. */
export function setEntry(document: Document, path: TablePath, name: string, level: string): void {
  for (const depth of path.keys()) {
    const above = path.slice(0, depth + 1);
    if (!isMap(document.getIn(above, true))) document.setIn(above, document.createNode({}));
  }
  document.setIn([...path, name], level);
}

function setIn(text: string, table: YAMLMap, name: string, level: string): string | undefined {
  const known = entryOf(table, name)?.value;
  if (isScalar(known) && known.range) return splice(text, known.range[0], known.range[1], level);
  if (known !== undefined) return undefined;
  return addEntry(text, table, { name, level });
}

interface Entry {
  readonly name: string;
  readonly level: string;
  /** Missing mappings around the entry, outermost first. */
  readonly within?: readonly string[];
}

/** Adds an entry after the last one of a mapping that is not empty. */
function addEntry(text: string, table: YAMLMap, { name, level, within = [] }: Entry): string | undefined {
  const last = table.items.at(-1);
  const end = last && endOf(last);
  if (end === undefined) return undefined;
  if (table.flow === true) {
    const inner = within.reduceRight((held, key) => `${key}: { ${held} }`, `${name}: ${level}`);
    return splice(text, end, end, `, ${inner}`);
  }
  const start = table.items[0] && startOf(table.items[0]);
  if (start === undefined) return undefined;
  return addLines(text, end, linesOf([...within, name], level, start - lineStart(text, start)));
}

/** Adds an entry to a mapping that is empty or missing. */
function addTable(text: string, root: YAMLMap, path: TablePath, entry: Entry): string | undefined {
  let table = root;
  for (const [depth, key] of path.entries()) {
    const pair = entryOf(table, key);
    const within = path.slice(depth);
    if (!pair && table === root) return addLines(text, text.length, linesOf([...within, entry.name], entry.level, 0));
    if (!pair) return addEntry(text, table, { ...entry, within });
    if (isMap(pair.value) && pair.value.items.length > 0) {
      table = pair.value;
      continue;
    }
    const start = startOf(pair);
    const isEmpty = isMap(pair.value) || (isScalar(pair.value) && pair.value.value === null);
    if (!isEmpty || start === undefined || table.flow === true) return undefined;
    return fillTable(text, pair, start - lineStart(text, start), [...within.slice(1), entry.name], entry.level);
  }
  return undefined;
}

/** Inserts lines below a key whose value is `{}` or missing. */
function fillTable(
  text: string,
  pair: Pair,
  indent: number,
  names: readonly string[],
  level: string,
): string | undefined {
  const { range } = pair.value as YAMLMap;
  if (!range) return undefined;
  const empty = /^ *\{\s*\}/u.exec(text.slice(text.lastIndexOf(":", range[0]) + 1, range[1]))?.[0] ?? "";
  const without = splice(text, range[1] - empty.length, range[1], "");
  return addLines(without, range[1] - empty.length, linesOf(names, level, indent + 2));
}

function removeEntry(text: string, table: YAMLMap, name: string): string | undefined {
  const index = table.items.findIndex((pair) => keyOf(pair) === name);
  const pair = table.items[index];
  if (!pair) return text;
  const [start, end] = [startOf(pair), endOf(pair)];
  // Without its last entry a mapping needs other syntax.
  if (table.items.length === 1 || start === undefined || end === undefined) return undefined;
  if (table.flow !== true) return splice(text, lineStart(text, start), lineEnd(text, end), "");
  const following = table.items[index + 1];
  const before = table.items[index - 1];
  if (following) return splice(text, start, startOf(following) ?? start, "");
  return splice(text, (before && endOf(before)) ?? start, end, "");
}

function linesOf(names: readonly string[], level: string, indent: number): string {
  const lines = names.map((name, depth) => `${" ".repeat(indent + 2 * depth)}${name}:`);
  return `${lines.join("\n")} ${level}\n`;
}

/** Adds lines below the line of an offset. */
function addLines(text: string, offset: number, lines: string): string {
  const end = lineEnd(text, offset);
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const separator = text.slice(0, end).endsWith("\n") ? "" : eol;
  return splice(text, end, end, separator + lines.replaceAll("\n", eol));
}

function entryOf(table: YAMLMap, name: string): Pair | undefined {
  return table.items.find((pair) => keyOf(pair) === name);
}

function keyOf({ key }: Pair): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

function startOf({ key }: Pair): number | undefined {
  return isScalar(key) ? key.range?.[0] : undefined;
}

/** @returns the end of a pair's value; for a block mapping, the end of its last entry. */
function endOf(pair: Pair): number | undefined {
  const { value } = pair;
  if (isMap(value) && value.flow !== true) {
    const last = value.items.at(-1);
    return last && endOf(last);
  }
  if ((isScalar(value) || isMap(value)) && value.range) return value.range[1];
  return undefined;
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** @returns the offset after the line break. */
function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}

function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}
