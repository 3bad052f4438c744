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
}

/** @returns what a change is called: where it is, and what it was and is. */
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

/** How many calls are hit, and how many may be. Each call counts once. */
export function countCalls({ breaking }: DiffReport): { readonly hit: number; readonly unknown: number } {
  const hit = new Set(breaking.flatMap((impact) => impact.hit.map(({ call }) => call)));
  const unknown = new Set(breaking.flatMap((impact) => impact.unknown.map(({ call }) => call)));
  return { hit: hit.size, unknown: [...unknown].filter((call) => !hit.has(call)).length };
}
