import type { Member, Value } from "../value/value";
import type { Mismatch } from "./mismatch";
import { getPath, inside, type Position } from "./position";
import type { Discriminator, Shape, UnionShape } from "./shape";
import { readTag } from "./tags";

/**
 * Checks a value under a union: under the option that its tag names, or else under the one that it is nearest to.
 *
 * @param check finds in what the value does not fit an option.
 * @returns `undefined` where the value has the type of no option.
 */
export function checkUnion(
  value: Value,
  union: UnionShape,
  place: Position,
  check: (option: Shape) => readonly Mismatch[],
): readonly Mismatch[] | undefined {
  const tag = readTag(value, union);
  if (tag?.kind === "option") return check(tag.shape);
  const { options, discriminator } = union;
  if (tag?.kind === "unknown" && discriminator) return [unknownTag(tag.member, tag.text, discriminator, place)];
  const results: (readonly Mismatch[])[] = [];
  for (const option of options) {
    const found = check(option);
    if (found.length === 0) return found;
    results.push(found);
  }
  const untagged =
    tag?.kind === "absent" ? results.map((found) => found.find((each) => isAbout(each, discriminator?.property))) : [];
  // Without its tag, nothing tells what else the object must have.
  if (untagged[0] !== undefined && !untagged.includes(undefined)) return [untagged[0]];
  return results
    .filter((found) => !found.some((mismatch) => mismatch.kind === "type" && mismatch.value === value))
    .reduce<readonly Mismatch[] | undefined>(
      (best, found) => (best && best.length <= found.length ? best : found),
      undefined,
    );
}

function unknownTag(member: Member, text: string, { tags }: Discriminator, place: Position): Mismatch {
  const within = inside(place, member);
  const { value } = member;
  const { editable } = within;
  return {
    kind: "values",
    path: getPath(within),
    range: value.range,
    editable,
    value,
    text,
    allowed: [...tags.keys()],
  };
}

/** Whether a mismatch says that an object lacks a field: that it is missing, or has another name. */
function isAbout(mismatch: Mismatch, name: string | undefined): boolean {
  if (mismatch.kind === "missing") return mismatch.field.name === name;
  return mismatch.kind === "unknown" && mismatch.near.some((field) => field.name === name);
}
