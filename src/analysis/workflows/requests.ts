import type { PermissionEntry } from "../../contract/contract";
import { categoryOfWorkflow } from "../../contract/permissions/workflow-names";
import type { Grants } from "../../contract/permissions/grants";
import type { Request } from "../../request/request";
import { unknown } from "../../request/drafts/objects";
import { stringOf, textPart } from "../../request/drafts/strings";
import type { Range } from "../../text/range";
import type { StringPart } from "../../value/value";
import type { StepCall } from "./calls";

/** @returns a request to GitHub for a step's call, with known method and path; all else is unknown. */
export function requestOf(
  { client, method, path, range, needs }: StepCall,
  id: number,
  granted: Grants | undefined,
): Request {
  const nothing = unknown("what a workflow sends", range);
  return {
    id,
    client,
    range,
    calls: [],
    anchor: range,
    method: stringOf([textPart(method, range)], range),
    target: {
      path: stringOf(partsOf(path, range), range),
      service: "no",
      others: { name: "GitHub", mapped: true },
    },
    query: nothing,
    headers: nothing,
    defaults: { contentType: false, acceptEncoding: "unknown", userAgent: "unknown", unseenHeaders: true },
    token: { ...unknown("the workflow's token", range), origin: { trail: ["GITHUB_TOKEN"] } },
    earlier: [],
    tagsInScope: [],
    granted: granted ?? "unknown",
    ...(needs && { needs: needs.map((need) => entryOf(need, method, path)) }),
  };
}

function entryOf(need: string, method: string, path: string): PermissionEntry {
  const [name = "", access = "read"] = need.split(": ");
  const level = access === "write" ? "write" : "read";
  return {
    scope: "repository",
    category: categoryOfWorkflow(name),
    access: level,
    method,
    path,
    tokens: [],
    additional: false,
  };
}

/**
 * @returns the texts and holes of a path. All have the range of the whole call, because their own ranges are unknown.
 */
function partsOf(path: string, range: Range): readonly StringPart[] {
  return path.split(/(\{[^}]*\})/u).flatMap((piece): StringPart[] => {
    if (piece === "") return [];
    if (piece.startsWith("{")) return [{ kind: "hole", value: unknown(`parameter \`${piece.slice(1, -1)}\``, range) }];
    return [{ ...textPart(piece, range), elsewhere: true }];
  });
}
