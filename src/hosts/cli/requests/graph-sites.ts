import type TS from "typescript";
import type { Facts } from "../../../contract/configuration";
import { RequestGraph } from "../../../graph/flow/request-graph";
import { type Site, Sites } from "../../../graph/sites/sites";
import { createLibrary } from "../../../request/library";
import type { Request } from "../../../request/request";
import type { LineTable } from "../../../text/lines";
import { Codebases } from "../../shared/sources/codebases";
import type { ListedRequest } from "./callers";

/** A file that was analysed, and the calls from which its requests were reached. */
export interface LookedAt {
  readonly path: string;
  readonly name: string;
  readonly facts: Facts;
  readonly lines: LineTable;
  readonly requests: readonly Pick<Request, "calls">[];
}

/** Of a larger project the graph is made of the files alone that are listed, and what they import. */
const mostFiles = 6_000;

const reason = "this call was found by the request graph alone: its values were not followed";

/**
 * Lists the call sites of the request graph for which the analysis has found no request, so that nothing is lost in silence.
 *
 * @param files those that were analysed.
 */
export function listGraphSites(ts: typeof TS, files: readonly LookedAt[]): readonly ListedRequest[] {
  const [first] = files;
  if (!first) return [];
  const { sources } = new Codebases(ts).of(first.path, first.facts);
  const graph = new RequestGraph(ts, createLibrary(ts, first.facts, sources), sources);
  const all = sources.all?.() ?? [];
  const names = [...(all.length <= mostFiles ? all : []), ...files.map(({ path }) => path)];
  graph.add([...new Set(names)].flatMap((name) => sources.file(name) ?? []));
  const sites = new Sites(ts, graph, sources);
  const covered = new Set(
    files.flatMap(({ requests }) =>
      requests.flatMap(({ calls }) => calls.map(({ fileName, offset }) => `${fileName}:${offset}`)),
    ),
  );
  return files.flatMap((file) => {
    const tree = sources.file(file.path);
    if (!tree) return [];
    return sites
      .of(tree)
      .filter(({ node }) => !covered.has(`${tree.fileName}:${node.getStart(tree)}`))
      .map((site) => describeSite(file, site, tree));
  });
}

function describeSite(
  { name, lines }: LookedAt,
  { node, client, method, url }: Site,
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
