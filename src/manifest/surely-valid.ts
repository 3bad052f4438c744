import { textSurelyFits } from "../shape/fits-text";
import type { ObjectShape } from "../shape/shape";
import type { Range } from "../text/range";
import { mayHold } from "./holders";
import type { KnownKind, KnownKinds } from "./known-kinds";
import { isReleasedIn } from "./versions";

/** Whether a kind of Gateway API has more requirements than its schema: see `require-kind-fields`. */
export function isRoute(kind: string): boolean {
  return kind === "HTTPRoute" || kind === "GRPCRoute";
}

/** Matches the usual start of a manifest: unindented apiVersion and kind, in either order, without quotes. */
const head =
  /(?:---[ \t]*\r?\n)?(?:[ \t]*(?:#[^\n]*)?\n)*(?:apiVersion: *([\w./-]+) *\r?\nkind: *(\w+) *\r?\n|kind: *(\w+) *\r?\napiVersion: *([\w./-]+) *\r?\n)/y;

/**
 * A quick check of one document in a YAML text.
 *
 * @returns true only if it is one manifest of a known kind on which no rule can report; false proves nothing.
 */
export function isSurelyValid(text: string, { start, end }: Range, known: KnownKinds): boolean {
  head.lastIndex = start;
  const found = head.exec(text);
  if (found === null || head.lastIndex > end) return false;
  const [, version = found[4] ?? "", name = found[3] ?? ""] = found;
  if (isAskedMore(name)) return false;
  const kinds = known.kinds.get(name) ?? [];
  const kind = kinds.find((each) => isOf(each, version, known));
  // If the group has no name, fields decide between several kinds.
  if (kind === undefined || (kinds.length > 1 && kind.group.name === undefined)) return false;
  // An unindented line begins a key of the root, like the first keys.
  if (kind.group.name === undefined && !(isToldByFields(kind.shape) && text.slice(start, end).includes("\nspec:")))
    return false;
  const groupVersion = kind.group.version;
  return textSurelyFits(text, start, end, kind.shape, isReleasedIn(groupVersion));
}

/** Whether rules check more of a kind than its schema does. */
function isAskedMore(kind: string): boolean {
  return mayHold(kind) || isRoute(kind);
}

function isOf({ group }: KnownKind, apiVersion: string, known: KnownKinds): boolean {
  const slash = apiVersion.lastIndexOf("/");
  const name = apiVersion.slice(0, Math.max(slash, 0));
  if (!group.apiVersions.includes(apiVersion.slice(slash + 1))) return false;
  return group.name === undefined ? !known.groups.has(name) : group.name === name;
}

const told = new WeakMap<ObjectShape, boolean>();

/**
 * Whether every object with a valid `spec` has a distinctive field, which identifies its kind if the group has no name.
 */
function isToldByFields(shape: ObjectShape): boolean {
  let isTold = told.get(shape);
  if (isTold === undefined) {
    const spec = shape.fields.get("spec")?.shape;
    const resource = spec?.type === "object" ? spec.fields.get("resource") : undefined;
    isTold =
      resource?.required === true &&
      resource.shape.type === "object" &&
      [...resource.shape.fields.values()].some((field) => field.required);
    told.set(shape, isTold);
  }
  return isTold;
}
