import { relative, resolve } from "node:path";
import type TS from "typescript";
import { analyseCode } from "../../../analysis/code";
import { describeRequest, type Description } from "../../../request/describe";
import { LineTable } from "../../../text/lines";
import { parseCode } from "../check/code-files";
import { discover } from "../check/discover";
import { fileTypeOf } from "../check/file-types";
import { readText, systemMessage, UnreadableError } from "../check/read";
import { Setups } from "../check/setup";
import { findBuiltFiles } from "../built-files";
import { type ExitStatus, exitStatus } from "../exit";
import { isIgnored } from "../../shared/ignored";
import { type CodeGroup, createProgram, groupByConfiguration } from "../project";
import { normalisePath } from "../tsconfig";
import { Codebases } from "../../shared/sources/codebases";
import { loadTypeScript } from "../typescript";

export interface ListOptions {
  readonly cwd: string;
  readonly format: string;
  readonly config?: string;
  /** Whether the files' tsconfig.json types them. */
  readonly types: boolean;
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
  const found = discover(paths, options.cwd);
  const troubles = found.missing.map(({ path, message }) => `${path}: error: ${message}`);
  const setups = new Setups(options.config === undefined ? undefined : resolve(options.cwd, options.config));
  const files = found.files.filter(
    (file) => ["code", "component"].includes(fileTypeOf(file) ?? "") && !isIgnored(setups.for(file).project, file),
  );
  const requests: ListedRequest[] = [];
  const work: Work = { files: 0, nodes: 0, visited: 0 };
  if (files.length > 0) {
    const ts = loadTypeScript();
    const built = findBuiltFiles(ts, found.files);
    const sources = files.filter((file) => !built.has(file));
    const groups = options.types ? groupByConfiguration(ts, sources) : [{ configuration: undefined, files: sources }];
    for (const group of groups) requests.push(...listGroup(ts, group, { setups, cwd: options.cwd, troubles, work }));
  }
  troubles.push(
    ...setups.problems.map(
      ({ file, line, column, severity, message }) =>
        `${file}:${line}:${column}: ${severity === "error" ? "error" : "warning"}: ${message}`,
    ),
  );
  process.stderr.write(troubles.map((trouble) => `${trouble}\n`).join(""));
  process.stdout.write(options.format === "json" ? toJson(requests, work) : toText(requests));
  return troubles.some((trouble) => trouble.includes(": error: ")) ? exitStatus.couldNotCheck : exitStatus.clean;
}

interface Listing {
  readonly setups: Setups;
  readonly cwd: string;
  readonly troubles: string[];
  readonly work: Work;
}

function listGroup(ts: typeof TS, group: CodeGroup, { setups, cwd, troubles, work }: Listing): ListedRequest[] {
  const texts = new Map<string, string>();
  for (const path of group.files) {
    try {
      texts.set(path, readText(path).text);
    } catch (error) {
      troubles.push(
        `${relative(cwd, path)}: error: ${error instanceof UnreadableError ? error.message : systemMessage(error)}`,
      );
    }
  }
  const typed = new Map(
    [...texts].filter(([path]) => fileTypeOf(path) === "code").map(([path, text]) => [normalisePath(path), text]),
  );
  const codebases = new Codebases(ts);
  const program = group.configuration === undefined ? undefined : createProgram(ts, group.configuration, typed);
  return [...texts].flatMap(([path, text]) => {
    const typedFile = program?.getSourceFile(normalisePath(path));
    const sourceFile = typedFile ?? parseCode(ts, path, text);
    const { contract, facts } = setups.for(path).project;
    try {
      const analysis = analyseCode({
        ts,
        sourceFile,
        checker: typedFile && program?.getTypeChecker(),
        codebase: codebases.of(path, facts, typedFile && program),
        contract,
        facts,
      });
      work.files += 1;
      work.nodes += countNodes(ts, sourceFile);
      work.visited += analysis.work.nodes ?? 0;
      const lines = new LineTable(text, "code");
      for (const { range, message } of analysis.problems) {
        const { line, column } = lines.positionAt(range.start);
        troubles.push(`${relative(cwd, path)}:${line}:${column}: error: ${message}`);
      }
      return withoutRepeats(
        analysis.requests.map((request) => {
          const place = lines.positionAt(request.range.start);
          return {
            file: relative(cwd, path),
            line: place.line,
            column: place.column,
            ...describeRequest(request, contract, facts),
          };
        }),
      );
    } catch (error) {
      troubles.push(
        `${relative(cwd, path)}: error: the analysis crashed: ${error instanceof Error ? error.message : String(error)}`,
      );
      return [];
    }
  });
}

function countNodes(ts: typeof TS, node: TS.Node): number {
  let count = 1;
  ts.forEachChild(node, (child) => {
    count += countNodes(ts, child);
  });
  return count;
}

/** A call that a wrapper makes again and again is one call site as long as it sends the same. */
function withoutRepeats(requests: readonly ListedRequest[]): ListedRequest[] {
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}

function toJson(requests: readonly ListedRequest[], work: Work): string {
  const summary = { callSites: requests.length, fullyKnown: countKnown(requests), work };
  return `${JSON.stringify({ requests, summary }, null, 2)}\n`;
}

function toText(requests: readonly ListedRequest[]): string {
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
      ...request.gaps.map((gap) => `not known ${gap.part}: ${gap.reason}`),
    ].flatMap((line) => (line === "" ? [] : [`    ${line}`])),
  ]);
  const seen = hosts.length > 0 ? [`hosts seen: ${hosts.join(", ")}`] : [];
  return [
    ...lines,
    ...seen,
    `${requests.length} call ${requests.length === 1 ? "site" : "sites"}, ${countKnown(requests)} fully known`,
  ]
    .map((line) => `${line}\n`)
    .join("");
}

function countKnown(requests: readonly ListedRequest[]): number {
  return requests.filter((request) => request.gaps.length === 0).length;
}
