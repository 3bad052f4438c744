import type TS from "typescript";
import { getTokenTypes } from "../../../../rules/permissions/helpers/token-types";
import type { PermissionEntry } from "../../../contract/contract";
import type { Endpoint } from "../../../contract/description/endpoint";
import { findEndpoints } from "../../../contract/permissions/endpoints";
import { describeRequest, type Description } from "../../../request/derived/describe";
import { findRequestEndpoints } from "../../../request/derived/endpoint";
import { isMapped } from "../../../request/derived/predicates";
import { type Asking, keyOfCalls } from "../../../request/asking";
import type { Request } from "../../../request/request";
import { findDeprecated } from "../../../usage/deprecated";
import { type Counted, callsThatCount } from "../../../usage/calls-that-count";
import { type PositionOfRead, readsOf, sentBy } from "../../../usage/in-request";
import { joinCalls } from "../../../usage/join-calls";
import type { Call, FilePosition, Position, UsedPermission } from "../../../usage/usage";
import { isWrapper } from "../compared/call-sites";
import type { AnalysedFile } from "../requests/analyse";
import { functionAround } from "./function-around";
import { compareNames } from "../../../text/words";

/** An endpoint to which a call certainly goes. */
export interface Target {
  /** `GET /widgets/{id}`. */
  readonly key: string;
  readonly endpoint?: Endpoint;
  readonly permissions: readonly UsedPermission[];
}

/** Where a call goes, if the contract and the code tell. */
type Aim =
  | { readonly kind: "endpoints"; readonly targets: readonly Target[] }
  | { readonly kind: "unclear"; readonly candidates: readonly string[] }
  | { readonly kind: "unlisted" }
  | { readonly kind: "unknown"; readonly reason: string }
  /** The callers supply the path; known callers are listed as calls of their own. */
  | { readonly kind: "wrapper" };

/** A request in code, and where it goes. */
export interface Found extends Counted<Found> {
  readonly call: Call;
  readonly aim: KnownAim;
}

type KnownAim = Exclude<Aim, { kind: "wrapper" }>;

/** How calls and files are named, and which are listed. */
export interface Naming {
  /** The package or repository that holds the files. */
  readonly client: string;
  readonly nameOf: (path: string) => string;
  /** @returns whether calls in a file are listed. Called after all files are known. */
  readonly isLookedAt: (path: string) => boolean;
}

/** Collects the requests of a file to the service. */
export function collectFile(file: AnalysedFile, naming: Naming): readonly Found[] {
  const { contract, facts } = file.project;
  return file.analysis.requests.flatMap((request): Found[] => {
    const { asking } = request;
    if (!asking || (request.target.service === "no" && !isMapped(request))) return [];
    const description = describeRequest(request, contract, facts);
    const aim = aimOf(file, request, description);
    if (aim.kind === "wrapper") return [];
    const parts = callOf(file, request, description);
    const sent = aim.kind === "unknown" ? withReason(parts, aim.reason) : parts;
    return [foundAt({ ...asking, range: request.range }, { file, request, naming, sent, aim })];
  });
}

/** Shared by all calls that send the same request. */
interface Common {
  readonly file: AnalysedFile;
  readonly request: Request;
  readonly naming: Naming;
  readonly sent: SentParts;
  readonly aim: KnownAim;
}

type SentParts = Omit<Call, "client" | "file" | "line" | "column" | "endLine" | "endColumn">;

function foundAt(asking: Asking, common: Common): Found {
  const { file, request, naming, sent, aim } = common;
  const { ts, codebase } = file;
  const { sourceFile, range } = asking;
  const own = sourceFile === file.sourceFile;
  const positionAt = (offset: number): Position =>
    own ? file.lines.positionAt(offset) : positionIn(sourceFile, offset);
  const end = positionAt(range.end);
  const around = functionAround(ts, sourceFile, range.start);
  const through = asking.calls.slice(1).flatMap(({ fileName, offset }): FilePosition[] => {
    const tree = codebase.sources.file(fileName);
    return tree ? [{ file: naming.nameOf(fileName), ...positionIn(tree, offset) }] : [];
  });
  const positionOf: PositionOfRead = (node, at) => {
    const tree = node?.getSourceFile() ?? sourceFile;
    return tree === sourceFile || !node
      ? positionAt(at.start)
      : { file: naming.nameOf(tree.fileName), ...positionIn(tree, node.getStart()) };
  };
  const reads = readsOf({ reads: asking.reads, response: request.response }, positionOf);
  const call: Call = {
    client: naming.client,
    file: naming.nameOf(own ? file.path : sourceFile.fileName),
    ...positionAt(range.start),
    endLine: end.line,
    endColumn: end.column,
    ...(around !== undefined && { function: around }),
    ...(through.length > 0 && { through }),
    ...sent,
    ...(reads && { reads }),
  };
  return {
    call: withDeprecated(call, request),
    aim,
    calls: asking.calls.map((_, index) => keyOfCalls(asking.calls.slice(index))),
    passesOn: asking.passesOn,
    // If it is unknown where a call goes, its callers add nothing.
    askers: () =>
      aim.kind === "unknown"
        ? []
        : asking.askers().flatMap((each) => (naming.isLookedAt(each.sourceFile.fileName) ? foundAt(each, common) : [])),
  };
}

function positionIn(sourceFile: TS.SourceFile, offset: number): Position {
  const { line, character } = sourceFile.getLineAndCharacterOfPosition(offset);
  return { line: line + 1, column: character + 1 };
}

function withDeprecated(call: Call, { described }: Request): Call {
  const deprecated = described?.endpoint ? findDeprecated(call, described.endpoint) : [];
  return deprecated.length > 0 ? { ...call, deprecated } : call;
}

function withReason(call: SentParts, reason: string): SentParts {
  return call.unknown.some(({ part }) => part === "path" || part === "method")
    ? call
    : { ...call, unknown: [{ part: "path", reason }, ...call.unknown] };
}

function callOf({ project, analysis }: AnalysedFile, request: Request, { method, path, gaps }: Description): SentParts {
  const types = getTokenTypes(request, project.facts, analysis.requests).map(({ type }) => type);
  return {
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    tokens: [...new Set(types)],
    ...sentBy(request),
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
    const candidates = keysOf([...inList.entries, ...inList.possible]);
    // No candidate: the endpoint exists without being listed, such as HEAD.
    return candidates.length > 0 ? { kind: "unclear", candidates } : { kind: "unlisted" };
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

/** @returns the calls to list. Several requests at one place are one call. */
export function effectiveCalls(found: readonly Found[]): readonly Found[] {
  const byPlace = new Map<string, Found>();
  for (const each of callsThatCount(found)) {
    const { file, line, column, method, path } = each.call;
    const key = JSON.stringify([file, line, column, method, path, aimKey(each)]);
    const known = byPlace.get(key);
    byPlace.set(key, known ? { ...known, call: joinCalls(known.call, each.call) } : each);
  }
  return [...byPlace.values()].sort(
    ({ call: one }, { call: other }) =>
      compareNames(one.file, other.file) || one.line - other.line || one.column - other.column,
  );
}

function aimKey({ aim }: Found): string {
  return aim.kind === "endpoints" ? aim.targets.map(({ key }) => key).join(" ") : aim.kind;
}
