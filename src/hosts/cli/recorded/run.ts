import { join, resolve } from "node:path";
import type { Contract } from "../../../contract/contract";
import { compareRecorded, type Drift, type SeenRequest } from "../../../usage/recorded";
import { visible } from "../../../text/visible";
import { Setups } from "../check/setup";
import { type ExitStatus, exitStatus } from "../exit";
import { print } from "../output";
import type { AnalyseOptions } from "../requests/analyse";
import { collectUsage } from "../usage/run";
import { placeOfCall } from "../usage/text";
import { readRecording, type RecordedRequest } from "./read";
import { count } from "../../../text/words";

export interface RecordedOptions extends Pick<AnalyseOptions, "cwd" | "config" | "types"> {
  readonly format: "text" | "json";
  /** Files with recorded requests. */
  readonly recorded: readonly string[];
}

/**
 * Runs `restraint check --recorded`: lists recorded requests that no code sends, and calls that were not recorded.
 *
 * @returns 2 if something could not be read; otherwise 1 if no code sends some recorded request; otherwise 0.
 * @throws {UsageError} if a recording cannot be read.
 */
export async function checkRecorded(paths: readonly string[], options: RecordedOptions): Promise<ExitStatus> {
  const { cwd, config, recorded, format } = options;
  const requests = recorded.flatMap((file) => readRecording(file, cwd));
  const setups = new Setups(config === undefined ? undefined : resolve(cwd, config));
  const { contract, facts } = setups.for(join(cwd, "any")).project;
  const seen = toService(requests, facts.service?.baseUrls ?? []);
  const { usage, failed } = await collectUsage(paths, { ...options, tests: false });
  const drift = compareRecorded(seen, usage, templatesOf(contract));
  void print(format === "json" ? toJson(drift) : toText(drift));
  if (failed) return exitStatus.couldNotCheck;
  return drift.unsent.length > 0 ? exitStatus.errors : exitStatus.clean;
}

function templatesOf({ description, permissions }: Contract): readonly string[] {
  return [...new Set((description?.endpoints ?? permissions).map(({ path }) => path))];
}

/**
 * Keeps the requests to the service, with paths below its base. If no complete base URL is configured, all requests
 * count, with their full paths.
 */
function toService(requests: readonly RecordedRequest[], baseUrls: readonly string[]): readonly SeenRequest[] {
  const bases = baseUrls.flatMap((base) => (URL.canParse(base) ? [new URL(base)] : []));
  return requests.flatMap(({ origin, path, ...request }): SeenRequest[] => {
    if (bases.length === 0) return [{ ...request, path: decode(path) }];
    const base = bases.find((each) => (origin === undefined || each.origin === origin) && isBelow(path, each));
    if (!base) return [];
    const below = path.slice(prefixOf(base).length);
    return [{ ...request, path: decode(below === "" ? "/" : below) }];
  });
}

function prefixOf({ pathname }: URL): string {
  return decodeURI(pathname).replace(/\/$/u, "");
}

function isBelow(path: string, base: URL): boolean {
  const prefix = prefixOf(base);
  return path === prefix || path.startsWith(`${prefix}/`);
}

/** Decodes a path; one that is not validly encoded is compared as it is. */
function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function toJson({ seen, unsent, unseen, unknown }: Drift): string {
  const placed = [unseen, unknown].map((calls) =>
    calls.map(({ client, file, line, column, method, path }) => ({ client, file, line, column, method, path })),
  );
  return `${JSON.stringify({ seen, unsent, unseen: placed[0], unknown: placed[1] }, undefined, 2)}\n`;
}

function toText({ seen, unsent, unseen, unknown }: Drift): string {
  const [whole, named] = [
    unsent.filter(({ names }) => names.length === 0),
    unsent.filter(({ names }) => names.length > 0),
  ];
  const times = (times: number): string => (times === 1 ? "once" : `${times} times`);
  const rows = (all: typeof unsent): string[] =>
    all.map(({ method, path, names, count: many, place }) =>
      [`    ${method} ${path}`, ...(names.length > 0 ? [names.join(", ")] : []), `${times(many)}, ${place}`].join("  "),
    );
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [title, ...lines, ""];
  return [
    ...section("seen, and sent by no code", rows(whole)),
    ...section("seen with parameters that no code sends", rows(named)),
    ...section(
      "sent, and not seen",
      unseen.map((call) => `    ${placeOfCall(call, false)}  ${call.method ?? "?"} ${call.path ?? "?"}`),
    ),
    ...section(
      "not known: these may send anything",
      unknown.map((call) => `    ${placeOfCall(call, false)}`),
    ),
    `${count(seen, "request")} seen; ${unsent.length} that no code sends; ${count(unseen.length, "call")} not seen`,
  ]
    .map((line) => `${visible(line)}\n`)
    .join("");
}
