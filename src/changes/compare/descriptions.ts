import type { DescribedEndpoint } from "../../contract/description/description-file";
import type { Change, EndpointTest, Version } from "../change";
import { compareKinds } from "./kinds";
import { comparePermissions } from "./permissions";
import { changesIn, compareParameters } from "./parameters";
import { SchemaComparison } from "./schemas";
import type { Effect } from "../node";
import { plainKey } from "../plain-key";

/** Compares two versions of a service's description. */
export function compareDescriptions(older: Version, newer: Version): readonly Change[] {
  const schemas = new SchemaComparison(older.schemas ?? {}, newer.schemas ?? {});
  const [was, now] = [endpointsOf(older), endpointsOf(newer)];
  const newPaths = new Set([...now.keys()].map(pathOf));
  const changes: Change[] = [];
  for (const [key, { name, endpoint }] of was) {
    const same = now.get(key);
    if (same) changes.push(...compareEndpoints(name, endpoint, same.endpoint, schemas));
    else changes.push(removedEndpoint(name, endpoint, newPaths.has(pathOf(key))));
  }
  for (const [key, { name }] of now) if (!was.has(key)) changes.push(make(name, "endpoint-added", "nobody", "none"));
  return [...changes, ...compareKinds(older, newer, schemas), ...comparePermissions(older, newer)];
}

interface NamedEndpoint {
  readonly name: string;
  readonly endpoint: DescribedEndpoint;
}

/** Endpoints by method and path, without the names of path parameters. */
function endpointsOf({ endpoints = {} }: Version): ReadonlyMap<string, NamedEndpoint> {
  return new Map(Object.entries(endpoints).map(([name, endpoint]) => [plainKey(name), { name, endpoint }]));
}

function pathOf(key: string): string {
  return key.slice(key.indexOf(" ") + 1);
}

function removedEndpoint(endpoint: string, { deprecated }: DescribedEndpoint, isPathLeft: boolean): Change {
  const what = isPathLeft ? "api-removed" : "api-path-removed";
  return make(endpoint, `${what}-${deprecated ? "with" : "without"}-deprecation`, "requests", "all");
}

function make(
  endpoint: string,
  id: string,
  effect: Effect,
  test: EndpointTest["kind"] | EndpointTest,
  words: { readonly part?: Change["part"]; readonly place?: string; readonly was?: string; readonly now?: string } = {},
): Change {
  const { part = "endpoint", place = "", ...rest } = words;
  const asked = typeof test === "string" ? ({ kind: test } as EndpointTest) : test;
  return { kind: "endpoint", id, effect, endpoint, part, place, ...rest, test: asked };
}

function compareEndpoints(
  endpoint: string,
  was: DescribedEndpoint,
  now: DescribedEndpoint,
  schemas: SchemaComparison,
): readonly Change[] {
  return [
    ...compareDeprecation(endpoint, was, now),
    ...compareSecurity(endpoint, was, now),
    ...compareParameters({ endpoint, part: "query", was: was.query ?? {}, now: now.query ?? {} }, schemas),
    ...compareParameters({ endpoint, part: "header", was: was.headers ?? {}, now: now.headers ?? {} }, schemas),
    ...comparePath(endpoint, was, now, schemas),
    ...compareBodies(endpoint, was, now, schemas),
    ...compareAnswers(endpoint, was, now),
    ...(was.response && now.response
      ? changesIn(schemas.compare(was.response, now.response, "response"), { endpoint, part: "response" })
      : []),
  ];
}

function compareDeprecation(endpoint: string, was: DescribedEndpoint, now: DescribedEndpoint): readonly Change[] {
  if ((was.deprecated === true) === (now.deprecated === true)) return [];
  return [make(endpoint, now.deprecated ? "endpoint-deprecated" : "endpoint-reactivated", "nobody", "none")];
}

/**
 * Compares security requirements. A change is never a certain hit, because the tokens of calls are not known well
 * enough.
 */
function compareSecurity(endpoint: string, was: DescribedEndpoint, now: DescribedEndpoint): readonly Change[] {
  const [before, after] = [was.security ?? [], now.security ?? []];
  const gone = before.filter((each) => !after.includes(each));
  const added = after.filter((each) => !before.includes(each));
  return [
    ...(added.length > 0
      ? [
          before.length === 0
            ? make(endpoint, "api-security-added", "requests", "perhaps all", { now: added.join(" or ") })
            : make(endpoint, "api-security-alternative-added", "nobody", "none", { now: added.join(" or ") }),
        ]
      : []),
    ...(gone.length > 0
      ? [
          after.length === 0
            ? make(endpoint, "api-security-no-longer-required", "nobody", "none", { was: gone.join(" or ") })
            : make(endpoint, "api-security-removed", "requests", "perhaps all", { was: gone.join(" or ") }),
        ]
      : []),
  ];
}

