import type { Call, Sent, Usage } from "./usage";
import { compareNames } from "../text/words";

/** A recorded request: only its method, path and parameter names. */
export interface SeenRequest {
  readonly method: string;
  /** Path below the service's base, decoded, without query. */
  readonly path: string;
  /** Names of query parameters. */
  readonly names: readonly string[];
  /** The place in the recording: `traffic.har, entry 12`. */
  readonly place: string;
}

/** Recorded requests of one kind that no code sends. */
export interface UnsentRequest {
  readonly method: string;
  /** Path with `{}` for segments that occur in neither the contract nor the code. */
  readonly path: string;
  /** Parameters that no code sends there; empty if no code sends the request at all. */
  readonly names: readonly string[];
  readonly count: number;
  /** The place of its first occurrence. */
  readonly place: string;
}

/** The differences between a recording and the code. */
export interface Drift {
  readonly seen: number;
  readonly unsent: readonly UnsentRequest[];
  /** Calls that match no recorded request. */
  readonly unseen: readonly Call[];
  /** Calls with an unknown method or path, which may send any of the unsent requests. */
  readonly unknown: readonly Call[];
}

/**
 * Compares recorded requests with the requests of code.
 *
 * @param templates path templates of the contract, reported in place of recorded paths.
 */
export function compareRecorded(seen: readonly SeenRequest[], usage: Usage, templates: readonly string[]): Drift {
  const calls = callsOf(usage);
  const known = calls.filter(isPlaced);
  const senders = known.map((call) => ({ call, fits: fitOf(call) }));
  const words = new Set([...templates, ...known.map(({ path }) => path ?? "")].flatMap(wordsOf));
  const found = new Set<Call>();
  const unsent = new Map<string, UnsentRequest>();
  for (const request of seen) {
    const sending = senders.filter(({ fits }) => fits(request)).map(({ call }) => call);
    for (const call of sending) found.add(call);
    const names =
      sending.length === 0 ? [] : request.names.filter((name) => !sending.some(({ query }) => maySend(query, name)));
    if (sending.length > 0 && names.length === 0) continue;
    const path = tellPath(request.path, templates, words);
    const key = JSON.stringify([request.method, path, names]);
    const before = unsent.get(key);
    const { method, place } = request;
    unsent.set(key, before ? { ...before, count: before.count + 1 } : { method, path, names, count: 1, place });
  }
  return {
    seen: seen.length,
    unsent: [...unsent.values()].sort((a, b) => compareNames(a.path, b.path) || compareNames(a.method, b.method)),
    unseen: known.filter((call) => !found.has(call)),
    unknown: calls.filter((call) => !isPlaced(call)),
  };
}

function callsOf({ endpoints, unclear, unlisted, unknown }: Usage): readonly Call[] {
  // A call of several endpoints is listed with each of them.
  return [...new Set([...endpoints.flatMap(({ callers }) => callers), ...unclear, ...unlisted, ...unknown])];
}

function isPlaced({ method, path }: Call): boolean {
  return method !== undefined && path !== undefined;
}

function fitOf({ method = "", path = "" }: Call): (request: SeenRequest) => boolean {
  const methods = method.split(" | ");
  const alternatives = path.split(" | ").map((each) => (each.split(/[?#]/u)[0] ?? "").split(/\{[^{}]*\}/u));
  return (request) => methods.includes(request.method) && alternatives.some((parts) => fits(parts, request.path));
}

/**
 * @param parts the known parts of a path. The unknown text between two of them may span several segments, and has at
 * least one character.
 * @returns whether a path contains them in this order, ignoring a slash at its end.
 */
function fits(parts: readonly string[], path: string): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop();
  const given = path.replace(/\/$/u, "");
  if (last === undefined) return given === first.replace(/\/$/u, "");
  if (!given.startsWith(first)) return false;
  let end = first.length;
  for (const part of others) {
    const found = given.indexOf(part, end + 1);
    if (found < 0) return false;
    end = found + part.length;
  }
  const tail = last.replace(/\/$/u, "");
  return given.endsWith(tail) && given.length - tail.length > end;
}

function maySend({ types, fields = {}, open }: Sent, name: string): boolean {
  return open === true || types.includes("unknown") || Object.hasOwn(fields, name);
}

/**
 * @returns the literal segments of a path. A recorded segment that occurs in none may be personal data, so it is not
 * reported.
 */
function wordsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "" && !/[{}|]/u.test(segment));
}

function tellPath(path: string, templates: readonly string[], words: ReadonlySet<string>): string {
  const template = templates.find((each) => segmentsFit(each, path));
  if (template !== undefined) return template;
  return path.replace(/[^/]+/gu, (segment) => (words.has(segment) ? segment : "{}"));
}

function segmentsFit(template: string, path: string): boolean {
  const [expected, given] = [template.split("/"), path.replace(/(?<=.)\/$/u, "").split("/")];
  return (
    expected.length === given.length &&
    expected.every((segment, index) => segment.includes("{") || segment === given[index])
  );
}
