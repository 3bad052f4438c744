import { getScalarText } from "../shape/scalar";
import type { Range } from "../text/range";
import type { ObjectValue, Value } from "../value/value";

/** The file names that kustomize searches for in a folder. */
export const kustomizationNames: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** The patches that a kustomization applies to objects from elsewhere. */
export interface Patches {
  /** Paths of patch files, relative to the kustomization. */
  readonly paths: readonly string[];
  /** Ranges of patches written inline as literal blocks. */
  readonly inline: readonly Range[];
}

/**
 * Finds the patches that a kustomization names or contains. Each may be a part of an object, or a JSON Patch.
 *
 * @param text the file's text.
 * @returns `undefined` if the document is not a kustomization.
 */
export function getPatches(value: Value, text: string): Patches | undefined {
  if (value.kind !== "object" || !isKustomization(value)) return undefined;
  const patches = getElements(value, "patches").flatMap((patch) => (patch.kind === "object" ? [patch] : []));
  const merges = getElements(value, "patchesStrategicMerge");
  const named = [...patches.map((patch) => getMember(patch, "path")), ...merges];
  const written = [...patches.map((patch) => getMember(patch, "patch")), ...merges];
  return {
    paths: named.flatMap((entry) => (entry === undefined || isBlock(entry) ? [] : (getScalarText(entry) ?? []))),
    inline: written.flatMap((entry) => (entry === undefined ? [] : (getLiteral(entry, text) ?? []))),
  };
}

/** Whether an object is a kustomization. Kustomize adds apiVersion and kind if both are missing. */
function isKustomization(object: ObjectValue): boolean {
  const [apiVersion, kind] = [getMember(object, "apiVersion"), getMember(object, "kind")];
  if (apiVersion === undefined && kind === undefined) return true;
  return apiVersion !== undefined && getScalarText(apiVersion)?.startsWith("kustomize.config.k8s.io/") === true;
}

function getMember(object: ObjectValue, key: string): Value | undefined {
  return object.members.findLast((member) => member.key === key)?.value;
}

function getElements(object: ObjectValue, key: string): readonly Value[] {
  const list = getMember(object, key);
  return list?.kind === "array" ? list.elements.map((element) => element.value) : [];
}

function isBlock(value: Value): boolean {
  return value.kind === "string" && value.style === "block";
}

/**
 * @returns the range of a literal block's lines. A folded block is left out, because its content has other line breaks
 * than its source.
 */
export function getLiteral(value: Value, text: string): Range | undefined {
  const { start, end } = value.range;
  if (!isBlock(value) || value.anchor !== undefined || text[start] !== "|") return undefined;
  const lineEnd = text.indexOf("\n", start);
  return lineEnd < 0 || lineEnd >= end ? undefined : { start: lineEnd + 1, end };
}
