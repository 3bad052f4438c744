import { stringify } from "yaml";
import type { Places, UnseenCall } from "../../shared/calls/forms";
import { type Signatures, withDeclared } from "./declared-places";
import { groupBy } from "../../../text/groups";

/** The calls of one callee that look like requests but are not understood. */
export interface UnseenCallee {
  readonly callee: string;
  readonly count: number;
  readonly example: { readonly file: string; readonly line: number; readonly column: number };
}

export type LocatedUnseen = UnseenCall & UnseenCallee["example"];

/** Limit of the listed callees. */
const mostNamed = 10;

/** @returns the callees, the most often called first. */
export function groupUnseen(calls: readonly LocatedUnseen[]): readonly UnseenCallee[] {
  const byCallee = groupBy(calls, ({ callee }) => callee);
  return [...byCallee]
    .map(([callee, [{ file, line, column } = never, ...rest]]) => ({
      callee,
      count: rest.length + 1,
      example: { file, line, column },
    }))
    .sort((a, b) => b.count - a.count || (a.callee < b.callee ? -1 : 1));
}

const never = { file: "", line: 0, column: 0 };

/**
 * @param suggesting the option that prints `clients:` for them.
 * @returns lines with the number of calls and the most frequent callees; empty if there are none.
 */
export function describeUnseen(callees: readonly UnseenCallee[], suggesting = "--suggest"): readonly string[] {
  if (callees.length === 0) return [];
  const total = callees.reduce((sum, { count }) => sum + count, 0);
  const named = callees
    .slice(0, mostNamed)
    .map(
      ({ callee, count, example }) => `    ${callee}  ${count}  (${example.file}:${example.line}:${example.column})`,
    );
  const more = callees.length > mostNamed ? [`    and ${callees.length - mostNamed} more names`] : [];
  const subject = total === 1 ? "1 call looks like a request and was" : `${total} calls look like requests and were`;
  return [`${subject} not understood; ${suggesting} prints \`clients:\` for them:`, ...named, ...more];
}

/**
 * @param signatures declarations in the code, which show the meaning of arguments.
 * @returns a `clients:` block for restraint.config.yaml with the most frequent callees.
 */
export function suggestClients(calls: readonly LocatedUnseen[], signatures: Signatures): string {
  const callees = groupUnseen(calls).slice(0, mostNamed);
  if (callees.length === 0) return "# Every call that looks like a request was understood.\n";
  const clients = callees.map(({ callee }) => {
    const own = calls.filter((call) => call.callee === callee);
    const { method, path, body, headers, query } = complete(withDeclared(callee, merged(own), signatures));
    const places = { method, path, body, headers, query };
    return { call: callee, ...Object.fromEntries(Object.entries(places).filter(([, place]) => place !== undefined)) };
  });
  return `# Read each line before you keep it: what is called is known by its form alone.\n${stringify({ clients })}`;
}

/**
 * @returns the places of the request's parts among a callee's arguments: the places that the call with the most parts
 * shows, completed by other calls with the same method and path.
 */
function merged(calls: readonly UnseenCall[]): Places {
  const [fullest = { path: 0 }, ...others] = calls.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length);
  const places: { -readonly [part in keyof Places]: Places[part] } = placesOf(fullest);
  for (const { method, path, body, headers, query } of others)
    if (method === places.method && path === places.path)
      for (const [part, place] of Object.entries({ body, headers, query }))
        if (place !== undefined) setPlace(places, part as "body" | "headers" | "query", place);
  return places;
}

function placesOf({ method, path, body, headers, query }: Places): Places {
  return {
    path,
    ...(method !== undefined && { method }),
    ...(body !== undefined && { body }),
    ...(headers !== undefined && { headers }),
    ...(query !== undefined && { query }),
  };
}

/**
 * Sets the place of a part. An argument with `headers` or `query` inside is an options object, so the body is its
 * member.
 */
function setPlace(
  places: { body?: string | number; headers?: string | number; query?: string | number },
  part: "body" | "headers" | "query",
  place: string | number,
): void {
  const known = places[part];
  if (known === undefined || String(place).startsWith(`${known}.`)) places[part] = place;
  const { body } = places;
  if (typeof body === "number" && [places.headers, places.query].some((each) => String(each).startsWith(`${body}.`)))
    places.body = `${body}.body`;
}

/** Completes the description of a client: an options object that contains the method takes the other parts too. */
function complete(places: Places): Places {
  const index = /^(\d+)\.method$/u.exec(String(places.method))?.[1];
  return index === undefined ? places : { body: `${index}.body`, headers: `${index}.headers`, ...places };
}
