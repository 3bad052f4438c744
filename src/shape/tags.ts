import type { Member, Value } from "../value/value";
import { getScalarText } from "./scalar";
import type { Shape, UnionShape } from "./shape";

/** What the tag of a value says of the option that is meant for it. */
export type Tag =
  | { readonly kind: "option"; readonly shape: Shape }
  /** No option has this tag. */
  | { readonly kind: "unknown"; readonly member: Member; readonly text: string }
  /** The object surely has no tag. */
  | { readonly kind: "absent" };

/**
 * Reads the tag of a value, which tells what option of a union is meant.
 *
 * @returns `undefined` where the union has no tags, and where the value's is not known.
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

/** @returns the option of a union that the value's tag names; any other shape, and a union where nothing tells, as it is. */
export function withoutUnion(value: Value, shape: Shape): Shape {
  let chosen = shape;
  // A document may be written so that an option leads back to its union.
  for (const seen = new Set<Shape>(); chosen.type === "union" && !seen.has(chosen);) {
    seen.add(chosen);
    const tag = readTag(value, chosen);
    if (tag?.kind !== "option") break;
    chosen = tag.shape;
  }
  return chosen;
}
