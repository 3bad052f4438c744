import { walk } from "../syntax/walk";
import type TS from "typescript";
import type { Range } from "../../text/range";
import { collectNames } from "../syntax/hoisting";
import type { Library } from "../models/native";

/**
 * What the names in one file tell, by a single walk over its tree: which pieces of code have which names, where names are mentioned, what
 * is imported and exported. Nothing here depends on other files, so that an index holds as long as the text does;
 * it keeps no part of the tree, so that the trees of a large project need not stay in memory.
 */
export interface FileIndex {
  readonly fileName: string;
  /** The file's top level. */
  readonly top: Definition;
  /** By `keyOf` the node that makes it. */
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly variables: ReadonlyMap<string, readonly Mention[]>;
  readonly members: ReadonlyMap<string, readonly Mention[]>;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  /** Code that names a client itself. */
  readonly seeds: readonly Definition[];
}

/** A piece of code that other code gets hold of by names. */
export interface Definition {
  readonly names: Names;
  readonly parent: Definition | undefined;
  /** The function, or file, in which its variables are known. */
  readonly scope: Range;
}

export interface Names {
  readonly variables: readonly string[];
  readonly members: readonly string[];
}

export interface Mention {
  readonly at: number;
  readonly within: Definition;
}

/** What an import declaration, an import call or a re-export takes from another file. */
export interface Import {
  readonly specifier: string;
  /** The exported name; `*` for all of them. */
  readonly name: string;
  /** The name that it gets here; absent for `import(…)` in an expression, which `within` holds. */
  readonly local: string | undefined;
  readonly within: Definition;
}

/** An exported name, and what stands behind it: a local name, or a name of another file. */
export type Export =
  | { readonly name: string; readonly local: string }
  | { readonly name: string; readonly within: Definition }
  | { readonly name: string; readonly from: string; readonly original: string };

type Lists<T> = Map<string, T[]>;

interface Surroundings {
  readonly within: Definition;
  readonly scope: Range;
}

/** @returns what names a function or class in its index. */
export function keyOf(node: TS.Node): string {
  return `${node.kind}:${node.pos}:${node.end}`;
}

/** Walks over a file once. */
export function indexFile(ts: typeof TS, file: TS.SourceFile, library: Library): FileIndex {
  return new Indexer(ts, file, library).run();
}

class Indexer {
  readonly #ts: typeof TS;
  readonly #file: TS.SourceFile;
  readonly #library: Library;
  readonly #top: Definition;
  readonly #scope: Range;
  readonly #definitions = new Map<string, Definition>();
  readonly #variables: Lists<Mention> = new Map();
  readonly #members: Lists<Mention> = new Map();
  readonly #imports: Import[] = [];
  readonly #exports: Export[] = [];
  readonly #seeds = new Set<Definition>();

  constructor(ts: typeof TS, file: TS.SourceFile, library: Library) {
    this.#ts = ts;
    this.#file = file;
    this.#library = library;
    this.#scope = rangeOf(file);
    this.#top = { names: nameless, parent: undefined, scope: this.#scope };
  }

