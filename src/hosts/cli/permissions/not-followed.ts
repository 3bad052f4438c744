import type { Facts } from "../../../contract/configuration";
import { basesOf } from "../../../request/base-urls";
import { stringOf, textPart } from "../../../request/drafting/strings";
import { findPublicApi } from "../../../request/public-apis";
import { locate } from "../../../request/target";
import type { ListedRequest } from "../requests/callers";
import { listGraphSites, type LookedAt } from "../requests/graph-sites";
import type { Gap } from "./collect";

/**
 * Finds calls that send requests and whose values nobody has followed: any of them may need a permission.
 *
 * @param files those that were analysed.
 * @param isReached whether what stands at an offset of a file counts.
 * @returns those that may go to the service, or to one whose endpoints the map lists.
 */
export function findNotFollowed(
  files: readonly LookedAt[],
  facts: Facts,
  isReached: (path: string, offset: number) => boolean,
): readonly Gap[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const counts = ({ file: name, line, column }: ListedRequest): boolean => {
    const file = byName.get(name);
    return file === undefined || isReached(file.path, file.lines.offsetAt({ line, column }));
  };
  return listGraphSites(files)
    .filter((site) => counts(site) && mayBeMapped(site, facts))
    .map(({ file, line, column, method, path }) => ({
      file,
      line,
      column,
      method,
      path,
      tokens: [],
      reason: "its values were not followed",
    }));
}

function mayBeMapped({ origin }: ListedRequest, facts: Facts): boolean {
  if (origin === undefined || origin.includes("{")) return true;
  const at = { start: 0, end: 0 };
  const url = stringOf([textPart(`${origin}/`, at)], at);
  const { target } = locate({ url, join: "append", ownsRelative: false }, basesOf(facts), at);
  return target.service !== "no" || findPublicApi(origin.replace(/^https?:\/\//iu, ""))?.mapped === true;
}
