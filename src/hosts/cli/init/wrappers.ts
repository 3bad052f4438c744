import { analyseFiles } from "../requests/analyse";
import { unseenIn } from "../requests/list";
import { groupUnseen, type LocatedUnseen, type UnseenCallee } from "../requests/unseen";

/** A function that is called less often is no way by which a program sends its requests. */
const fewestCalls = 2;

/** Larger repositories take longer than somebody waits for a proposal. */
const mostFiles = 400;

/**
 * Finds functions that look as if they sent requests and into which nobody sees, by the source alone.
 *
 * @returns those with the most calls first; `undefined` where there is too much code to look at.
 */
export function findWrappers(folder: string, codeFiles: number): readonly UnseenCallee[] | undefined {
  if (codeFiles > mostFiles) return undefined;
  const calls: LocatedUnseen[] = [];
  // What cannot be read is told by `restraint check`.
  analyseFiles(["."], { cwd: folder, types: false }, (file) => calls.push(...unseenIn(file)));
  return groupUnseen(calls).filter(({ count }) => count >= fewestCalls);
}
