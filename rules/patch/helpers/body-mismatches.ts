import type { Report } from "../../../src/rule/define";
import { describeShape, listValues } from "../../../src/shape/describe";
import { printPath, type Mismatch, type NotAllowed, type UnknownField } from "../../../src/shape/mismatch";
import { findNear } from "../../../src/text/near";

type Words = Pick<Report, "message" | "data">;

/**
 * Describes a mismatch between a body and its shape.
 *
 * @param options.isFull whether the shape lists every field of the resource. If not, only misspelt fields are reported as unknown.
 * @returns `undefined` for mismatches that other rules report.
 */
export function describeMismatch(
  mismatch: Mismatch,
  method: string,
  { isFull }: { readonly isFull: boolean },
): Report | undefined {
  const { range } = mismatch;
  const path = printPath(mismatch.path);
  switch (mismatch.kind) {
    case "unknown": {
      const words = describeUnknown(mismatch, path);
      return words.message === "unknown" && !isFull ? undefined : { ...words, range };
    }
    case "type":
      // In a PATCH, `null` deletes the field; `no-required-null` checks whether that is allowed.
      if (method === "PATCH" && mismatch.value.kind === "null") return undefined;
      return {
        message: "type",
        data: { path, expected: describeShape(mismatch.expected), found: mismatch.found },
        range,
      };
    case "values":
      return { ...describeValues(mismatch, path), range };
    case "constraint":
      return {
        message: "constraint",
        data: { path, found: mismatch.violation.found, expected: mismatch.violation.expected },
        range,
      };
    default:
      return undefined;
  }
}

/** Bounds the values in a message. */
const mostValues = 12;

/** Lists the allowed values of a field, or those nearest to its value. */
export function describeValues({ text, allowed }: Pick<NotAllowed, "text" | "allowed">, path: string): Words {
  const near = findNear(text, allowed.map(String));
  if (near.length > 0)
    return { message: "nearValue", data: { path, near: near.map((each) => `\`${each}\``).join(" or ") } };
  return { message: "values", data: { path, allowed: listValues(allowed, mostValues) } };
}

function describeUnknown({ member, owner, near }: UnknownField, path: string): Words {
  const [first, ...rest] = member.key.split(".");
  const outer = first === undefined ? undefined : owner.fields.get(first);
  if (
    outer &&
    rest.length > 0 &&
    (outer.shape.type === "object" || outer.shape.type === "map" || outer.shape.type === "any")
  ) {
    return { message: "dotted", data: { path, nested: nest([outer.name, ...rest]) } };
  }
  const [only] = near;
  return only && near.length === 1
    ? { message: "near", data: { path, near: only.name } }
    : { message: "unknown", data: { path } };
}

/** Formats nested keys: `a: { b: … }`. */
function nest([first, ...rest]: readonly string[]): string {
  return rest.length === 0 ? `${first ?? ""}: …` : `${first ?? ""}: { ${nest(rest)} }`;
}
