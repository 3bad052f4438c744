import type TS from "typescript";
import { describeRequest } from "../../../request/derived/describe";
import type { Request } from "../../../request/request";
import { type ExitStatus, exitStatus } from "../exit";
import { type AnalysedFile, type AnalyseOptions, analyseWatched } from "./analyse";
import { print, printMessages } from "../output";
import { findSdkCalls, type SdkCalls } from "../../shared/calls/of-sdks";
import { findUnseenCalls } from "../../shared/calls/unseen";
import { noSignatures, noteSignatures } from "./declared-places";
import { type FoundRequest, type ListedRequest, type Row, underTheirRequests } from "./callers";
import { groupBy } from "../../../text/groups";
import { describeUnseen, groupUnseen, type LocatedUnseen, suggestClients } from "./unseen";
import { visible } from "../../../text/visible";
import { walk } from "../../../syntax/walk";

export interface ListOptions extends AnalyseOptions {
  readonly format: string;
  /** Whether to print only a `clients:` block for calls that are not understood. */
  readonly suggest?: boolean;
}

/** The cost of the list: the nodes of the files, and the nodes visited by the analysis. */
interface Work {
  files: number;
  nodes: number;
  visited: number;
}

/**
 * Runs `restraint requests`: prints requests to stdout, and problems to stderr.
 *
 * @returns 2 if a file or the configuration could not be read, or the run was ended; otherwise 0, because an unknown
 * request is a result, not a problem.
 */
export async function listRequests(paths: readonly string[], options: ListOptions): Promise<ExitStatus> {
  const found: FoundRequest[] = [];
  const unseen: LocatedUnseen[] = [];
  const sdks = new Map<string, number>();
  const signatures = noSignatures();
  const work: Work = { files: 0, nodes: 0, visited: 0 };
  const { troubles, failed } = await analyseWatched(paths, options, (file) => {
    found.push(...listFile(file, work));
    unseen.push(...unseenIn(file));
    for (const each of sdksIn(file)) sdks.set(each.package, (sdks.get(each.package) ?? 0) + each.count);
    if (options.suggest === true) noteSignatures(file.ts, file.sourceFile, signatures);
  });
  printMessages(troubles);
  const requests = underTheirRequests(found);
  if (options.suggest === true) void print(visibleLines(suggestClients(unseen, signatures)));
  else void print(options.format === "json" ? toJson(requests, unseen, work) : toText(requests, unseen, sdks));
  return failed ? exitStatus.couldNotCheck : exitStatus.clean;
}

function placeOf({ file, line, column }: Pick<ListedRequest, "file" | "line" | "column">): string {
  return `${file}:${line}:${column}`;
}

/** @returns the calls of a file that look like requests but are not understood. */
export function unseenIn({ analysis, lines, name, sourceFile, ts }: AnalysedFile): LocatedUnseen[] {
  return findUnseenCalls(ts, sourceFile, analysis).map((call) => {
    const { line, column } = lines.positionAt(call.start);
    return { ...call, file: name, line, column };
  });
}

/** @returns calls of packages that send their requests themselves. */
function sdksIn({ codebase, path, sourceFile, ts }: AnalysedFile): readonly SdkCalls[] {
  return findSdkCalls(ts, sourceFile, (specifier) => codebase.sources.find(path, specifier) !== undefined);
}

function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

function listFile(file: AnalysedFile, work: Work): FoundRequest[] {
  const { analysis, name, sourceFile, ts } = file;
  work.files += 1;
  work.nodes += countNodes(ts, sourceFile);
  work.visited += analysis.work.nodes ?? 0;
  return analysis.requests.map((request) => findRequest(file, name, request));
}

function findRequest({ lines, project }: AnalysedFile, name: string, request: Request): FoundRequest {
  const { line, column } = lines.positionAt(request.range.start);
  const { contract, facts } = project;
  const description = describeRequest(request, contract, facts);
  return { listed: { file: name, line, column, ...description }, calls: request.calls };
}

function countNodes(ts: typeof TS, node: TS.Node): number {
  let count = 0;
  walk(ts, node, {}, (_, outer) => {
    count += 1;
    return outer;
  });
  return count;
}

function toJson(requests: readonly Row[], unseen: readonly LocatedUnseen[], work: Work): string {
  const summary = { callSites: countSites(requests), fullyKnown: countKnown(requests), unseen: unseen.length, work };
  return `${JSON.stringify({ requests, unseen: groupUnseen(unseen), summary }, null, 2)}\n`;
}

function describeHeaders({ headers, headersElsewhere }: Row): string {
  const all = [...headers, ...(headersElsewhere ? ["what is set elsewhere"] : [])];
  return all.length > 0 ? `headers   ${all.join(", ")}` : "";
}

function toText(requests: readonly Row[], unseen: readonly LocatedUnseen[], sdks: ReadonlyMap<string, number>): string {
  const origins = requests.flatMap(({ origin }) => (origin === undefined ? [] : [hostOf(origin)]));
  // An origin with a hole is not a known host.
  const hosts = [...new Set(origins.filter((origin) => !origin.includes("{")))].sort();
  const lines = requests.flatMap((request) => [
    `${request.file}:${request.line}:${request.column}  ${request.method ?? "?"} ${request.path ?? "?"}  (${request.client})`,
    ...[
      request.endpoint === undefined ? "" : `endpoint  ${request.endpoint}`,
      request.service === "yes"
        ? ""
        : request.service === "no"
          ? `not the service's: ${request.origin ?? "a relative URL"}`
          : `may be the service's: ${request.origin ?? "its base is not known"}`,
      request.query.length > 0 ? `query     ${request.query.join(", ")}` : "",
      describeHeaders(request),
      request.body === undefined ? "" : `body      ${request.body}`,
      request.selector === undefined ? "" : `reads     ${request.selector}`,
      ...request.gaps.map((gap) => `not known ${gap.part}: ${gap.reason}`),
      ...(request.callers ?? []).map((caller) => describeCaller(caller, request)),
    ].flatMap((line) => (line === "" ? [] : [`    ${line}`])),
  ]);
  const seen = hosts.length > 0 ? [`hosts seen: ${hosts.join(", ")}`] : [];
  return [
    ...lines,
    ...seen,
    `${countSites(requests)} call ${countSites(requests) === 1 ? "site" : "sites"}, ${countKnown(requests)} fully known`,
    ...describeUnseen(groupUnseen(unseen)),
    ...[...sdks].map(
      ([name, count]) => `${count} ${count === 1 ? "call" : "calls"} of ${name}, whose requests are not known`,
    ),
  ]
    .map((line) => `${visible(line)}\n`)
    .join("");
}

/** @returns an origin without the hole after its host name, which is part of the path. */
function hostOf(origin: string): string {
  return origin.replace(/^(https?:\/\/[\w.:-]*\w)\{[^{}]*\}$/u, "$1");
}

/** Describes a caller up the call chain, with the parts of the request that differ. */
function describeCaller({ file, line, column, path, body }: ListedRequest, request: Row): string {
  const more = [path === request.path ? undefined : path, body === request.body ? undefined : body];
  return ["from     ", `${file}:${line}:${column}`, ...more.flatMap((each) => each ?? [])].join(" ");
}

/** Groups requests by call site; a call site may send several, depending on its callers. */
function sitesOf(requests: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return groupBy(requests, placeOf);
}

function countSites(requests: readonly Row[]): number {
  return sitesOf(requests).size;
}

function countKnown(requests: readonly Row[]): number {
  return [...sitesOf(requests).values()].filter((ways) => ways.every(({ gaps }) => gaps.length === 0)).length;
}
