import type TS from "typescript";
import { type ArrayMethod, arrayMethodOf, isPromiseMethod } from "../syntax/built-ins";
import { skipWrappers } from "../syntax/wrappers";
import type { Follower } from "./follow";
import type { Chain } from "./read-tree";
import { elementOf, unsure, type Tracked } from "./tracked";

/** Follows values into callbacks, and the results of callbacks. */

/**
 * What the result of a callback becomes: the call's result, an element of it, only a condition, nothing, or anything.
 */
type Fate = "result" | "element" | "condition" | "nothing" | "anything";

/** The fate of a callback's result, by the array method that calls it. For others (`sort`, `reduce`), it is `anything`. */
const fates: ReadonlyMap<string, Fate> = new Map<string, Fate>([
  ["map", "element"],
  ["flatMap", "element"],
  ["forEach", "nothing"],
  ...["filter", "find", "findLast", "findIndex", "findLastIndex", "some", "every"].map((name): [string, Fate] => [
    name,
    "condition",
  ]),
]);

function fateIn(method: string): Fate {
  return fates.get(method) ?? "anything";
}

/**
 * Follows a call of a promise's method.
 *
 * @returns whether it is such a call.
 */
export function promiseMethod(follower: Follower, name: string, call: TS.CallExpression, value: Tracked): boolean {
  if (!isPromiseMethod(name)) return false;
  const [callback] = call.arguments;
  if (name !== "then" || !callback || follower.ts.isSpreadElement(callback)) follower.go(call, value);
  else enterCallback(follower, callback, call, [[0, value]], value);
  return true;
}

/** Follows a method call on an array. On other values, only the value itself counts as used. */
export function arrayMethod(follower: Follower, name: string, call: TS.CallExpression, value: Tracked): void {
  const element = elementOf(value, undefined);
  if (!element || element === "other") {
    follower.whole(value, call);
    return;
  }
  const method = arrayMethodOf(name);
  if (!method) {
    follower.whole(value, call);
    return;
  }
  if (iterating(follower, name, method, { call, value, element })) return;
  const { changes, inserts, returns } = method;
  const isWriting = changes === true && inserts !== undefined;
  if (isWriting && !value.layer) follower.write(value, call);
  if (returns === "pairs") follower.go(call, { ...element, layer: pairs(element) });
  else if (returns) follower.go(call, returns !== "removed" && hasInserted(call, inserts) ? unsure(value) : value);
  else if (name === "keys") follower.touch(value, call);
  else if (!isWriting) follower.whole(value, call);
}

/** Whether a call inserts other elements. Below `inserts`, arguments are positions. */
function hasInserted({ arguments: given }: TS.CallExpression, inserts: number | undefined): boolean {
  return inserts !== undefined && given.length > inserts;
}

interface Iterated {
  readonly call: TS.CallExpression;
  readonly value: Tracked;
  readonly element: Tracked;
}

/** Follows a method that calls its argument with the elements. @returns whether it is such a method. */
function iterating(
  follower: Follower,
  name: string,
  { elementsTo, returns }: ArrayMethod,
  { call, value, element }: Iterated,
): boolean {
  if (!elementsTo) return false;
  const [callback] = call.arguments;
  const startsWithElement = name.startsWith("reduce") && call.arguments.length < 2;
  const given: (readonly [number, Tracked])[] = elementsTo.map((index) => [index, element] as const);
  if (startsWithElement) given.push([0, unsure(element)]);
  if (fateIn(name) !== "anything") given.push([2, value]);
  if (!callback || follower.ts.isSpreadElement(callback)) follower.whole(value, call);
  else enterCallback(follower, callback, call, given, element);
  if (returns) follower.go(call, value);
  return true;
}

/** @returns the layers of `[index, element]` for each element. */
function pairs({ layer }: Tracked): Tracked["layer"] {
  return { kind: "index", index: undefined, next: { kind: "index", index: 1, next: layer } };
}

/** @param whole the value that counts as used if the callback is unknown. */
function enterCallback(
  follower: Follower,
  callback: TS.Expression,
  call: TS.CallExpression,
  given: readonly (readonly [number, Tracked])[],
  whole: Tracked,
): void {
  const code = follower.callees.codeOf(callback, whole.chain);
  if (code) follower.enter(code, call, given, callback);
  else if (follower.callees.isGlobal(callback, "Boolean")) follower.touch(whole, callback);
  else follower.whole(whole, callback);
}

/** Follows the result of a frame's function to the call. The value has the chain of the caller. */
export function returned(follower: Follower, frame: Chain, value: Tracked): void {
  const { ts } = follower;
  const { code, call } = frame;
  if (!ts.isCallExpression(call)) {
    follower.whole(value, call);
    return;
  }
  switch (fateOf(follower, code, call, value.chain)) {
    case "result":
      follower.go(call, value);
      return;
    case "element":
      follower.go(call, { ...value, layer: { kind: "index", index: undefined, next: value.layer } });
      return;
    case "condition":
      follower.touch(value, call);
      return;
    case "nothing":
      return;
    case "anything":
      follower.whole(value, call);
  }
}

function fateOf({ ts, callees }: Follower, code: TS.Node, call: TS.CallExpression, chain: Chain | undefined): Fate {
  const isGiven = call.arguments.some(
    (argument) =>
      skipWrappers(ts, argument) === code || (ts.isIdentifier(argument) && callees.codeOf(argument, chain) === code),
  );
  if (!isGiven) return "result";
  const callee = skipWrappers(ts, call.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : "";
  if (name === "then" || name === "catch") return "result";
  return name === "finally" ? "nothing" : fateIn(name);
}

/** @returns the innermost function around a node. */
export function functionAround(ts: typeof TS, node: TS.Node): TS.Node | undefined {
  for (let current: TS.Node = node.parent; !ts.isSourceFile(current); current = current.parent)
    if (ts.isFunctionLike(current)) return current;
  return undefined;
}
