import type { Impact } from "../../../changes/affected";
import type { Change } from "../../../changes/change";
import type { Usage } from "../../../usage/usage";

/** The changes between two versions, with the calls and documents that each breaks. */
export interface DiffReport {
  readonly older: string;
  readonly newer: string;
  /** Breaking changes, each with the calls of its endpoint. */
  readonly breaking: readonly Impact[];
  readonly safe: readonly Change[];
  readonly usage: Usage;
  /** The noun for the affected items: calls of endpoints, documents of kinds, or both. */
  readonly subject: "call" | "document" | "place";
}

/** @returns the title of a change: its place, and its old and new state. */
export function describeChange({ part, place, was, now }: Change): string {
  const where = part === "endpoint" ? "" : place === "" ? part : `${part} \`${place}\``;
  const words =
    was !== undefined && now !== undefined ? `${was} → ${now}` : was !== undefined ? `was ${was}` : (now ?? "");
  return [where, words].filter((text) => text !== "").join(": ");
}

/** @returns a key of a change that is stable across runs. */
export function keyOf({ id, endpoint, part, place, was = "", now = "" }: Change): string {
  return [id, endpoint, part, place, was, now].join(" ").trim();
}

/** Counts the calls and documents that are affected and that may be affected, each once. */
export function countSites({ breaking }: DiffReport): { readonly hit: number; readonly unknown: number } {
  const hit = new Set(breaking.flatMap((impact) => impact.hit.map(({ site }) => site)));
  const unknown = new Set(breaking.flatMap((impact) => impact.unknown.map(({ site }) => site)));
  return { hit: hit.size, unknown: [...unknown].filter((site) => !hit.has(site)).length };
}
