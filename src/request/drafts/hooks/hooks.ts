import type TS from "typescript";
import { anyOther, type Effects } from "../../../clients/effects";
import { effectsOf } from "../../../evaluate/effects/effects";
import type { Range } from "../../../text/range";
import type { Value } from "../../../value/value";
import type { Draft } from "../draft";
import { optionsOf } from "../known";
import { unknown } from "../objects";
import { allParts, anyHeader, type HookStyle, type Part } from "./parts";

/**
 * @returns the parts of a request that a hook may change, by its value graph; all parts if its source is unknown.
 * @param hook a function, a list of functions, or undefined if there is none.
 */
export function changedBy(ts: typeof TS, hook: Value | undefined, style: HookStyle): ReadonlySet<Part> {
  if (!hook) return new Set();
  const changed = optionsOf(hook).flatMap((option): readonly Part[] => {
    if (option.kind === "undefined" || option.kind === "null") return [];
    if (option.kind === "array")
      return option.open ? allParts : option.elements.flatMap(({ value }) => [...changedBy(ts, value, style)]);
    const source = sourceOf(ts, option);
    return source ? changedBySource(ts, source, style) : allParts;
  });
  return new Set(changed);
}

/** By function and style, so that a hook of many requests is analysed once. */
const known = new WeakMap<TS.Node, Map<HookStyle, readonly Part[]>>();

/** @returns the parts of a request that a function may change. */
export function changedBySource(ts: typeof TS, source: TS.FunctionLikeDeclaration, style: HookStyle): readonly Part[] {
  const ofSource = known.get(source) ?? new Map<HookStyle, readonly Part[]>();
  known.set(source, ofSource);
  let parts = ofSource.get(style);
  if (!parts) ofSource.set(style, (parts = partsChanged(effectsOf(ts, source, style), style)));
  return parts;
}

function partsChanged(effects: Effects | undefined, { others, parts, members: kinds }: HookStyle): readonly Part[] {
  if (!effects) return allParts;
  const { fields } = effects;
  // Fields that are written one by one are known by name.
  const isByName = (name: string): boolean =>
    ["fields", "Headers"].includes(String(kinds.get(name))) && fields.size > 0 && !fields.has(anyOther);
  const members = [...effects.members].flatMap((name) => (isByName(name) ? [] : (parts.get(name) ?? others)));
  return [...members, ...[...fields].map((name): Part => `headers:${name}`)];
}

/** @returns the function that a value is, if its source is available. */
export function sourceOf(ts: typeof TS, value: Value): TS.FunctionLikeDeclaration | undefined {
  if (value.kind !== "opaque" || typeof value.handle !== "object" || value.handle === null) return undefined;
  const { node } = value.handle as { readonly node?: TS.Node };
  return node && ts.isFunctionLike(node) && "body" in node ? node : undefined;
}

/** Whether a value may be a function of the program. */
export function isFunction(ts: typeof TS, value: Value | undefined): boolean {
  return value !== undefined && optionsOf(value).some((option) => sourceOf(ts, option) !== undefined);
}

/** @returns the request, with every part unknown that hooks may change. */
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

/** @returns the header fields. Fields that hooks set are unknown and may be missing. */
function headersBehind(headers: Draft["headers"], changed: ReadonlySet<Part>, at: Range): Draft["headers"] {
  const written = [...changed].flatMap((part) => (part.startsWith(prefix) ? [part.slice(prefix.length)] : []));
  if (headers.kind === "unknown" || written.length === 0) return headers;
  const hidden = { value: unknown("a hook may change the header", at), presence: "maybe" as const };
  const isHidden = (key: string): boolean => changed.has(anyHeader) || written.includes(key.toLowerCase());
  const members = headers.members.map((member) => (isHidden(member.key) ? { ...member, ...hidden } : member));
  const names = new Set(headers.members.map(({ key }) => key.toLowerCase()));
  const added = written.filter((name) => name !== anyOther && !names.has(name));
  return { ...headers, members: [...members, ...added.map((key) => ({ key, keyRange: at, ...hidden }))] };
}

const prefix = "headers:";
