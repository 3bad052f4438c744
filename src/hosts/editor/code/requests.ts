import { conventions } from "../../../contract/conventions";
import type { PermissionEntry } from "../../../contract/contract";
import { getCategoryKey } from "../../../contract/permissions/categories";
import { asText } from "../../../request/drafts/known";
import { findDescribed } from "../../../request/derived/described";
import { findRequestEndpoints, pathsOf } from "../../../request/derived/endpoint";
import { isMapped, isService } from "../../../request/derived/predicates";
import { getFields } from "../../../request/derived/query";
import { insertQuery } from "../../../request/derived/query-edits";
import { findNeed } from "../../../request/derived/smallest-selector";
import type { Request } from "../../../request/request";
import type { Edit } from "../../../rule/finding";
import { type Range, touches } from "../../../text/range";
import { locateText } from "../../../value/located-text";
import type { StringValue } from "../../../value/value";
import type { FileRequests } from "../file-checker";
import type { Explanation, Offer } from "../offers";
import { explainHeader, headerOffers } from "./headers";
import { queryOffers, routeOffers } from "./urls";

/** Completion, hover and rewriting for the parts of a request other than its selector. */

/** @returns the explanation of the path or header at a position. */
export function explainRequest(place: FileRequests, position: number): Explanation | undefined {
  for (const request of place.requests) {
    if (!isService(request)) continue;
    const found = explainHeader(request, place, position) ?? explainPath(request, place, position);
    if (found) return found;
  }
  return undefined;
}

function explainPath(request: Request, { project }: FileRequests, position: number): Explanation | undefined {
  const part = pathsOf(request)
    .flatMap(({ parts }) => parts)
    .find((each) => each.kind === "text" && !each.elsewhere && touches(each.range, position));
  if (part?.kind !== "text") return undefined;
  const { range } = part;
  const described = findDescribed(request, project.contract, project.facts)?.endpoint;
  const summary = described?.summary === undefined ? [] : [described.summary];
  const permitted = explainPermissions(request, project);
  if (permitted) return { range, title: permitted.title, details: [...summary, ...permitted.details] };
  return described && { range, title: `${described.method} ${described.path}`, details: summary };
}

/** Describes the permissions that a request needs. */
function explainPermissions(
  request: Request,
  { contract, facts }: FileRequests["project"],
): Omit<Explanation, "range"> | undefined {
  const found = findRequestEndpoints(request, contract, facts);
  if (!found || found.certainty === "none") return undefined;
  const entries = found.entries.length > 0 ? found.entries : found.possible;
  const [first] = entries;
  if (!first) return undefined;
  if (found.certainty === "certain")
    return { title: `${found.method} ${first.path}`, details: entries.map(describeEntry) };
  const paths = [...new Set(entries.map(({ path }) => path))];
  return { title: `${found.method}: may be one of ${paths.length} endpoints`, details: paths.slice(0, 5) };
}

function describeEntry(entry: PermissionEntry): string {
  const tokens = entry.tokens.length === 0 ? "" : `, with a token of type ${entry.tokens.join(" or ")}`;
  const more = entry.additional ? ". More permissions are needed, or another one will do" : "";
  return `Needs \`${entry.scope}.${getCategoryKey(entry)}: ${entry.access}\`${tokens}${more}.`;
}

/** @returns completions of headers, endpoints, query parameters and their values at a position. */
export function requestOffers(place: FileRequests, position: number): readonly Offer[] {
  for (const request of place.requests) {
    if (!isMapped(request)) continue;
    const offers = [
      ...headerOffers(request, place, position),
      ...pathOffers(request, place, position),
      ...queryOffers(request, place, position),
      ...routeOffers(request, place, position),
    ];
    if (offers.length > 0) return offers;
  }
  return [];
}

/** @returns completions of a path: listed endpoints with the same beginning, up to their next parameter. */
function pathOffers(request: Request, { project, sourceFile }: FileRequests, position: number): readonly Offer[] {
  const range = literalStart(request, position);
  const before = range && sourceFile.text.slice(range.start, position);
  if (range === undefined || before?.startsWith("/") !== true) return [];
  const method = asText(request.method);
  const offers = new Map<string, Offer>();
  for (const entry of project.contract.permissions) {
    if (!entry.path.startsWith(before) || (method ?? entry.method) !== entry.method) continue;
    const text = /^[^{]*/u.exec(entry.path)?.[0] ?? "";
    const type = `${entry.access} ${entry.scope}.${getCategoryKey(entry)}`;
    if (text.length >= before.length && !offers.has(text)) offers.set(text, { name: text, kind: "path", range, type });
  }
  return [...offers.values()].slice(0, mostPaths);
}

/** @returns the range of the literal text at the start of a request's path, if a position is in it. */
function literalStart({ target }: Request, position: number): Range | undefined {
  const first = target.path?.parts[0];
  const isPlain = first?.kind === "text" && !first.elsewhere && !first.offsets;
  return isPlain && touches(first.range, position) ? first.range : undefined;
}

/** Limit of the completions in one list. */
const mostPaths = 100;

/** A change that a user may request where there is no finding. */
export interface Rewrite {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/**
 * @returns the edit after which `fields` of the request in a range selects exactly the fields that the code reads of the
 * response.
 */
export function selectorRewrite({ sourceFile, project, requests }: FileRequests, place: Range): Rewrite | undefined {
  for (const request of requests) {
    if (!(request.range.start <= place.start && place.end <= request.range.end) || !isService(request)) continue;
    const need = asText(request.method) === "GET" ? findNeed(request, project.facts) : undefined;
    const edits = need && writeSelector(request, sourceFile.text, need.selector);
    if (need && edits) return { title: `Write \`fields\` from what is read: ${need.selector}`, edits };
  }
  return undefined;
}

function writeSelector(request: Request, text: string, selector: string): readonly Edit[] | undefined {
  const { presence, value } = getFields(request);
  if (presence === "absent") {
    const edit = insertQuery(request, text, conventions.selector.parameter, selector);
    return edit && [edit];
  }
  if (presence !== "present" || value?.kind !== "string") return undefined;
  return replaceText(value, selector);
}

function replaceText(value: StringValue, selector: string): readonly Edit[] | undefined {
  const located = locateText(value);
  return located.text === selector || located.text === ""
    ? undefined
    : located.replace({ start: 0, end: located.text.length }, selector);
}
