import type { Answer } from "./answer";
import type { Range } from "../text/range";
import type { Chain, ReadTree, Source } from "./read-tree";

/** A value in code that is part of a response, or contains part of it. */
export interface Tracked {
  /** The outermost layer around the part; absent if the value is the part itself. */
  readonly layer: Layer | undefined;
  readonly read: ReadTree;
  /** Whether it comes from this response on every path. */
  readonly sure: boolean;
  readonly chain: Chain | undefined;
  /** The read from which it comes; absent for the body. */
  readonly source: Source | undefined;
  /** While code of another file is followed: the range in the analysed file that leads there. */
  readonly at: Range | undefined;
}

/** A layer that the code or the client has wrapped around a value. */
export type Layer = AnswerLayer | MemberLayer | IndexLayer;

/** The response object of a client. */
export interface AnswerLayer {
  readonly kind: "answer";
  readonly ways: Answer["ways"];
  readonly next: undefined;
}

/** `{ key: value }` */
export interface MemberLayer {
  readonly kind: "member";
  readonly key: string;
  readonly next: Layer | undefined;
}

/** `[…, value, …]`; without an index, the value may be any element. */
export interface IndexLayer {
  readonly kind: "index";
  readonly index: number | undefined;
  readonly next: Layer | undefined;
}

/** @returns a key that is unique for a chain of layers. */
export function layerKey(layer: Layer | undefined): string {
  if (!layer) return "";
  const own =
    layer.kind === "answer"
      ? `?${layer.ways.map((way) => way.join(".")).join("|")}`
      : layer.kind === "member"
        ? `.${layer.key}`
        : `[${layer.index ?? ""}]`;
  return own + layerKey(layer.next);
}

export function unsure(value: Tracked): Tracked {
  return value.sure ? { ...value, sure: false } : value;
}

/**
 * @returns an element of an array. In a response, the array's own reads cover its elements; an array built in code is a
 * layer.
 */
export function elementOf(value: Tracked, index: number | undefined): Tracked | "other" | undefined {
  const { layer } = value;
  if (!layer) return value;
  if (layer.kind !== "index") return undefined;
  if (layer.index !== undefined && index !== undefined && layer.index !== index) return "other";
  const exact = layer.index === index || layer.index === undefined;
  return { ...value, layer: layer.next, sure: value.sure && exact };
}

/** Members of a response object other than the body. */
export const besideBody: ReadonlySet<string> = new Set([
  "ok",
  "status",
  "statusText",
  "statusCode",
  "headers",
  "url",
  "redirected",
  "type",
  "config",
  "request",
  "error",
  "response",
  "trailers",
  "bodyUsed",
]);
