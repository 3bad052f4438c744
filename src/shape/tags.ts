import type { Member, Value } from "../value/value";
import { getScalarText } from "./scalar";
import type { Shape, UnionShape } from "./shape";

/** The result of reading the tag in a value of a union. */
export type Tag =
  | { readonly kind: "option"; readonly shape: Shape }
  /** No option has this tag. */
  | { readonly kind: "unknown"; readonly member: Member; readonly text: string }
  /** The object certainly has no tag. */
  | { readonly kind: "absent" };

/**
 * Reads the tag that selects an option of a union.
 *
 * @returns `undefined` if the union has no tags, or the value's tag is unknown.
 */
export function readTag(value: Value, { discriminator, options }: UnionShape): Tag | undefined {
  if (discriminator === undefined || value.kind !== "object") return undefined;
  const member = value.members.findLast(({ key }) => key === discriminator.property);
  if (member === undefined) return value.open ? undefined : { kind: "absent" };
  const text = member.presence === "always" && member.value.kind === "string" ? getScalarText(member.value) : undefined;
  if (text === undefined) return undefined;
  const index = discriminator.tags.get(text);
  if (index === undefined) return { kind: "unknown", member, text };
  const shape = options[index];
  return shape && { kind: "option", shape };
}

/** @returns the option that the value's tag selects. Returns any other shape, and a union without a usable tag, unchanged. */
export function withoutUnion(value: Value, shape: Shape): Shape {
  let chosen = shape;
  // An option may lead back to its own union.
  for (const seen = new Set<Shape>(); chosen.type === "union" && !seen.has(chosen);) {
    seen.add(chosen);
    const tag = readTag(value, chosen);
    if (tag?.kind !== "option") break;
    chosen = tag.shape;
  }
  return chosen;
}
