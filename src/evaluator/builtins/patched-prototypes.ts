import type TS from "typescript";
import { skipWrappers } from "../../syntax/wrappers";
import { walk } from "../../syntax/walk";

/** Members that a file gives to the prototypes of the language and the platform: `Array.prototype.last = …`. */

const none: ReadonlySet<string> = new Set();
const patched = new WeakMap<TS.SourceFile, ReadonlySet<string>>();

/** Stands for members whose names are not known. */
const any = "*";

/** @returns whether a file changes the member of a name in a prototype, whichever that is. */
export function isPatched(ts: typeof TS, file: TS.SourceFile, key: string): boolean {
  let known = patched.get(file);
  if (!known) patched.set(file, (known = file.text.includes(".prototype") ? find(ts, file) : none));
  return known.size > 0 && (known.has(key) || known.has(any));
}

function find(ts: typeof TS, file: TS.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const aliases = new Set<string>();
  const isPrototype = (node: TS.Expression): boolean => {
    const inner = skipWrappers(ts, node);
    if (ts.isIdentifier(inner)) return aliases.has(inner.text);
    return (
      ts.isPropertyAccessExpression(inner) &&
      inner.name.text === "prototype" &&
      ts.isIdentifier(inner.expression) &&
      isOfPlatform(inner.expression.text)
    );
  };
  walk(ts, file, {}, (node, outer) => {
    if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer &&
      isPrototype(node.initializer)
    )
      aliases.add(node.name.text);
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken)
      noteMember(ts, node.left, isPrototype, names);
    else if (ts.isDeleteExpression(node)) noteMember(ts, node.expression, isPrototype, names);
    else if (ts.isCallExpression(node)) noteCall(ts, node, isPrototype, names);
    return outer;
  });
  return names;
}

function isOfPlatform(name: string): boolean {
  return typeof (globalThis as Readonly<Record<string, unknown>>)[name] === "function";
}

function noteMember(
  ts: typeof TS,
  target: TS.Expression,
  isPrototype: (node: TS.Expression) => boolean,
  names: Set<string>,
): void {
  const node = skipWrappers(ts, target);
  if (ts.isPropertyAccessExpression(node) && isPrototype(node.expression)) names.add(node.name.text);
  if (ts.isElementAccessExpression(node) && isPrototype(node.expression))
    names.add(ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : any);
}

/** `Object.assign(Array.prototype, { … })`, `Object.defineProperty(Array.prototype, "x", …)`. */
function noteCall(
  ts: typeof TS,
  { expression, arguments: given }: TS.CallExpression,
  isPrototype: (node: TS.Expression) => boolean,
  names: Set<string>,
): void {
  if (
    !ts.isPropertyAccessExpression(expression) ||
    !/^(?:assign|define(?:Property|Properties)|set)$/u.test(expression.name.text)
  )
    return;
  const [target, what] = given;
  if (!target || !what || !isPrototype(target)) return;
  if (ts.isStringLiteralLike(what)) names.add(what.text);
  else if (!ts.isObjectLiteralExpression(what)) names.add(any);
  else
    for (const { name } of what.properties)
      names.add(name && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : any);
}
