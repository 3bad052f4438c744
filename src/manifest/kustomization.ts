import { getScalarText } from "../shape/scalar";
import type { Range } from "../text/range";
import type { ObjectValue, Value } from "../value/value";

/** What kustomize looks for in a folder. */
export const kustomizationNames: readonly string[] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** The patches that a kustomization applies to the objects that it takes from elsewhere. */
export interface Patches {
  /** Of files, relative to the kustomization. */
  readonly paths: readonly string[];
  /** Where patches stand that are written into it: the content of literal blocks. */
  readonly inline: readonly Range[];
}

/**
 * Finds the patches that a document names or holds, where it is a kustomization. Each may be a part of an object, or a JSON Patch.
 *
 * @param text the file's text.
 * @returns `undefined` where the document is no kustomization.
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

/** kustomize fills in apiVersion and kind where both are left out. */
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

/** @returns the lines of a literal block. A folded one has other line breaks than its source, and is not looked into. */
export function getLiteral(value: Value, text: string): Range | undefined {
  const { start, end } = value.range;
  if (!isBlock(value) || value.anchor !== undefined || text[start] !== "|") return undefined;
  const lineEnd = text.indexOf("\n", start);
  return lineEnd < 0 || lineEnd >= end ? undefined : { start: lineEnd + 1, end };
}