/** Compares path parameters, which have the same order in both versions, whatever their names. */
function comparePath(
  endpoint: string,
  was: DescribedEndpoint,
  now: DescribedEndpoint,
  schemas: SchemaComparison,
): readonly Change[] {
  const names = [...endpoint.matchAll(/\{([^{}]*)\}/gu)].map(([, name]) => name ?? "");
  const wrap = (path: DescribedEndpoint["path"] = {}): Record<string, object> =>
    Object.fromEntries(names.flatMap((name) => (Object.hasOwn(path, name) ? [[name, { schema: path[name] }]] : [])));
  const [before, after] = [wrap(was.path), wrap(now.path)];
  // Only parameters with a schema in both versions: without one a parameter accepts every text, but the description may
  // just omit its constraints.
  const common = Object.keys(before).filter((name) => Object.hasOwn(after, name));
  const pick = (all: Record<string, object>): Record<string, object> =>
    Object.fromEntries(common.map((name) => [name, all[name] ?? {}]));
  return compareParameters({ endpoint, part: "path", was: pick(before), now: pick(after) }, schemas);
}

function compareBodies(
  endpoint: string,
  was: DescribedEndpoint,
  now: DescribedEndpoint,
  schemas: SchemaComparison,
): readonly Change[] {
  const [before, after] = [was.body, now.body];
  const part = "body";
  if (!before && !after) return [];
  if (!before)
    return after?.required
      ? [make(endpoint, "request-body-added-required", "requests", "body missing", { part })]
      : [make(endpoint, "request-body-added-optional", "nobody", "none", { part })];
  if (!after) return [make(endpoint, "request-body-removed", "requests", "body sent", { part })];
  const [types, others] = [before.types ?? ["application/json"], after.types ?? ["application/json"]];
  const isRequired = { was: before.required === true, now: after.required === true };
  return [
    ...(isRequired.was === isRequired.now
      ? []
      : [
          isRequired.now
            ? make(endpoint, "request-body-became-required", "requests", "body missing", { part })
            : make(endpoint, "request-body-became-optional", "nobody", "none", { part }),
        ]),
    ...types
      .filter((type) => !others.includes(type))
      .map((type) =>
        make(
          endpoint,
          "request-body-media-type-removed",
          "requests",
          { kind: "media type", type },
          { part, was: type },
        ),
      ),
    ...others
      .filter((type) => !types.includes(type))
      .map((type) => make(endpoint, "request-body-media-type-added", "nobody", "none", { part, now: type })),
    ...(before.schema && after.schema
      ? changesIn(schemas.compare(before.schema, after.schema, "request"), { endpoint, part })
      : []),
    ...(before.form && after.form
      ? changesIn(schemas.compare(before.form, after.form, "request"), { endpoint, part: "form" })
      : []),
  ];
}

const isSuccess = (status: string): boolean => status.startsWith("2");

/** Compares the statuses and media types of responses. It is not known how code handles a status. */
function compareAnswers(endpoint: string, was: DescribedEndpoint, now: DescribedEndpoint): readonly Change[] {
  const [before, after] = [was.responses, now.responses];
  if (!before || !after) return [];
  const part = "response";
  const statuses = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...statuses].flatMap((status): Change[] => {
    const word = isSuccess(status) ? "success" : "non-success";
    const [types, others] = [before[status], after[status]];
    if (!others) {
      const isBreaking = isSuccess(status);
      const [effect, test] = isBreaking ? (["readers", "perhaps all"] as const) : (["nobody", "none"] as const);
      return [make(endpoint, `response-${word}-status-removed`, effect, test, { part, was: status })];
    }
    if (!types) return [make(endpoint, `response-${word}-status-added`, "nobody", "none", { part, now: status })];
    const place = status;
    return [
      ...types
        .filter((type) => !others.includes(type))
        .map((type) => {
          const isBreaking = isSuccess(status);
          return make(
            endpoint,
            "response-media-type-removed",
            isBreaking ? "readers" : "nobody",
            isBreaking ? "reads anything" : "none",
            { part, place, was: type },
          );
        }),
      ...others
        .filter((type) => !types.includes(type))
        .map((type) => make(endpoint, "response-media-type-added", "nobody", "none", { part, place, now: type })),
    ];
  });
}
