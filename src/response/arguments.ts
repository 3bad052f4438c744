import type TS from "typescript";
import { bindingOf } from "../evaluator/syntax/bindings/bindings";
import { skipWrappers } from "./callees";
import type { Follower } from "./follow";
import { elementOf, unsure, type Tracked } from "./tracked";

/** Answers that are passed to functions. */

/** Functions of the language that return their argument. */
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
  const isSpread = ts.isSpreadElement(node);
  if (ts.isPropertyAccessExpression(callee)) {
    const { expression: receiver, name } = callee;
    if (name.text === "push" || name.text === "unshift") {
      collect(follower, receiver, node, isSpread ? elementOf(value, undefined) : value);
      return;
    }
    if (name.text === "concat" && !isSpread) {
      follower.go(call, unsure(value));
      return;
    }
    if (!isSpread && index === 0 && isSame(follower, receiver, name.text) && call.arguments.length === 1) {
      follower.go(call, value);
      return;
    }
    if (name.text === "isArray" && callees.isGlobal(receiver, "Array")) {
      follower.touch(value, node);
      return;
    }
  }
  if (isSpread) {
    follower.whole(value, node);
    return;
  }
  if (callees.isGlobal(callee, "Boolean")) follower.touch(value, node);
  else if (!setState(follower, callee, index, value)) {
    const hasSpread = call.arguments.slice(0, index).some((each) => ts.isSpreadElement(each));
    const code = hasSpread ? undefined : callees.codeOf(callee, value.chain);
    if (code) follower.enter(code, call, [[index, value]], node);
    else follower.whole(value, node);
  }
}

function isSame({ callees }: Follower, receiver: TS.Expression, name: string): boolean {
  for (const [global, names] of same) if (names.has(name) && callees.isGlobal(receiver, global)) return true;
  return false;
}

/** `all.push(...)`: a read of the list's elements may be a read of any value that was put in. */
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
  const made = skipWrappers(ts, declaration.initializer);
  const name = ts.isCallExpression(made) ? skipWrappers(ts, made.expression) : undefined;
  const isState =
    name !== undefined &&
    ((ts.isIdentifier(name) && name.text === "useState") ||
      (ts.isPropertyAccessExpression(name) && name.name.text === "useState"));
  if (!isState) return false;
  if (first && ts.isBindingElement(first)) follower.bind(first.name, unsure(value));
  return true;
}
