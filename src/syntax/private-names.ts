import type TS from "typescript";

/**
 * Keys of members that no property name reaches: `#x` differs from `"#x"`, and from the `#x` of another class. Such a key begins with a
 * character that no name contains, followed by the identity of the class.
 */

const marker = "\u0000";

const numbers = new WeakMap<TS.Node, number>();
let count = 0;

/** @returns the key of the member that a name stands for. */
export function memberKey(ts: typeof TS, name: TS.MemberName): string {
  return ts.isPrivateIdentifier(name) ? `${marker}${numberOf(declaringClass(ts, name))}${name.text}` : name.text;
}

function declaringClass(ts: typeof TS, name: TS.PrivateIdentifier): TS.Node {
  let current: TS.Node = name.parent;
  while (!ts.isSourceFile(current)) {
    if (
      ts.isClassLike(current) &&
      current.members.some(
        (member) => member.name && ts.isPrivateIdentifier(member.name) && member.name.text === name.text,
      )
    )
      return current;
    current = current.parent;
  }
  return current;
}

function numberOf(node: TS.Node): number {
  let number = numbers.get(node);
  if (number === undefined) numbers.set(node, (number = count += 1));
  return number;
}

const symbolMarker = internalKey("Symbol.");

/** @returns the key of the member that a well-known symbol names: `iterator` for `[Symbol.iterator]`. */
export function symbolKey(name: string): string {
  return symbolMarker + name;
}

/** @returns the key of a symbol, if an expression is one: `Symbol.iterator`. */
export function symbolKeyOf(ts: typeof TS, node: TS.Expression): string | undefined {
  return ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "Symbol"
    ? symbolKey(node.name.text)
    : undefined;
}

/** Whether a key is a symbol's. Such members are left out of lists and texts, but are copied. */
export function isSymbolKey(key: string): boolean {
  return key.startsWith(symbolMarker);
}

/** @returns the key of internal data of a platform object, which no code can read. */
export function internalKey(name: string): string {
  return `${marker}#${name}`;
}

/** The key of the native that an instance of a subclass of a library's class holds: a client, header fields, parameters. */
export const baseKey = internalKey("base");

export function isPrivateKey(key: string): boolean {
  return key.startsWith(marker);
}

/** @returns a key as it is written. */
export function writtenKey(key: string): string {
  return isPrivateKey(key) ? key.slice(key.indexOf("#")) : key;
}
