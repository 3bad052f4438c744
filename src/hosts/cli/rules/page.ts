import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { byId } from "../../../../rules";
import { findNear } from "../../../text/near";
import { packageRoot } from "../../shared/package/root";
import { UsageError } from "../exit";

/**
 * Reads a rule's documentation page from this installation.
 *
 * @throws UsageError if there is no such rule, or its page is missing.
 */
export function readPage(id: string): string {
  if (!byId.has(id)) {
    const near = findNear(id, byId.keys());
    const advice = near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "`restraint rules` lists them.";
    throw new UsageError(`there is no rule ${id}. ${advice}`);
  }
  const page = join(packageRoot(), "docs/rules", `${id}.md`);
  if (!existsSync(page)) throw new UsageError(`the page of ${id} is missing from this installation.`);
  // Removes the comments that mark the generated part.
  return readFileSync(page, "utf8").replace(/^<!--.*-->\n+/gmu, "");
}
