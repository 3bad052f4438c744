import type TS from "typescript";
import { dottedName } from "../../syntax/bindings/dotted-name";
import { declaredNames, modifiersOf } from "../../syntax/bindings/exports";
import type { Library } from "../../clients/native";
import { isCommonJsExport, isSpecifier, isVariable, nameless, type Names, namesOf, takenNames } from "./names";
import { looksLikeRequest } from "./request-forms";
import { findInjectionList } from "../../syntax/injection";
import { walk } from "../../syntax/walk";
import type { Range } from "../../text/range";

/**
 * The index of one file's names, made in a single walk over its tree: definitions, mentions, imports and exports. It depends on no other file,
 * so it is valid while the text is. It keeps no part of the tree, so the trees of a large project need not stay in memory.
 */
export interface FileIndex {
  readonly fileName: string;
  /** The file's top level. */
  readonly top: Definition;
  /** By `keyOf` the node that makes it. */
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly variables: ReadonlyMap<string, readonly Mention[]>;
  readonly members: ReadonlyMap<string, readonly Mention[]>;
  /** The names of the methods that it calls. */
  readonly called: ReadonlySet<string>;
  /** The names of the types that it gives to values. */
  readonly types: ReadonlySet<string>;
  readonly imports: readonly Import[];
  /** The specifiers of files that may run when this one does: a name that stands for types alone needs no run. */
  readonly needed: ReadonlySet<string>;
  readonly exports: readonly Export[];
  /** Code that names a client itself. */
  readonly seeds: readonly Definition[];
}

/** A piece of code that other code reaches by names. */
export interface Definition {
  readonly names: Names;
  readonly parent: Definition | undefined;
  /** The function, or file, in which its variables are known. */
  readonly scope: Range;
}

export interface Mention {
  readonly at: number;
  readonly within: Definition;
}

/** One name that an import declaration, an import call or a re-export takes from another file. */
export interface Import {
  readonly specifier: string;
  /** The exported name; `*` for all of them. */
  readonly name: string;
  /** The name that it gets here; absent for `import(…)` in an expression, which `within` holds. */
  readonly local: string | undefined;
  readonly within: Definition;
}

/** An exported name, and its origin: a local name, or a name of another file. */
export type Export =
  | { readonly name: string; readonly local: string }
  | { readonly name: string; readonly within: Definition }
  | { readonly name: string; readonly from: string; readonly original: string };

type Lists<T> = Map<string, T[]>;

interface Surroundings {
  readonly within: Definition;
  readonly scope: Range;
}

/** @returns the key of a function or class in its index. */
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
  /** Uses of variables as values: no declarations, types or members of the global object. */
  readonly #values: Lists<Mention> = new Map();
  readonly #members: Lists<Mention> = new Map();
  readonly #called = new Set<string>();
  readonly #types = new Set<string>();
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
    const imported = new Set(this.#imports.map(({ local }) => local));
    for (const [name, mentions] of this.#values)
      if (this.#library.named(name) || (this.#library.global(name) && !imported.has(name)))
        for (const { within } of mentions) this.#seeds.add(within);
    return {
      fileName: this.#file.fileName,
      top: this.#top,
      definitions: this.#definitions,
      variables: this.#variables,
      members: this.#members,
      called: this.#called,
      types: this.#types,
      imports: this.#imports,
      needed: this.#needed,
      exports: this.#exports,
      seeds: [...this.#seeds],
    };
  }

  get #needed(): ReadonlySet<string> {
    const needed = new Set<string>();
    for (const { specifier, local } of this.#imports)
      if (local === undefined || this.#values.has(local)) needed.add(specifier);
    for (const each of this.#exports) if ("from" in each) needed.add(each.from);
    return needed;
  }

  /** @returns the surroundings of the node's children. */
  #visit(node: TS.Node, { within: outer, scope }: Surroundings): Surroundings {
    const ts = this.#ts;
    const names = namesOf(ts, node);
    // An assignment may go to a variable of any function around it.
    const within = names ? { names, parent: outer, scope: ts.isBinaryExpression(node) ? this.#scope : scope } : outer;
    if (names) this.#definitions.set(keyOf(node), within);
    if (names && isInjected(ts, node)) this.#seeds.add(within);
    this.#noteNames(node, within);
    this.#noteExports(node, within);
    return { within, scope: ts.isFunctionLike(node) ? rangeOf(node) : scope };
  }

  #noteNames(node: TS.Node, within: Definition): void {
    const ts = this.#ts;
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
      this.#called.add(node.expression.name.text);
    if (ts.isIdentifier(node)) this.#noteIdentifier(node, within);
    else if (ts.isPrivateIdentifier(node)) {
      append(this.#members, node.text, { at: node.pos, within });
    } else if (ts.isStringLiteralLike(node)) {
      if (ts.isElementAccessExpression(node.parent)) append(this.#members, node.text, { at: node.pos, within });
      else if (isSpecifier(ts, node)) this.#noteImport(node, within);
    } else if (ts.isPropertyAccessExpression(node)) {
      const dotted = dottedName(ts, node);
      if (dotted !== undefined && this.#library.named(dotted)) this.#seeds.add(within);
    } else if (ts.isCallExpression(node) ? looksLikeRequest(ts, node) : this.#declares(node)) {
      this.#seeds.add(within);
    }
  }

  /** The name of a type alone sends nothing, unless its values are clients: `Request` is what many servers call what they get. */
  #noteIdentifier(node: TS.Identifier, within: Definition): void {
    const ts = this.#ts;
    const mention = { at: node.pos, within };
    if (!isVariable(ts, node)) {
      append(this.#members, node.text, mention);
      return;
    }
    append(this.#variables, node.text, mention);
    const { parent } = node;
    if (ts.isTypeReferenceNode(parent)) {
      this.#types.add(node.text);
      if (this.#library.type(node.text, { file: this.#file.fileName })) this.#seeds.add(within);
    } else if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
      if (this.#library.global(node.text)) this.#seeds.add(within);
    } else if (!declares(ts, node)) {
      append(this.#values, node.text, mention);
    }
  }

  #declares(node: TS.Node): boolean {
    return this.#ts.isObjectLiteralExpression(node) && this.#library.declared?.(node) !== undefined;
  }

  #noteImport(specifier: TS.StringLiteralLike, within: Definition): void {
    const names = takenNames(this.#ts, specifier.parent);
    if (!this.#library.sends(specifier.text)) {
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
      const kinds = modifiersOf(ts, node);
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

/** Whether an identifier declares a name, and does not use it. */
function declares(ts: typeof TS, node: TS.Identifier): boolean {
  const { parent } = node;
  const isUse = ts.isShorthandPropertyAssignment(parent) || ts.isExportSpecifier(parent);
  return !isUse && "name" in parent && parent.name === node;
}

function rangeOf({ pos, end }: TS.Node): Range {
  return { start: pos, end };
}

function append<T>(table: Lists<T>, key: string, entry: T): void {
  const known = table.get(key);
  if (known) known.push(entry);
  else table.set(key, [entry]);
}

/** Whether a constructor keeps a service that a container gives it by name: no import leads to its class. */
function isInjected(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isBinaryExpression(node) || !ts.isExpressionStatement(node.parent)) return false;
  const block = node.parent.parent;
  if (!ts.isBlock(block) || !ts.isConstructorDeclaration(block.parent)) return false;
  return findInjectionList(ts, block.parent.parent) !== undefined;
}
