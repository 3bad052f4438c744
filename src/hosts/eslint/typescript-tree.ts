import { createRequire } from "node:module";
import type TS from "typescript";
import { parseCode } from "../shared/typescript/parse-code";

/** A file's syntax tree, with the TypeScript module that created it. */
export interface CodeTree {
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  /** Present if the user's parser has type information for the file. */
  readonly checker?: TS.TypeChecker;
  readonly program?: TS.Program;
}

/** The used parts of ESLint's source code. Oxlint, and parsers without services, provide only some of them. */
export interface ParsedCode {
  readonly text: string;
  readonly ast: object;
  readonly parserServices?: unknown;
}

interface TypeScriptServices {
  readonly program?: TS.Program | null;
  readonly esTreeNodeToTSNodeMap?: { get(node: object): TS.Node | undefined };
}

/**
 * Gets the TypeScript tree of a file that ESLint has parsed.
 *
 * The parser's own tree is used if it covers the whole file and the TypeScript that created it is found: numbers of
 * node kinds differ between versions. Otherwise the text, or its scripts, is parsed with our own TypeScript, without
 * types.
 */
export function getCodeTree(code: ParsedCode, filename: string): CodeTree {
  const tree = getParserTree(code, filename);
  if (tree) return tree;
  const ts = loadOwnTypeScript();
  return { ts, sourceFile: parseCode(ts, filename, code.text) };
}

function getParserTree(code: ParsedCode, filename: string): CodeTree | undefined {
  const services = code.parserServices as TypeScriptServices | undefined;
  const root = services?.esTreeNodeToTSNodeMap?.get(code.ast);
  // Parsers of Vue and Svelte pass a generated text to TypeScript.
  if (root === undefined || !("text" in root) || root.text !== code.text) return undefined;
  const sourceFile = root as TS.SourceFile;
  const ts = findMaker(sourceFile, filename);
  if (ts === undefined) return undefined;
  const program = services?.program ?? undefined;
  return program === undefined ? { ts, sourceFile } : { ts, sourceFile, program, checker: program.getTypeChecker() };
}

const load = createRequire(__filename);
const makers = new WeakMap<object, typeof TS | undefined>();

/**
 * Finds the TypeScript module whose parser created a tree. All trees of one version share the constructor of their
 * nodes.
 */
function findMaker(sourceFile: TS.SourceFile, filename: string): typeof TS | undefined {
  const known = makers.get(sourceFile.constructor);
  if (known !== undefined) return known;
  for (const candidate of candidates(filename)) {
    if (!isMaker(candidate, sourceFile)) continue;
    makers.set(sourceFile.constructor, candidate);
    return candidate;
  }
  return undefined;
}

/** Yields the TypeScript modules loaded in this process, then those that the parser and this package would load. */
function* candidates(filename: string): Generator<typeof TS> {
  for (const [path, loaded] of Object.entries(load.cache)) {
    if (/[\\/]lib[\\/]typescript\.js$/u.test(path) && loaded?.loaded === true) yield loaded.exports as typeof TS;
  }
  for (const chain of [["@typescript-eslint/parser"], ["typescript-eslint", "@typescript-eslint/parser"], []]) {
    const found = requireAlong(filename, chain);
    if (found !== undefined) yield found;
  }
  yield loadOwnTypeScript();
}

/**
 * Loads `typescript` as the last package of a chain would. The first package is resolved from a file, each other from
 * the one before.
 */
function requireAlong(filename: string, chain: readonly string[]): typeof TS | undefined {
  try {
    let from = createRequire(filename);
    for (const name of chain) from = createRequire(from.resolve(name));
    return from("typescript") as typeof TS;
  } catch {
    return undefined;
  }
}

/**
 * Whether a TypeScript module created a tree: it must agree on the names of node kinds, because numbers differ between
 * versions, and on the constructor.
 */
function isMaker(ts: typeof TS, sourceFile: TS.SourceFile): boolean {
  // The module of TypeScript 7 contains only a version.
  if (typeof ts.createSourceFile !== "function") return false;
  return (
    isKind(ts, sourceFile, "SourceFile") &&
    isKind(ts, sourceFile.endOfFileToken, "EndOfFileToken") &&
    sharesConstructor(ts, sourceFile)
  );
}

function isKind(ts: typeof TS, node: TS.Node, name: "SourceFile" | "EndOfFileToken"): boolean {
  return node.kind === ts.SyntaxKind[name];
}

function sharesConstructor(ts: typeof TS, sourceFile: TS.SourceFile): boolean {
  return ts.createSourceFile("probe.ts", "", ts.ScriptTarget.Latest).constructor === sourceFile.constructor;
}

// Loaded on demand: it is the slowest module to load, and a run over manifests alone does not need it.
function loadOwnTypeScript(): typeof TS {
  return load("typescript") as typeof TS;
}
