import type { Call, Sent, Usage } from "./usage";
import { compareNames } from "../text/words";

/** A request that was recorded: nothing of it but its method, its path and the names of its parameters is kept. */
export interface SeenRequest {
  readonly method: string;
  /** Below the service's base, decoded, without the query. */
  readonly path: string;
  /** Names of the parameters of the query. */
  readonly names: readonly string[];
  /** Where it was recorded: `traffic.har, entry 12`. */
  readonly place: string;
}

/** Requests of one kind that were seen and that no code sends. */
export interface UnsentRequest {
  readonly method: string;
  /** With `{}` for what is no word of the contract or of the code. */
  readonly path: string;
  /** Names that no code sends there; empty: no code sends the request at all. */
  readonly names: readonly string[];
  readonly count: number;
  /** Where it was recorded first. */
  readonly place: string;
}

/** What a recording and the code do not have in common. */
export interface Drift {
  readonly seen: number;
  readonly unsent: readonly UnsentRequest[];
  /** Calls to which no recorded request fits. */
  readonly unseen: readonly Call[];
  /** Calls whose method or path is not known: they may send what no other does. */
  readonly unknown: readonly Call[];
}

/**
 * Compares recorded requests with what code sends.
 *
 * @param templates the paths of the contract, which are told instead of those that were recorded.
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
  // A call of several endpoints stands with each of them.
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
 * @param parts what is known of a path. What is not known between them may be several segments of it, and is one character at least.
 * @returns whether a path has them in their order, but for a slash at its end.
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

/** Words of a path that stand in every request: what is no word of any may be somebody's. */
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
