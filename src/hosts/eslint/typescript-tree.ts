import { createRequire } from "node:module";
import type TS from "typescript";
import { parseCode } from "../shared/typescript/parse-code";

/** A source file's tree, with its TypeScript. */
export interface CodeTree {
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  /** Present where the user's parser has type information for the file. */
  readonly checker?: TS.TypeChecker;
  readonly program?: TS.Program;
}

/** What of ESLint's source code the search for a tree looks at. Parsers without services, and oxlint, leave all but the text out. */
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
 * The parser's own tree is used where it covers the whole file and where the TypeScript that made it is found: node kinds are numbered
 * differently in each version. Otherwise the text, or what of it stands in scripts, is parsed with our own TypeScript, without types.
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
  // Vue and Svelte parsers hand TypeScript a text of their own making.
  if (root === undefined || !("text" in root) || root.text !== code.text) return undefined;
  const sourceFile = root as TS.SourceFile;
  const ts = findMaker(sourceFile, filename);
  if (ts === undefined) return undefined;
  const program = services?.program ?? undefined;
  return program === undefined ? { ts, sourceFile } : { ts, sourceFile, program, checker: program.getTypeChecker() };
}

const load = createRequire(__filename);
const makers = new WeakMap<object, typeof TS | undefined>();

/** Finds the TypeScript whose parser made a tree. All trees of one version share the constructor of their nodes. */
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

/** The TypeScripts that are loaded in this process, then those that the parser and we would load. */
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

/** Loads the `typescript` that is seen from the last package of a chain, each resolved from the one before, the first from a file. */
function requireAlong(filename: string, chain: readonly string[]): typeof TS | undefined {
  try {
    let from = createRequire(filename);
    for (const name of chain) from = createRequire(from.resolve(name));
    return from("typescript") as typeof TS;
  } catch {
    return undefined;
  }
}

/** A tree proves its maker by the names of its kinds: numbers move between versions, names do not. */
function isMaker(ts: typeof TS, sourceFile: TS.SourceFile): boolean {
  // TypeScript 7's module is only a version.
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

// Loaded on demand: a run over manifests alone has no use for it, and it is the slowest thing to load.
function loadOwnTypeScript(): typeof TS {
  return load("typescript") as typeof TS;
}
