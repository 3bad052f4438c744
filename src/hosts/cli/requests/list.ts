import type TS from "typescript";
import { describeRequest, type Description } from "../../../request/questions/describe";
import { type ExitStatus, exitStatus } from "../exit";
import { type AnalysedFile, type AnalyseOptions, analyseFiles } from "./analyse";
import { print, printError } from "../output";
import { findUnseenCalls } from "../../shared/unseen-calls";
import { describeUnseen, groupBy, groupUnseen, type LocatedUnseen, suggestClients } from "./unseen";
import { visible } from "../../../text/visible";
import { walk } from "../../../evaluator/syntax/walk";

export interface ListOptions extends AnalyseOptions {
  readonly format: string;
  /** Print `clients:` for what was not understood, and nothing else. */
  readonly suggest?: boolean;
}

/** What the list has cost: how many nodes the files have, and how many were visited to understand them. */
interface Work {
  files: number;
  nodes: number;
  visited: number;
}

/** One request with its place, lines and columns from 1. */
export interface ListedRequest extends Description {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * `restraint requests`: prints what was understood, to stdout; what could not be read, to stderr.
 *
 * @returns 2 where a file or the configuration could not be read, else 0: an unknown request is an answer, not a problem.
 */
export function listRequests(paths: readonly string[], options: ListOptions): ExitStatus {
  const requests: ListedRequest[] = [];
  const unseen: LocatedUnseen[] = [];
  const work: Work = { files: 0, nodes: 0, visited: 0 };
  const { troubles, failed } = analyseFiles(paths, options, (file) => {
    requests.push(...listFile(file, work));
    unseen.push(...unseenIn(file));
  });
  void printError(troubles.map((trouble) => `${visible(trouble)}\n`).join(""));
  if (options.suggest === true) void print(visibleLines(suggestClients(unseen)));
  else void print(options.format === "json" ? toJson(requests, unseen, work) : toText(requests, unseen));
  return failed ? exitStatus.couldNotCheck : exitStatus.clean;
}

function unseenIn({ analysis, lines, name, sourceFile, ts }: AnalysedFile): LocatedUnseen[] {
  return findUnseenCalls(ts, sourceFile, analysis.requests).map((call) => {
    const { line, column } = lines.positionAt(call.start);
    return { ...call, file: name, line, column };
  });
}

function visibleLines(text: string): string {
  return text.split("\n").map(visible).join("\n");
}

function listFile(file: AnalysedFile, work: Work): ListedRequest[] {
  const { analysis, lines, name, project, sourceFile, ts } = file;
  work.files += 1;
  work.nodes += countNodes(ts, sourceFile);
  work.visited += analysis.work.nodes ?? 0;
  return withoutRepeats(
    analysis.requests.map((request) => {
      const { line, column } = lines.positionAt(request.range.start);
      return { file: name, line, column, ...describeRequest(request, project.contract, project.facts) };
    }),
  );
}

function countNodes(ts: typeof TS, node: TS.Node): number {
  let count = 0;
  walk(ts, node, {}, (_, outer) => {
    count += 1;
    return outer;
  });
  return count;
}

/** A call that a wrapper makes again and again is one call site as long as it sends the same. */
function withoutRepeats(requests: readonly ListedRequest[]): ListedRequest[] {
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}

function toJson(requests: readonly ListedRequest[], unseen: readonly LocatedUnseen[], work: Work): string {
  const summary = { callSites: countSites(requests), fullyKnown: countKnown(requests), unseen: unseen.length, work };
  return `${JSON.stringify({ requests, unseen: groupUnseen(unseen), summary }, null, 2)}\n`;
}

function toText(requests: readonly ListedRequest[], unseen: readonly LocatedUnseen[]): string {
  const hosts = [...new Set(requests.flatMap(({ origin }) => (origin === undefined ? [] : [origin])))].sort();
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
      request.headers.length > 0 ? `headers   ${request.headers.join(", ")}` : "",
      request.body === undefined ? "" : `body      ${request.body}`,
      request.selector === undefined ? "" : `reads     ${request.selector}`,
      ...request.gaps.map((gap) => `not known ${gap.part}: ${gap.reason}`),
    ].flatMap((line) => (line === "" ? [] : [`    ${line}`])),
  ]);
  const seen = hosts.length > 0 ? [`hosts seen: ${hosts.join(", ")}`] : [];
  return [
    ...lines,
    ...seen,
    `${countSites(requests)} call ${countSites(requests) === 1 ? "site" : "sites"}, ${countKnown(requests)} fully known`,
    ...describeUnseen(groupUnseen(unseen)),
  ]
    .map((line) => `${visible(line)}\n`)
    .join("");
}

/** Call sites by place: one that sends several things, depending on the way that leads there, is one. */
function sitesOf(requests: readonly ListedRequest[]): ReadonlyMap<string, readonly ListedRequest[]> {
  return groupBy(requests, ({ file, line, column }) => `${file}:${line}:${column}`);
}

function countSites(requests: readonly ListedRequest[]): number {
  return sitesOf(requests).size;
}

function countKnown(requests: readonly ListedRequest[]): number {
  return [...sitesOf(requests).values()].filter((ways) => ways.every(({ gaps }) => gaps.length === 0)).length;
}
