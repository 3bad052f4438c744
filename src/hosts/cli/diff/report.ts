import type { Impact } from "../../../changes/affected";
import type { Change } from "../../../changes/change";
import type { Usage } from "../../../usage/usage";

/** What has changed between two versions, and whom it breaks. */
export interface DiffReport {
  readonly older: string;
  readonly newer: string;
  /** Those that break something, each with the calls of its endpoint. */
  readonly breaking: readonly Impact[];
  readonly safe: readonly Change[];
  readonly usage: Usage;
  /** What is hit: calls of endpoints, documents of kinds, or either. */
  readonly subject: "call" | "document" | "place";
}

/** @returns the title of a change: its place, the old and the new state. */
export function describeChange({ part, place, was, now }: Change): string {
  const where = part === "endpoint" ? "" : place === "" ? part : `${part} \`${place}\``;
  const words =
    was !== undefined && now !== undefined ? `${was} → ${now}` : was !== undefined ? `was ${was}` : (now ?? "");
  return [where, words].filter((text) => text !== "").join(": ");
}

/** @returns a name of a change that stays the same from run to run. */
export function keyOf({ id, endpoint, part, place, was = "", now = "" }: Change): string {
  return [id, endpoint, part, place, was, now].join(" ").trim();
}

/** How many calls and documents are hit, and how many may be. Each counts once. */
export function countSites({ breaking }: DiffReport): { readonly hit: number; readonly unknown: number } {
  const hit = new Set(breaking.flatMap((impact) => impact.hit.map(({ site }) => site)));
  const unknown = new Set(breaking.flatMap((impact) => impact.unknown.map(({ site }) => site)));
  return { hit: hit.size, unknown: [...unknown].filter((site) => !hit.has(site)).length };
}
