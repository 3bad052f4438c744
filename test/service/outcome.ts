import { findDifference, type CaseHead } from "./seed";
import type { Mounted } from "./server";

/**
 * What became of a program's requests: a refusal (any 4xx), or the silent damage that the service's state shows; `undefined` where all is as
 * the author meant.
 */
export function whatWentWrong(mounted: Mounted, head: Pick<CaseHead, "intended" | "compressed">): string | undefined {
  const refused = mounted.answered.find(({ status }) => status >= 400);
  if (refused) return `refused ${refused.status}: ${refused.message ?? ""}`;
  for (const [path, intended] of Object.entries(head.intended)) {
    const difference = findDifference(intended, mounted.world.read(path), path);
    if (difference !== undefined) return `damaged: ${difference}`;
  }
  return head.compressed && mounted.answered.at(-1)?.gzip === false
    ? "damaged: the answer came uncompressed"
    : undefined;
}
