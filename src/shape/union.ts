import type { Member, Value } from "../value/value";
import type { Mismatch } from "./mismatch";
import { getPath, inside, type Position } from "./position";
import type { Discriminator, Shape, UnionShape } from "./shape";
import { readTag } from "./tags";

/**
 * Checks a value against the option of a union that its tag selects, or else against the nearest option.
 *
 * @param check finds the mismatches between the value and an option.
 * @returns `undefined` if no option has the value's type.
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
  if (results.some((found) => mayFit(found, results))) return [];
  const untagged =
    tag?.kind === "absent" ? results.map((found) => found.find((each) => isAbout(each, discriminator?.property))) : [];
  // Without the tag, the other required fields are unknown.
  if (untagged[0] !== undefined && !untagged.includes(undefined)) return [untagged[0]];
  return results
    .filter((found) => !found.some((mismatch) => mismatch.kind === "type" && mismatch.value === value))
    .reduce<readonly Mismatch[] | undefined>(
      (best, found) => (best && best.length <= found.length ? best : found),
      undefined,
    );
}

/** Whether a value may still fit an option: every mismatch is an unknown member that may be absent, and that another option has. */
function mayFit(found: readonly Mismatch[], results: readonly (readonly Mismatch[])[]): boolean {
  return found.every(
    (mismatch) =>
      mismatch.kind === "unknown" &&
      mayBeAbsent(mismatch.member) &&
      results.some((other) => !other.some((each) => each.kind === "unknown" && each.member === mismatch.member)),
  );
}

/** JSON omits `undefined` members. */
function mayBeAbsent({ presence, value }: Member): boolean {
  if (presence === "maybe" || value.kind === "unknown" || value.kind === "undefined") return true;
  return value.kind === "alternatives" && value.options.some(({ kind }) => kind === "undefined" || kind === "unknown");
}

function unknownTag(member: Member, text: string, { tags, implicit }: Discriminator, place: Position): Mismatch {
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
    allowed: [...tags.keys()].filter((tag) => implicit?.has(tag) !== true),
  };
}

/** Whether a mismatch is about a field of this name: the field is missing, or a member has a similar name. */
function isAbout(mismatch: Mismatch, name: string | undefined): boolean {
  if (mismatch.kind === "missing") return mismatch.field.name === name;
  return mismatch.kind === "unknown" && mismatch.near.some((field) => field.name === name);
}
