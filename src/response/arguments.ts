import type TS from "typescript";
import { bindingOf } from "../syntax/bindings/bindings";
import { skipWrappers } from "../syntax/wrappers";
import type { Follower } from "./follow";
import { elementOf, unsure, type Tracked } from "./tracked";

/** Follows responses that are passed to functions. */

/** Built-in functions that return their argument. */
const same = new Map([
  ["Promise", new Set(["all", "resolve"])],
  ["Object", new Set(["freeze", "seal"])],
  ["Array", new Set(["from"])],
]);

/** Follows a value that is an argument of a call, or is spread into its arguments. */
export function argument(follower: Follower, call: TS.CallExpression, node: TS.Expression, value: Tracked): void {
  const { ts, callees } = follower;
  const callee = skipWrappers(ts, call.expression);
  const index = call.arguments.indexOf(node);
  if (ts.isPropertyAccessExpression(callee) && methodArgument(follower, call, callee, node, value)) return;
  if (ts.isSpreadElement(node)) follower.whole(value, node);
  else if (callees.isGlobal(callee, "Boolean")) follower.touch(value, node);
  else if (!setState(follower, callee, index, value)) {
    const hasSpread = call.arguments.slice(0, index).some((each) => ts.isSpreadElement(each));
    const code = hasSpread ? undefined : callees.codeOf(callee, value.chain);
    if (code) follower.enter(code, call, [[index, value]], node);
    else follower.whole(value, node);
  }
}

/** @returns whether the callee is a built-in method that does not use the whole of its argument. */
function methodArgument(
  follower: Follower,
  call: TS.CallExpression,
  { expression: receiver, name }: TS.PropertyAccessExpression,
  node: TS.Expression,
  value: Tracked,
): boolean {
  const isSpread = follower.ts.isSpreadElement(node);
  const isOnly = !isSpread && call.arguments.length === 1;
  if (name.text === "push" || name.text === "unshift")
    collect(follower, receiver, node, isSpread ? elementOf(value, undefined) : value);
  else if (name.text === "concat" && !isSpread) follower.go(call, unsure(value));
  else if (isOnly && isSame(follower, receiver, name.text)) follower.go(call, value);
  else if (name.text === "isArray" && follower.callees.isGlobal(receiver, "Array")) follower.touch(value, node);
  else return false;
  return true;
}

function isSame({ callees }: Follower, receiver: TS.Expression, name: string): boolean {
  for (const [global, names] of same) if (names.has(name) && callees.isGlobal(receiver, global)) return true;
  return false;
}

/** `all.push(...)`: a read of the list's elements may read any of the added values. */
function collect(
  follower: Follower,
  receiver: TS.Expression,
  node: TS.Expression,
  element: Tracked | "other" | undefined,
): void {
  const { ts } = follower;
  const binding = ts.isIdentifier(receiver) ? bindingOf(ts, receiver) : undefined;
  const declaration = binding?.declarations[0]?.parent;
  const isList =
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    declaration.initializer !== undefined &&
    ts.isArrayLiteralExpression(skipWrappers(ts, declaration.initializer));
  if (!element || element === "other") return;
  if (isList && ts.isIdentifier(receiver))
    follower.name(receiver, unsure({ ...element, layer: { kind: "index", index: undefined, next: element.layer } }));
  else follower.whole(element, node);
}

/** `const [value, setValue] = useState(…)`: the argument of `setValue` becomes the value. */
function setState(follower: Follower, callee: TS.Expression, index: number, value: Tracked): boolean {
  const { ts } = follower;
  const binding = index === 0 && ts.isIdentifier(callee) ? bindingOf(ts, callee) : undefined;
  const element = binding?.declarations[0]?.parent;
  if (!element || !ts.isBindingElement(element) || !ts.isArrayBindingPattern(element.parent)) return false;
  const [first, second] = element.parent.elements;
  const declaration = element.parent.parent;
  if (second !== element || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return false;
  if (!callsUseState(ts, declaration.initializer)) return false;
  if (first && ts.isBindingElement(first)) follower.bind(first.name, unsure(value));
  return true;
}

/** Whether an expression is a call of `useState(…)` or `React.useState(…)`. */
function callsUseState(ts: typeof TS, expression: TS.Expression): boolean {
  const call = skipWrappers(ts, expression);
  if (!ts.isCallExpression(call)) return false;
  const callee = skipWrappers(ts, call.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && name.text === "useState";
}
