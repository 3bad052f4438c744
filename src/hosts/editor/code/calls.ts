import { countSelected } from "../../../request/derived/written-fields";
import { describeRequest, type Description } from "../../../request/derived/describe";
import type { Request } from "../../../request/request";
import { isSameRange, type Range } from "../../../text/range";
import { relative } from "node:path";
import type { FileRequests } from "../file-checker";
import type { Explanation } from "../offers";

/** Hovers and hints on calls that send requests. */

/**
 * @param describeCallers describes the callers of the function around the call; absent if they are not known.
 * @returns the explanation of the call at a position.
 */
export function explainCall(
  { sourceFile, project, requests }: FileRequests,
  position: number,
  describeCallers?: () => string | undefined,
): Explanation | undefined {
  const sent = requests.filter(({ specimen }) => specimen === undefined);
  const range = sent
    .flatMap((request) => [request.anchor, calleeOf(request, sourceFile.text)])
    .find(({ start, end }) => start <= position && position < end);
  if (!range) return undefined;
  const here = sent.filter(
    (request) => isSameRange(request.anchor, range) || isSameRange(calleeOf(request, sourceFile.text), range),
  );
  const described = here.map((request) => describeRequest(request, project.contract, project.facts));
  const [first] = described;
  if (!first) return undefined;
  const titles = [...new Set(described.map(({ method, path }) => `${method ?? "?"} ${path ?? "?"}`))];
  return {
    range,
    title: `(request) ${titles.slice(0, 3).join(", ")}${titles.length > 3 ? ", …" : ""}`,
    details: [
      ...linesOf(first),
      ...sentThrough(here, project.root),
      ...[describeCallers?.()].flatMap((line) => line ?? []),
    ],
  };
}

/** @returns the range of the callee's name: the last name before the parenthesis and type arguments. */
function calleeOf({ range }: Request, text: string): Range {
  const callee = /^(?:(?:await|new)\s+)?[\w$.?!\s]*?([\w$]+)\s*(?:<[^()]*>)?\s*\(/u.exec(
    text.slice(range.start, range.end),
  );
  const name = callee?.[1];
  if (!callee || name === undefined) return { start: range.start, end: range.start };
  const start = range.start + callee[0].lastIndexOf(name);
  return { start, end: start + name.length };
}

function linesOf(described: Description): readonly string[] {
  const { client, endpoint, origin, service, query, headers, body, selector, gaps } = described;
  const to = origin ?? "a base that is not known";
  return [
    `Client: \`${client}\``,
    endpoint === undefined ? "" : `Endpoint: \`${endpoint}\``,
    service === "no" ? `Not the service's: \`${to}\`` : service === "unknown" ? `May be the service's: \`${to}\`` : "",
    query.length > 0 ? `Query: \`${query.join(", ")}\`` : "",
    headers.length > 0 ? `Headers: \`${headers.join(", ")}\`` : "",
    body === undefined ? "" : `Body: \`${body}\``,
    selector === undefined ? "" : `Reads: \`${selector}\``,
    ...gaps.map(({ part, reason }) => `Not known of the ${part}: ${reason}`),
  ].filter((line) => line !== "");
}

/** @returns the files of the wrappers that send the requests. */
function sentThrough(requests: readonly Request[], root: string): readonly string[] {
  const files = requests.flatMap(({ calls, elsewhere }) => (elsewhere ? calls.slice(1) : []));
  const names = [...new Set(files.map(({ fileName }) => `\`${relative(root, fileName)}\``))];
  return names.length > 0 ? [`Sent by ${names.join(", ")}`] : [];
}

/** An inlay hint after a selector: how many fields it selects. */
export interface SelectedCount {
  readonly position: number;
  readonly text: string;
}

/** @returns a hint for each selector in a range of a file. */
export function selectedCounts(
  { requests, project, sourceFile }: FileRequests,
  within: Range,
): readonly SelectedCount[] {
  const counts = new Map<number, string>();
  for (const request of requests) {
    for (const { end, count, of } of countSelected(request, project.facts)) {
      if (end < within.start || within.end < end || counts.has(end) || end > sourceFile.text.length) continue;
      const noun = (of ?? count) === 1 ? "field" : "fields";
      counts.set(end, of === undefined ? `${count} ${noun}` : `${count} of ${of} ${noun}`);
    }
  }
  return [...counts].map(([position, text]) => ({ position, text }));
}