  run(): FileIndex {
    walk<Surroundings>(this.#ts, this.#file, { within: this.#top, scope: this.#scope }, (node, outer) =>
      this.#visit(node, outer),
    );
    for (const [name, mentions] of this.#variables)
      if (this.#library.global(name) || this.#library.named(name))
        for (const { within } of mentions) this.#seeds.add(within);
    return {
      fileName: this.#file.fileName,
      top: this.#top,
      definitions: this.#definitions,
      variables: this.#variables,
      members: this.#members,
      imports: this.#imports,
      exports: this.#exports,
      seeds: [...this.#seeds],
    };
  }

  /** @returns what the node's children stand in. */
  #visit(node: TS.Node, { within: outer, scope }: Surroundings): Surroundings {
    const ts = this.#ts;
    const names = namesOf(ts, node);
    // An assignment may go to a variable of any function around it.
    const within = names ? { names, parent: outer, scope: ts.isBinaryExpression(node) ? this.#scope : scope } : outer;
    if (names) this.#definitions.set(keyOf(node), within);
    this.#noteNames(node, within);
    this.#noteExports(node, within);
    return { within, scope: ts.isFunctionLike(node) ? rangeOf(node) : scope };
  }

  #noteNames(node: TS.Node, within: Definition): void {
    const ts = this.#ts;
    if (ts.isIdentifier(node)) {
      append(isVariable(ts, node) ? this.#variables : this.#members, node.text, { at: node.pos, within });
    } else if (ts.isPrivateIdentifier(node)) {
      append(this.#members, node.text, { at: node.pos, within });
    } else if (ts.isStringLiteralLike(node)) {
      if (ts.isElementAccessExpression(node.parent)) append(this.#members, node.text, { at: node.pos, within });
      else if (isSpecifier(ts, node)) this.#noteImport(node, within);
    } else if (ts.isPropertyAccessExpression(node)) {
      const dotted = dottedName(ts, node);
      if (dotted !== undefined && this.#library.named(dotted)) this.#seeds.add(within);
    } else if (ts.isCallExpression(node) && looksLikeRequest(ts, node)) {
      this.#seeds.add(within);
    }
  }

  #noteImport(specifier: TS.StringLiteralLike, within: Definition): void {
    const names = importedNames(this.#ts, specifier.parent);
    if (!this.#library.module(specifier.text)) {
      for (const each of names) this.#imports.push({ specifier: specifier.text, within, ...each });
      return;
    }
    this.#seeds.add(within);
    for (const { local } of names)
      if (local !== undefined) this.#imports.push({ specifier: specifier.text, within, name: "*", local });
  }

  #noteExports(node: TS.Node, within: Definition): void {
    const ts = this.#ts;
    if (ts.isExportAssignment(node)) {
      this.#exports.push({ name: node.isExportEquals ? "*" : "default", within });
    } else if (ts.isExportDeclaration(node)) {
      this.#noteExportList(node);
    } else if (ts.canHaveModifiers(node) && node.parent === this.#file) {
      const kinds = (ts.getModifiers(node) ?? []).map(({ kind }) => kind);
      if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) return;
      if (kinds.includes(ts.SyntaxKind.DefaultKeyword)) this.#exports.push({ name: "default", within });
      for (const name of declaredNames(ts, node)) this.#exports.push({ name, local: name });
    } else if (isCommonJsExport(ts, node)) {
      this.#exports.push({ name: "*", within });
    }
  }

  #noteExportList(node: TS.ExportDeclaration): void {
    const ts = this.#ts;
    const from =
      node.moduleSpecifier && ts.isStringLiteralLike(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
    const clause = node.exportClause;
    if (!clause || ts.isNamespaceExport(clause)) {
      if (from !== undefined) this.#exports.push({ name: clause ? clause.name.text : "*", from, original: "*" });
      return;
    }
    for (const element of clause.elements) {
      const original = (element.propertyName ?? element.name).text;
      const name = element.name.text;
      this.#exports.push(from !== undefined ? { name, from, original } : { name, local: original });
    }
  }
}

function rangeOf({ pos, end }: TS.Node): Range {
  return { start: pos, end };
}

function append<T>(table: Lists<T>, key: string, entry: T): void {
  const known = table.get(key);
  if (known) known.push(entry);
  else table.set(key, [entry]);
}

const methodNames = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)$/u;

/** Methods of the language and of routers that take paths and send nothing. */
const noSenders =
  /^(?:push|replace|join|resolve|test|startsWith|endsWith|includes|indexOf|split|match|concat|use|all|navigate|redirect|sendFile)$/u;

/** Whether a call has the form of a request: the name of a method, or a text that looks like a path, among its first arguments. */
function looksLikeRequest(ts: typeof TS, { expression, arguments: args }: TS.CallExpression): boolean {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  if (ts.isIdentifier(name) && noSenders.test(name.text)) return false;
  return args.slice(0, 2).some((each) => {
    if (ts.isStringLiteralLike(each)) return methodNames.test(each.text) || /^(?:\/.|https?:)/u.test(each.text);
    if (ts.isObjectLiteralExpression(each)) return namesMethod(ts, each);
    if (!ts.isTemplateExpression(each)) return false;
    return (
      /^(?:\/|https?:)/u.test(each.head.text) || each.templateSpans.some(({ literal }) => literal.text.startsWith("/"))
    );
  });
}

/** `{ method: "PATCH", … }`. */
function namesMethod(ts: typeof TS, node: TS.ObjectLiteralExpression): boolean {
  return node.properties.some(
    (each) =>
      ts.isPropertyAssignment(each) &&
      ts.isIdentifier(each.name) &&
      each.name.text === "method" &&
      ts.isStringLiteralLike(each.initializer) &&
      methodNames.test(each.initializer.text.toUpperCase()),
  );
}

const globalObject = /^(?:globalThis|window|self|global)$/u;

/** @returns whether an identifier stands for a variable, not for a member of something. */
function isVariable(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent))
    return (
      parent.expression === node || (ts.isIdentifier(parent.expression) && globalObject.test(parent.expression.text))
    );
  if (ts.isBindingElement(parent))
    return (
      parent.propertyName !== node && !(parent.propertyName === undefined && ts.isObjectBindingPattern(parent.parent))
    );
  const isNamed =
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isAccessor(parent);
  return !(isNamed && parent.name === node);
}

const nameless: Names = { variables: [], members: [] };

/** @returns the names by which other code may get hold of what stands here; `undefined` where it is part of what is around it. */
function namesOf(ts: typeof TS, node: TS.Node): Names | undefined {
  if (ts.isVariableDeclaration(node)) {
    const names: TS.Identifier[] = [];
    collectNames(ts, node.name, names);
    return { variables: names.map(({ text }) => text), members: [] };
  }
  if (ts.isFunctionDeclaration(node) || ts.isClassLike(node))
    return node.name ? { variables: [node.name.text], members: [] } : nameless;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    return { variables: [node.name.text], members: [] };
  if (
    ts.isFunctionLike(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isShorthandPropertyAssignment(node)
  ) {
    return node.name && "text" in node.name ? { variables: [], members: [node.name.text] } : nameless;
  }
  if (ts.isExportAssignment(node)) return nameless;
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
    ? assignedNames(ts, node.left)
    : undefined;
}

/** `a.b.c = …`: it can be got by each of the three names. */
function assignedNames(ts: typeof TS, left: TS.Expression): Names {
  const members: string[] = [];
  let target: TS.Expression = left;
  while (ts.isPropertyAccessExpression(target) || ts.isElementAccessExpression(target)) {
    if (ts.isPropertyAccessExpression(target)) members.push(target.name.text);
    target = target.expression;
  }
  return { variables: ts.isIdentifier(target) ? [target.text] : [], members };
}

function isSpecifier(ts: typeof TS, node: TS.StringLiteralLike): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExternalModuleReference(parent)) return true;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false;
  const { expression } = parent;
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(expression) && expression.text === "require")
  );
}

