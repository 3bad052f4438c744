import type TS from "typescript";
import { parametersOf } from "./parameters";
import { memberKey } from "./private-names";
import { walk } from "./walk";
import { findWrites } from "./writes";

/** Names of methods of the language and the platform. A call of one does not tell the class. */
const commonNames = new Set([
  ...[Array, String, Map, Set, Promise, Object, Function, Date, RegExp, Number, URL, URLSearchParams, Headers, Response]
    .map(({ prototype }) => prototype as object)
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype)),
  ...[Object, Array, Promise, Number, JSON, Math, Reflect].flatMap((owner) => Object.getOwnPropertyNames(owner)),
  ...[
    "on",
    "once",
    "off",
    "emit",
    "open",
    "close",
    "start",
    "stop",
    "run",
    "send",
    "write",
    "read",
    "end",
    "log",
    "error",
  ],
  ...[
    "get",
    "post",
    "put",
    "patch",
    "del",
    "head",
    "options",
    "request",
    "fetch",
    "call",
    "execute",
    "invoke",
    "dispatch",
  ],
  ...["init", "render", "update", "create", "remove", "load", "save", "list", "find", "add", "use", "query", "next"],
]);

/** Whether the name of a method may tell its class. */
export function tellsClass(key: string): boolean {
  return key.length >= 4 && !commonNames.has(key);
}

/** @returns the classes of a file's top level that have a method with a body. */
export function classesWith(
  ts: typeof TS,
  file: TS.SourceFile | undefined,
  key: string,
): readonly TS.ClassLikeDeclaration[] {
  const found = file?.statements.filter(
    (statement): statement is TS.ClassDeclaration =>
      ts.isClassDeclaration(statement) && statement.members.some((member) => codeOf(ts, member, key) !== undefined),
  );
  return found ?? [];
}

/** @returns the code of a class's member, if that is a method of this name with a body, or a field that holds a function. */
function codeOf(ts: typeof TS, member: TS.ClassElement, key: string): TS.SignatureDeclaration | undefined {
  if (!member.name || !ts.isIdentifier(member.name) || member.name.text !== key) return undefined;
  if (ts.isMethodDeclaration(member)) return member.body && member;
  const value = ts.isPropertyDeclaration(member) ? member.initializer : undefined;
  return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined;
}

/**
 * @returns whether a class's method can be what a call calls, by the number of arguments: the compiler refuses too few, so that a call with fewer
 *   calls something else of the name. JavaScript leaves arguments out without a word.
 */
export function takesArguments(
  ts: typeof TS,
  { members }: TS.ClassLikeDeclaration,
  key: string,
  { arguments: given }: TS.CallExpression,
): boolean {
  if (given.some((each) => ts.isSpreadElement(each))) return true;
  const code = members.map((member) => codeOf(ts, member, key)).find((each) => each !== undefined);
  if (!code || (code.flags & ts.NodeFlags.JavaScriptFile) !== 0) return true;
  const required = parametersOf(ts, code).filter(
    (each) => !each.questionToken && !each.initializer && !each.dotDotDotToken && !allowsNothing(ts, each.type),
  );
  return given.length >= required.length;
}

/** `void` is the one type whose argument the compiler lets a call leave out. */
function allowsNothing(ts: typeof TS, type: TS.TypeNode | undefined): boolean {
  if (!type) return false;
  return ts.isUnionTypeNode(type)
    ? type.types.some((each) => allowsNothing(ts, each))
    : type.kind === ts.SyntaxKind.VoidKeyword;
}

/** @returns the classes of a file's top level that extend or implement something of a name. */
export function classesUnder(
  ts: typeof TS,
  file: TS.SourceFile | undefined,
  name: string,
): readonly TS.ClassDeclaration[] {
  const classes = file?.statements.filter((each) => ts.isClassDeclaration(each)) ?? [];
  return classes.filter(({ heritageClauses }) =>
    heritageClauses?.some(({ types }) =>
      types.some(({ expression }) => ts.isIdentifier(expression) && expression.text === name),
    ),
  );
}

/** What the classes that extend one add to its instances, and their names. */
interface Subclasses {
  readonly members: string[];
  readonly classes: string[];
}

const none: Subclasses = { members: [], classes: [] };

/** Of each file, by the name that is extended: each class of a file asks for its own, and a file may have thousands. */
const subclasses = new WeakMap<TS.SourceFile, ReadonlyMap<string, Subclasses>>();

/** @returns the members that the classes of a file give to instances of a class which they extend by its name, with the names of these classes. */
export function membersOfSubclasses(ts: typeof TS, file: TS.SourceFile, parent: string): Readonly<Subclasses> {
  let known = subclasses.get(file);
  if (!known) subclasses.set(file, (known = subclassesIn(ts, file)));
  return known.get(parent) ?? none;
}

function subclassesIn(ts: typeof TS, file: TS.SourceFile): ReadonlyMap<string, Subclasses> {
  const byParent = new Map<string, Subclasses>();
  walk(ts, file, {}, (node, outer) => {
    const parent = ts.isClassLike(node) ? extendedName(ts, node) : undefined;
    if (parent === undefined || !ts.isClassLike(node)) return outer;
    const found = byParent.get(parent) ?? { members: [], classes: [] };
    byParent.set(parent, found);
    if (node.name) found.classes.push(node.name.text);
    found.members.push(...declaredMembers(ts, node), ...assignedMembers(ts, node));
    return outer;
  });
  return byParent;
}

/** A subclass's private name is a different member. */
export function declaredMembers(ts: typeof TS, { members }: TS.ClassLikeDeclaration): readonly string[] {
  return members.flatMap(({ name }) =>
    name && !ts.isComputedPropertyName(name) && !ts.isPrivateIdentifier(name) ? name.text : [],
  );
}

function assignedMembers(ts: typeof TS, node: TS.ClassLikeDeclaration): readonly string[] {
  const keys: string[] = [];
  const note = (target: TS.Node): void => {
    if (ts.isPropertyAccessExpression(target) && target.expression.kind === ts.SyntaxKind.ThisKeyword)
      keys.push(memberKey(ts, target.name));
  };
  findWrites(ts, node, note, () => true);
  return keys;
}

/** @returns the last name of what a class extends: `Base` of `api.Base`. */
export function extendedName(ts: typeof TS, node: TS.ClassLikeDeclaration): string | undefined {
  const heritage = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
    ?.expression;
  if (!heritage) return undefined;
  if (ts.isIdentifier(heritage)) return heritage.text;
  return ts.isPropertyAccessExpression(heritage) ? heritage.name.text : undefined;
}
