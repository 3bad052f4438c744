import type TS from "typescript";
import { bindingOf } from "../syntax/bindings/bindings";
import type { Follower } from "./follow";
import { besideBody, elementOf, type Tracked } from "./tracked";

/** Follows values through destructuring. */

/** Binds the parts of a value to the names of a pattern. */
export function bindPattern(follower: Follower, pattern: TS.BindingPattern, value: Tracked): void {
  const { ts } = follower;
  if (ts.isArrayBindingPattern(pattern)) {
    for (const [index, element] of pattern.elements.entries()) {
      if (ts.isOmittedExpression(element)) continue;
      const part = element.dotDotDotToken && !value.layer ? value : elementOf(value, index);
      if (part === undefined || (element.dotDotDotToken && value.layer)) follower.whole(value, element);
      else if (part !== "other") follower.bind(element.name, part);
    }
    return;
  }
  const named = new Set(pattern.elements.map((element) => keyOf(ts, element)));
  for (const element of pattern.elements) {
    const key = keyOf(ts, element);
    if (element.dotDotDotToken) restOf(follower, element, value, named);
    else if (key === undefined) follower.whole(value, element);
    else takeMember(follower, element, key, value);
  }
}

function takeMember(follower: Follower, element: TS.BindingElement, key: string, value: Tracked): void {
  const part = memberOf(follower, value, key, element.propertyName ?? element.name);
  if (part === "beside") {
    if (follower.ts.isIdentifier(element.name)) noteStatus(follower, element.name);
  } else if (part) follower.bind(element.name, part);
}

/** Binds the rest of an object, without the named members. */
function restOf(
  follower: Follower,
  element: TS.BindingElement,
  value: Tracked,
  named: ReadonlySet<string | undefined>,
): void {
  const { layer } = value;
  if (layer?.kind !== "member") follower.whole(value, element);
  else if (!named.has(layer.key)) follower.bind(element.name, value);
}

/** @returns the key that an element of a pattern reads, or `undefined` if it is computed. */
function keyOf(ts: typeof TS, { propertyName, name }: TS.BindingElement): string | undefined {
  const key = propertyName ?? name;
  return ts.isIdentifier(key) || ts.isStringLiteralLike(key) || ts.isNumericLiteral(key) ? key.text : undefined;
}

/**
 * Reads a member through the layers around a value.
 *
 * @param key ends in `()` for a called method.
 * @returns the member's value; `beside` for members of a response object other than the body; `undefined` for values
 * that are not part of the response, or are not followed.
 */
export function memberOf(
  follower: Follower,
  value: Tracked,
  key: string,
  node: TS.Node,
): Tracked | "beside" | undefined {
  const { layer } = value;
  if (!layer) return follower.read(value, key, node);
  if (layer.kind === "member") return layer.key === key ? { ...value, layer: layer.next } : undefined;
  if (layer.kind === "index") {
    const part = elementOf(value, /^\d+$/u.test(key) ? Number(key) : undefined);
    return part === "other" || !/^\d+$/u.test(key) ? undefined : part;
  }
  const ways = layer.ways.filter(([step]) => step === key).map((way) => way.slice(1));
  if (ways.some((way) => way.length === 0)) return { ...value, layer: undefined };
  if (ways.length > 0) return { ...value, layer: { kind: "answer", ways, next: undefined } };
  if (besideBody.has(key)) return "beside";
  follower.whole(value, node);
  return undefined;
}

/** Records that a variable contains the response's status. */
export function noteStatus({ ts, failures }: Follower, name: TS.Identifier): void {
  for (const each of bindingOf(ts, name)?.uses ?? []) failures.add(each);
}
