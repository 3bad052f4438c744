import type { Range } from "../../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../../value/value";
import type { Draft } from "./draft";
import { optionsOf } from "./known";
import { asObject, objectOf, overlay, withoutUndefined } from "./objects";
import { joinQueries, queryOption, type QueryStyle } from "./query-string";

type Query = ObjectValue | UnknownValue;

/** Queries in several layers, of which later ones win: an instance's and a call's, an option's and the URL's. */

/** How a client layers the parameters of a call over its defaults. */
export interface LayerStyle extends QueryStyle {
  /**
   * Set if a value other than a plain object replaces all defaults (axios); otherwise its parameters are layered over
   * them.
   */
  readonly replacing?: true;
  /** Set if `undefined` keeps the parameter of the lower layer (gaxios). */
  readonly keeping?: true;
}

/**
 * The query of a client that layers the parameters of a call over its defaults. A dropped value still hides the lower
 * one.
 */
export function layeredQuery(values: readonly (Value | undefined)[], at: Range, style: LayerStyle): Query {
  const [first, ...others] = values.filter((value) => value !== undefined);
  if (!first) return objectOf([], at);
  if (others.length === 0) return queryOption(first, at, style);
  let laid = layValue(objectOf([], at), first, at, style);
  for (const value of others) laid = layValue(laid, value, at, style);
  return queryOption(laid, at, style);
}

function layValue(below: Query, value: Value, at: Range, style: LayerStyle): Query {
  const results = optionsOf(value).map((option) => layOption(below, option, at, style));
  const [only] = results;
  return only && results.length === 1 ? only : eitherQuery(results, value.range);
}

function layOption(below: Query, option: Value, at: Range, style: LayerStyle): Query {
  if (option.kind === "undefined") return below;
  if (isPlain(option)) return layObject(below, option, at, style);
  if (option.kind === "unknown" || !style.replacing) return overlay([below, queryOption(option, at, style)], at, same);
  return queryOption(option, at, style);
}

function layObject(below: Query, object: ObjectValue, at: Range, style: LayerStyle): ObjectValue {
  const lower = below.kind === "object" && below.class !== undefined && style.replacing ? objectOf([], at) : below;
  const merged = style.nested
    ? { ...object, members: object.members.map((member) => nestedOver(lower, member, at, style)) }
    : object;
  return overlay([lower, style.keeping ? withoutUndefined(merged) : merged], at, same);
}

/** Layers an object within the parameters over the one of the same name. */
function nestedOver(below: Query, member: Member, at: Range, style: LayerStyle): Member {
  if (below.kind === "unknown" || !isPlain(member.value)) return member;
  const lower = below.members.findLast(({ key }) => key === member.key)?.value;
  return lower && isPlain(lower) ? { ...member, value: layObject(lower, member.value, at, style) } : member;
}

function isPlain(value: Value): value is ObjectValue {
  return value.kind === "object" && value.class === undefined;
}

const same = (key: string): string => key;

/** @returns how a query option affects the URL's query: any value but `undefined` replaces it. */
export function replacesIfGiven(values: readonly (Value | undefined)[]): Pick<Draft, "overUrl"> {
  const given = values.filter((value) => value !== undefined);
  if (given.length === 0) return {};
  const isSure = given.some((value) =>
    optionsOf(value).every(({ kind }) => kind !== "undefined" && kind !== "unknown"),
  );
  return { overUrl: isSure ? "replaces" : "may replace" };
}

/** One of several queries. */
function eitherQuery(queries: readonly Query[], range: Range): Query {
  return asObject({ kind: "alternatives", options: queries, range });
}

/** The parameters of a layer that may not apply: all are `maybe`. */
export function maybeQuery(query: Query): Query {
  return query.kind === "unknown"
    ? query
    : { ...query, members: query.members.map((member) => ({ ...member, presence: "maybe" })) };
}

/** Joins the URL's own query and the client's. */
export function queryOverUrl({ query, overUrl }: Pick<Draft, "query" | "overUrl">, inUrl: Query, range: Range): Query {
  if (overUrl === undefined) return joinQueries([inUrl, query], range);
  switch (overUrl) {
    case "replaces":
      return query;
    case "may replace":
      return eitherQuery([inUrl, query], range);
    case "sets": {
      const [lists, others] = byKind(query);
      return joinQueries([overlay([inUrl, besideIfList(others, inUrl)], range, same), lists], range);
    }
    case "hides":
      return withoutUndefined(overlay([inUrl, query], range, same));
    case "replaces unless empty":
      if (query.kind === "object" && query.members.some(({ presence }) => presence === "always")) return query;
      return isEmpty(query) ? inUrl : eitherQuery([inUrl, query], range);
  }
}

/** @returns the parameters that may be lists, and the others. */
function byKind(query: Query): readonly [Query, Query] {
  if (query.kind === "unknown") return [query, query];
  const isList = ({ value }: Member): boolean => optionsOf(value).some(({ kind }) => kind === "array");
  return [
    { ...query, open: false, members: query.members.filter(isList) },
    { ...query, members: query.members.filter((member) => !isList(member)) },
  ];
}

/** Marks parameters that may be lists as `maybe`: a list is appended to the parameter of a lower layer, a text replaces it. */
function besideIfList(query: Query, below: Query): Query {
  if (query.kind === "unknown" || below.kind === "unknown") return query;
  const keys = new Set(below.members.map(({ key }) => key));
  const mayJoin = ({ key, value }: Member): boolean =>
    keys.has(key) && optionsOf(value).some(({ kind }) => kind === "unknown");
  const members = query.members.map((member) => (mayJoin(member) ? { ...member, presence: "maybe" as const } : member));
  return { ...query, members };
}

function isEmpty(query: Query): boolean {
  return query.kind === "object" && query.members.length === 0 && !query.open;
}
