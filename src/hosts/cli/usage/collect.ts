import { getTokenTypes } from "../../../../rules/permissions/helpers/token-types";
import type { PermissionEntry } from "../../../contract/contract";
import type { Endpoint } from "../../../contract/description/endpoint";
import { findEndpoints } from "../../../contract/permissions/endpoints";
import { describeRequest, type Description } from "../../../request/questions/describe";
import { findRequestEndpoints } from "../../../request/questions/endpoint";
import { isMapped } from "../../../request/questions/predicates";
import type { Request } from "../../../request/request";
import { findDeprecated } from "../../../usage/deprecated";
import { partsOf } from "../../../usage/in-request";
import { joinCalls } from "../../../usage/join-calls";
import type { Call, FilePosition, UsedPermission } from "../../../usage/usage";
import { isWrapper } from "../compared/call-sites";
import type { AnalysedFile } from "../requests/analyse";
import { keyOf } from "../requests/callers";
import { functionAround } from "./function-around";

/** An endpoint that a call surely goes to. */
export interface Target {
  /** `GET /widgets/{id}`. */
  readonly key: string;
  readonly endpoint?: Endpoint;
  readonly permissions: readonly UsedPermission[];
}

/** Where a call goes, as far as the contract and the code tell. */
type Aim =
  | { readonly kind: "endpoints"; readonly targets: readonly Target[] }
  | { readonly kind: "unclear"; readonly candidates: readonly string[] }
  | { readonly kind: "unlisted" }
  | { readonly kind: "unknown"; readonly reason: string }
  /** The path is what its callers hand in; those that are seen are calls of their own. */
  | { readonly kind: "wrapper" };

/** A request of the code, and where it goes. */
export interface Found {
  readonly call: Call;
  readonly aim: Exclude<Aim, { kind: "wrapper" }>;
  /** Keys of the calls that lead to the request, from this call on, from the next one on, and so on. */
  readonly calls: readonly string[];
}

/**
 * Collects what a file sends to the service.
 *
 * @param client the package or repository that holds the file.
 */
export function collectFile(file: AnalysedFile, client: string, nameOf: (path: string) => string): readonly Found[] {
  const { contract, facts } = file.project;
  return file.analysis.requests.flatMap((request): Found[] => {
    if (request.target.service === "no" && !isMapped(request)) return [];
    const description = describeRequest(request, contract, facts);
    const aim = aimOf(file, request, description);
    if (aim.kind === "wrapper") return [];
    const call = withDeprecated(callOf(file, request, description, { client, nameOf }), request);
    const calls = request.calls.map((_, index) => keyOf(request.calls.slice(index)));
    return [{ call: aim.kind === "unknown" ? withReason(call, aim.reason) : call, aim, calls }];
  });
}

function withDeprecated(call: Call, { described }: Request): Call {
  const deprecated = described?.endpoint ? findDeprecated(call, described.endpoint) : [];
  return deprecated.length > 0 ? { ...call, deprecated } : call;
}

function withReason(call: Call, reason: string): Call {
  return call.unknown.some(({ part }) => part === "path" || part === "method")
    ? call
    : { ...call, unknown: [{ part: "path", reason }, ...call.unknown] };
}

function callOf(
  file: AnalysedFile,
  request: Request,
  { method, path, gaps }: Description,
  { client, nameOf }: { readonly client: string; readonly nameOf: (path: string) => string },
): Call {
  const { lines, sourceFile, ts, analysis, project } = file;
  const start = lines.positionAt(request.range.start);
  const end = lines.positionAt(request.range.end);
  const around = functionAround(ts, sourceFile, request.range.start);
  const types = getTokenTypes(request, project.facts, analysis.requests).map(({ type }) => type);
  const through = request.calls.slice(1).flatMap(({ fileName, offset }): FilePosition[] => {
    const tree = file.codebase.sources.file(fileName);
    const at = tree?.getLineAndCharacterOfPosition(offset);
    return at ? [{ file: nameOf(fileName), line: at.line + 1, column: at.character + 1 }] : [];
  });
  return {
    client,
    file: nameOf(file.path),
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    ...(around !== undefined && { function: around }),
    ...(through.length > 0 && { through }),
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    tokens: [...new Set(types)],
    ...partsOf(request, (offset) => lines.positionAt(offset)),
    unknown: gaps,
  };
}

function aimOf({ project }: AnalysedFile, request: Request, description: Description): Aim {
  const { contract, facts } = project;
  const match = findRequestEndpoints(request, contract, facts);
  const [gap] = description.gaps.filter(({ part }) => part === "method" || part === "path");
  if (match === undefined)
    return isWrapper(request, gap?.reason)
      ? { kind: "wrapper" }
      : { kind: "unknown", reason: gap?.reason ?? "not known" };
  if (request.target.service === "unknown")
    return { kind: "unknown", reason: "it is not known whether the call goes to the service" };
  const { described } = request;
  const inMap = match.listed ? match.endpoints.map(targetOf) : [];
  if (described?.endpoint) {
    const { endpoint } = described;
    const permissions = inMap.flatMap((target) => target.permissions);
    return { kind: "endpoints", targets: [{ key: `${endpoint.method} ${endpoint.path}`, endpoint, permissions }] };
  }
  if (described && described.isUnlisted !== true) {
    const inList = findEndpoints(described.list, match.method, described.paths, facts.aliases);
    return { kind: "unclear", candidates: keysOf([...inList.entries, ...inList.possible]) };
  }
  if (inMap.length > 0) return { kind: "endpoints", targets: inMap };
  return match.possible.length > 0 ? { kind: "unclear", candidates: keysOf(match.possible) } : { kind: "unlisted" };
}

function keysOf(entries: readonly PermissionEntry[]): readonly string[] {
  return [...new Set(entries.map(({ method, path }) => `${method} ${path}`))];
}

function targetOf(entries: readonly PermissionEntry[]): Target {
  const [first] = entries;
  return {
    key: first ? `${first.method} ${first.path}` : "",
    permissions: entries.map(({ scope, category, access, tokens }) => ({ scope, category, access, tokens })),
  };
}

/**
 * @returns the calls that count: a function's own request does not where calls of the function are seen, which tell more; what is sent at one place on
 *   several ways is one call.
 */
export function effectiveCalls(found: readonly Found[]): readonly Found[] {
  const outer = new Set(found.flatMap(({ calls }) => calls.slice(1)));
  const byPlace = new Map<string, Found>();
  for (const each of found) {
    const [own = ""] = each.calls;
    if (outer.has(own)) continue;
    const { file, line, column, method, path } = each.call;
    const key = JSON.stringify([file, line, column, method, path, aimKey(each)]);
    const known = byPlace.get(key);
    byPlace.set(key, known ? { ...known, call: joinCalls(known.call, each.call) } : each);
  }
  return [...byPlace.values()];
}

function aimKey({ aim }: Found): string {
  return aim.kind === "endpoints" ? aim.targets.map(({ key }) => key).join(" ") : aim.kind;
}