function importedNames(
  ts: typeof TS,
  node: TS.Node,
): readonly { readonly name: string; readonly local: string | undefined }[] {
  if (ts.isExternalModuleReference(node)) return [{ name: "*", local: node.parent.name.text }];
  if (!ts.isImportDeclaration(node)) return [{ name: "*", local: undefined }];
  const clause = node.importClause;
  const names = clause?.name ? [{ name: "default", local: clause.name.text }] : [];
  const named = clause?.namedBindings;
  if (named && ts.isNamespaceImport(named)) return [...names, { name: "*", local: named.name.text }];
  const elements = named?.elements ?? [];
  return [
    ...names,
    ...elements.map((element) => ({ name: (element.propertyName ?? element.name).text, local: element.name.text })),
  ];
}

function declaredNames(ts: typeof TS, node: TS.Node): readonly string[] {
  if (ts.isVariableStatement(node)) {
    const names: TS.Identifier[] = [];
    for (const { name } of node.declarationList.declarations) collectNames(ts, name, names);
    return names.map(({ text }) => text);
  }
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node);
  return isNamed && node.name ? [node.name.text] : [];
}

/** `module.exports = …`, `exports.name = …`. */
function isCommonJsExport(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return false;
  const dotted = ts.isPropertyAccessExpression(node.left) ? dottedName(ts, node.left) : undefined;
  return dotted !== undefined && /^(?:module\.)?exports\b/u.test(dotted);
}

/** A library's function has a name of few parts; a chain may have thousands. */
const mostParts = 8;

function dottedName(ts: typeof TS, node: TS.Node): string | undefined {
  const parts: string[] = [];
  let owner = node;
  for (; ts.isPropertyAccessExpression(owner) && parts.length < mostParts; owner = owner.expression)
    parts.unshift(owner.name.text);
  const first = ts.isIdentifier(owner) ? owner.text : owner.kind === ts.SyntaxKind.ThisKeyword ? "this" : undefined;
  return first === undefined ? undefined : [first, ...parts].join(".");
}
