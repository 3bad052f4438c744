import type { Alias, Document, Node, YAMLError } from "yaml";
import { LineTable, stripByteOrderMark } from "../../text/lines";
import type { ConfigurationProblem } from "../configuration/configuration";
import { describeMistake, getParser, tooDeep } from "../../value/yaml-parser";
import { readPlainData } from "./plain-data";
import { mostBytes, readRegularText, UnfitFileError } from "../../files/read";

/** A configuration or contract file, in YAML or JSON. */
export interface DataFile {
  readonly path: string;
  /** The content as plain data: `null` for an empty file, `undefined` if the file is unreadable. */
  readonly value: unknown;
  /** Whether the file cannot be opened. */
  readonly missing: boolean;
  /** Why the file is unreadable, where, and what to do. */
  readonly problems: readonly ConfigurationProblem[];
  /** Creates a problem at the value at `keys`, or at its key. */
  problemAt(
    keys: readonly (string | number)[],
    message: string,
    more?: { readonly at?: "key"; readonly severity?: "warn" },
  ): ConfigurationProblem;
}

/** Bounds the expansion of aliases, so that a small file cannot exhaust memory. */
const aliasLimit = 100;

/**
 * Reads a data file. Executes nothing in it and opens no other file.
 *
 * @returns a file in any case; never throws.
 */
export function readDataFile(path: string): DataFile {
  const text = readDataText(path);
  return typeof text === "string" ? parseDataFile(path, text) : text;
}

/** @returns the text of a data file; if unreadable, a file without a value. Never throws. */
export function readDataText(path: string): string | DataFile {
  try {
    return readRegularText(path, mostBytes.data);
  } catch (error) {
    if (error instanceof UnfitFileError) return unreadable(path, error.message);
    return unreadable(path, `cannot be read: ${reasonOf(error)}`);
  }
}

/** Parses the text of a data file. See {@link readDataFile}. */
export function parseDataFile(path: string, source: string): DataFile {
  const { text } = stripByteOrderMark(source);
  const plain = readPlainData(text);
  if (plain === undefined) return parseInFull(path, text);
  let full: DataFile | undefined;
  // The full parser runs only if a position is needed.
  return {
    path,
    value: plain.value,
    missing: false,
    problems: [],
    problemAt: (...at) => (full ??= parseInFull(path, text)).problemAt(...at),
  };
}

/** @param text without byte-order mark. */
export function parseInFull(path: string, text: string): DataFile {
  const lines = new LineTable(text, "data");
  const problemOn = (offset: number, message: string, severity: "error" | "warn" = "error"): ConfigurationProblem => {
    return { file: path, ...lines.positionAt(offset), severity, message };
  };
  // The parser's own check for duplicate keys takes quadratic time.
  const documents = getParser().parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
  const list: readonly Document[] = "empty" in documents ? [] : documents;
  const [document, second] = list;
  const problems = list.flatMap(({ errors }) =>
    errors.map((error) => problemOn(error.pos[0], `This is not valid YAML: ${describeError(error)}`)),
  );
  if (second !== undefined)
    problems.push(problemOn(startOf(second), "The file holds more than one document; leave one."));
  if (document !== undefined) {
    for (const { range, key } of findDuplicates(document.contents))
      problems.push(problemOn(range, `${quoteKey(key)} is there twice; leave one.`));
    for (const alias of findRecursiveAliases(document))
      problems.push(
        problemOn(startOf(alias), "This alias stands within what it names, which would never end. Remove it."),
      );
  }
  let value: unknown = null;
  if (document !== undefined && problems.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: aliasLimit });
    } catch (error) {
      problems.push(problemOn(0, `This is not valid YAML: ${reasonOf(error)}`));
    }
  }
  return {
    path,
    value: problems.length > 0 ? undefined : value,
    missing: false,
    problems,
    problemAt: (keys, message, { at, severity } = {}) =>
      problemOn(document === undefined ? 0 : offsetOf(document, keys, at === "key"), message, severity),
  };
}

/** Codes of parser errors with messages that quote the file. */
const echoing: readonly string[] = [
  "UNEXPECTED_TOKEN",
  "BAD_DQ_ESCAPE",
  "BAD_ALIAS",
  "BAD_DIRECTIVE",
  "TAG_RESOLVE_FAILED",
];

/** Messages quote only names from a file, because the user may have named a file of secrets as the configuration. */
function describeError(error: YAMLError): string {
  const { code } = error;
  return echoing.includes(code)
    ? `there is something here that cannot be understood (${code}).`
    : describeMistake(error);
}

/** @returns a quoted key for a message; `this key` if it is not a plain name. */
export function quoteKey(key: string): string {
  return /^[\w$@./-]{1,60}$/u.test(key) ? `\`${key}\`` : "this key";
}

/** @returns the aliases inside of the node that they refer to. */
export function findRecursiveAliases(document: Document): readonly Alias[] {
  const found: Alias[] = [];
  const named = new Map<string, unknown>();
  const note = (node: Node): void => {
    if ("anchor" in node && typeof node.anchor === "string") named.set(node.anchor, node);
  };
  getParser().visit(document, {
    Node: (_, node, path) => {
      note(node);
      if (getParser().isAlias(node) && path.includes(named.get(node.source) as Node)) found.push(node);
    },
  });
  return found;
}

/** @returns the reason of an error, without the system's own wording. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RangeError) return tooDeep;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "there is no such file",
    EACCES: "permission denied",
    EISDIR: "it is a folder",
  };
  const code = "code" in error ? String(error.code) : "";
  return reasons[code] ?? error.message;
}

function unreadable(path: string, message: string): DataFile {
  const problemAt = (_keys: readonly (string | number)[], text: string): ConfigurationProblem => ({
    file: path,
    line: 1,
    column: 1,
    severity: "error",
    message: text,
  });
  return { path, value: undefined, missing: true, problems: [problemAt([], `The file ${message}.`)], problemAt };
}

function findDuplicates(root: unknown): { readonly range: number; readonly key: string }[] {
  const { isMap, isScalar, isSeq } = getParser();
  const duplicates: { range: number; key: string }[] = [];
  const waiting: unknown[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isSeq(node)) waiting.push(...node.items);
    if (!isMap(node)) continue;
    const seen = new Set<string>();
    for (const { key, value } of node.items) {
      waiting.push(value ?? undefined);
      if (!isScalar(key)) continue;
      const name = String(key.value);
      if (seen.has(name)) duplicates.push({ range: startOf(key), key: name });
      seen.add(name);
    }
  }
  return duplicates.sort((a, b) => a.range - b.range);
}

function startOf({ range }: Pick<Node, "range">): number {
  return range?.[0] ?? 0;
}

/** @returns the start of the value at `keys`; if it is absent, that of the nearest enclosing value. */
function offsetOf(document: Document, keys: readonly (string | number)[], atKey: boolean): number {
  const { isAlias, isMap, isNode, isScalar, isSeq } = getParser();
  let node: unknown = document.contents;
  let offset = isNode(node) ? startOf(node) : 0;
  for (const [index, name] of keys.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name));
      if (pair === undefined) return offset;
      node = pair.value;
      const place = (atKey && index === keys.length - 1) || !isNode(node) ? pair.key : node;
      if (isNode(place)) offset = startOf(place);
    } else if (isSeq(node)) {
      node = node.items[Number(name)];
      if (isNode(node)) offset = startOf(node);
    } else {
      return offset;
    }
  }
  return offset;
}
