import type TS from "typescript";
import type { Codebase } from "../../../analysis/codebase";
import type { FoundSite } from "../../../clients/evaluation";
import type { Request } from "../../../request/request";
import type { LineTable } from "../../../text/lines";
import type { ListedRequest } from "./callers";

/** A file that was analysed, and the calls from which its requests were reached. */
export interface LookedAt {
  readonly path: string;
  readonly name: string;
  readonly codebase: Codebase;
  readonly lines: LineTable;
  readonly requests: readonly Pick<Request, "calls">[];
}

const reason = "this call was found by the request graph alone: its values were not followed";

/**
 * Lists the call sites of the request graph for which the analysis has found no request, so that nothing is lost in silence.
 *
 * @param files those that were analysed.
 */
export function listGraphSites(files: readonly LookedAt[]): readonly ListedRequest[] {
  const covered = new Set(
    files.flatMap(({ requests }) =>
      requests.flatMap(({ calls }) => calls.map(({ fileName, offset }) => `${fileName}:${offset}`)),
    ),
  );
  return files.flatMap((file) => {
    const { codebase } = file;
    const tree = codebase.sources.file(file.path);
    if (!tree) return [];
    return codebase.engine
      .sitesOf(tree)
      .filter(({ node }) => !covered.has(`${tree.fileName}:${node.getStart(tree)}`))
      .map((site) => describeSite(file, site, tree));
  });
}

function describeSite(
  { name, lines }: LookedAt,
  { node, client, method, url }: FoundSite,
  tree: TS.SourceFile,
): ListedRequest {
  const { line, column } = lines.positionAt(node.getStart(tree));
  const { origin, path, query } = partUrl(url ?? "");
  const mayHaveBody = method !== "GET" && method !== "HEAD";
  const unknown = [
    ...(method === undefined ? ["method" as const] : []),
    ...(path === undefined ? ["path" as const] : []),
    "query" as const,
    "headers" as const,
    ...(mayHaveBody ? ["body" as const] : []),
  ];
  return {
    file: name,
    line,
    column,
    client,
    method,
    path,
    origin,
    service: "unknown",
    endpoint: undefined,
    query,
    headers: [],
    body: mayHaveBody ? "unknown unknown" : undefined,
    selector: undefined,
    gaps: unknown.map((part) => ({ part, reason })),
  };
}

/** @returns the parts of a URL's text, in which `{name}` stands for what is not known. */
function partUrl(url: string): Pick<ListedRequest, "origin" | "path" | "query"> {
  // What is not known right behind a path's last word is a query, if anything.
  const [address = "", search] = url
    .replace(/(?<=[\w}])(?:\{(?:|\w*[qQ]uery\w*|\w*[pP]arams|search)\})+$/u, "")
    .split("?", 2);
  const query = (search ?? "").split("&").flatMap((pair) => /^[\w.[\]-]+(?==)/u.exec(pair) ?? []);
  const [, origin, rest = ""] = /^(https?:\/\/[^/]*|(?:\{[^{}]*\})+(?:\/\/\{[^{}]*\})?)?(.*)$/su.exec(address) ?? [];
  // What is unknown as a whole is no path.
  const isPath = /[^/{}]/u.test(rest.replace(/\{[^{}]*\}/gu, ""));
  return {
    origin,
    path: isPath
      ? rest.replace(/^(?:\.\/)?(?=[\w-])/u, origin === undefined ? "" : "/").replace(/^\.(?=\/)/u, "")
      : undefined,
    query,
  };
}
