import { conventions } from "../../../contract/conventions";
import type { Endpoint } from "../../../contract/description/endpoint";
import { findDescribed } from "../../../request/derived/described";
import { pathsOf } from "../../../request/derived/endpoint";
import type { Request } from "../../../request/request";
import type { Range } from "../../../text/range";
import { describeShape } from "../../../shape/describe";
import type { CheckedFile } from "../file-checker";
import type { Offer } from "../offers";
import { valuesOf } from "../shape-steps";

/** Completion of a URL's query, and of octokit's routes. */

type Place = Pick<CheckedFile, "sourceFile" | "project">;

/** Limit of the completions in one list. */
const mostRoutes = 100;

/**
 * @returns completions of query parameters or their values from the endpoint's description, if a position is in the
 * query of a request's URL.
 */
export function queryOffers(request: Request, { sourceFile, project }: Place, position: number): readonly Offer[] {
  const { text } = sourceFile;
  const written = /[?&]([\w.-]*)(?:=([\w.-]*))?$/u.exec(text.slice(Math.max(0, position - 200), position));
  if (!written || !isInUrl(request, position)) return [];
  const { endpoint, conventions: inForce } = findDescribed(request, project.contract, project.facts) ?? {};
  const [, name = "", value] = written;
  if (value === undefined)
    return parameterOffers(request, endpoint, inForce, wordAround(text, position - name.length, position));
  const shape = endpoint?.query.get(name)?.shape;
  const range = wordAround(text, position - value.length, position);
  return shape ? valuesOf([shape]).map((each) => ({ name: each, kind: "value", range })) : [];
}

/** @returns the parameters that are not written yet, required ones first. */
function parameterOffers(
  { query }: Request,
  endpoint: Endpoint | undefined,
  inForce: ReadonlySet<string> | undefined,
  range: Range,
): readonly Offer[] {
  const sent = query.kind === "object" ? query.members : [];
  const others = sent.filter(({ keyRange }) => keyRange.start !== range.start);
  const there = new Set(others.map(({ key }) => key.toLowerCase()));
  const described = [...(endpoint?.query ?? [])].map(([name, { shape, required }]): Offer => {
    return { name, kind: "parameter", range, type: describeShape(shape), isOptional: !required };
  });
  const { parameter } = conventions.selector;
  const isMissing = !described.some(({ name }) => name === parameter);
  const takesFields = isMissing && (endpoint === undefined || inForce?.has("fields") === true);
  const fields: Offer = {
    name: parameter,
    kind: "parameter",
    range,
    documentation: "The fields that the answer is to have.",
  };
  const offers = takesFields ? [...described, fields] : described;
  const isRequired = ({ isOptional }: Offer): boolean => isOptional === false;
  return [...offers.filter(isRequired), ...offers.filter((offer) => !isRequired(offer))].filter(
    ({ name }) => !there.has(name.toLowerCase()),
  );
}

/** Whether a position follows a part of the request's URL, inside the request. */
function isInUrl(request: Request, position: number): boolean {
  const pieces = [...pathsOf(request), ...(request.target.origin ? [request.target.origin] : [])];
  const isBehind = pieces.some(({ parts }) =>
    parts.some((part) => part.kind === "text" && !part.elsewhere && part.range.end <= position),
  );
  return isBehind && request.range.start < position && position < request.range.end;
}

function wordAround(text: string, start: number, position: number): Range {
  const more = /^[\w.-]*/u.exec(text.slice(position, position + 100))?.[0].length ?? 0;
  return { start, end: position + more };
}

/** @returns completions of a route for `octokit.request` in its first argument: method, space and path. */
export function routeOffers(request: Request, { sourceFile, project }: Place, position: number): readonly Offer[] {
  const { text } = sourceFile;
  if (!request.client.startsWith("octokit") || position < request.range.start || request.range.end < position)
    return [];
  const before = text.slice(request.range.start, position);
  const begun = /\(\s*(["'`])([^"'`$\n]*)$/u.exec(before);
  if (!begun) return [];
  const written = begun[2] ?? "";
  const start = position - written.length;
  const rest = /^[^"'`$\n]*/u.exec(text.slice(position))?.[0].length ?? 0;
  const routes = new Map<string, Offer>();
  for (const { method, path, access, scope } of project.contract.permissions) {
    const name = `${method} ${path}`;
    if (!name.startsWith(written)) continue;
    routes.set(name, { name, kind: "path", range: { start, end: position + rest }, type: `${access} ${scope}` });
    if (routes.size >= mostRoutes) break;
  }
  return [...routes.values()];
}
