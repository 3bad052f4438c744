import type TS from "typescript";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import type { Draft } from "../draft";
import { optionsOf } from "../known";
import { unknown } from "../objects";
import { allParts, anyHeader, type Part } from "./parts";
import { type HookStyle, writtenBy } from "./writes";

/**
 * The parts of a request that a hook may change: those to which its source writes; all if the source is not known.
 *
 * @param hook a function, a list of functions, or `undefined` where there is none. */
export function changedBy(ts: typeof TS, hook: Value | undefined, style: HookStyle = {}): ReadonlySet<Part> {
  if (!hook) return new Set();
  const changed = optionsOf(hook).flatMap((option): readonly Part[] => {
    if (option.kind === "undefined" || option.kind === "null") return [];
    if (option.kind === "array")
      return option.open ? allParts : option.elements.flatMap(({ value }) => [...changedBy(ts, value, style)]);
    const source = sourceOf(ts, option);
    return source ? writtenBy(ts, source, style) : allParts;
  });
  return new Set(changed);
}

/** The function that a value is, if the evaluator has its source. */
export function sourceOf(ts: typeof TS, value: Value): TS.FunctionLikeDeclaration | undefined {
  if (value.kind !== "opaque" || typeof value.handle !== "object" || value.handle === null) return undefined;
  const { node } = value.handle as { readonly node?: TS.Node };
  return node && ts.isFunctionLike(node) && "body" in node ? node : undefined;
}

/** Whether a value may be a function of the program. */
export function isFunction(ts: typeof TS, value: Value | undefined): boolean {
  return value !== undefined && optionsOf(value).some((option) => sourceOf(ts, option) !== undefined);
}

/** @returns the request with the parts that hooks may change made unknown. */
export function withHooks(draft: Draft, changed: ReadonlySet<Part>, at: Range): Draft {
  if (changed.size === 0) return draft;
  const hidden = (part: Part): Value => unknown(`a hook may change the ${part === "url" ? "URL" : part}`, at);
  return {
    ...draft,
    ...(changed.has("method") && { method: hidden("method") }),
    ...(changed.has("url") && { address: { ...draft.address, url: hidden("url") } }),
    ...(changed.has("query") && { query: unknown("a hook may change the query", at) }),
    ...(changed.has("body") && { body: { value: hidden("body"), encoding: "unknown" as const } }),
    headers: headersBehind(draft.headers, changed, at),
    defaults: changed.has("headers") ? { ...draft.defaults, unseenHeaders: true } : draft.defaults,
  };
}

/** @returns header fields of which those that hooks write to may be another, or gone. */
function headersBehind(headers: Draft["headers"], changed: ReadonlySet<Part>, at: Range): Draft["headers"] {
  if (headers.kind === "unknown" || !changed.has("headers")) return headers;
  const members = headers.members.map((member) => {
    if (!changed.has(anyHeader) && !changed.has(`headers:${member.key.toLowerCase()}`)) return member;
    return { ...member, value: unknown("a hook may change the header", at), presence: "maybe" as const };
  });
  return { ...headers, members };
}
