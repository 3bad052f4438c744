import { asScalarText, asText, optionsOf } from "../../../src/request/drafts/known";
import { type Documented, isOfWholeService } from "../../../src/request/derived/documented";
import { isObject, jsonBodies } from "../../../src/request/derived/predicates";
import type { Request } from "../../../src/request/request";
import type { PublicService, Taken } from "../../../src/contract/services/service";
import type { Report } from "../../../src/rule/define";
import { findNear } from "../../../src/text/near";
import type { Value } from "../../../src/value/value";

/** Checks the query against the documentation of a public service. */
export function* checkDocumentedQuery(request: Request, documented: Documented | undefined): Generator<Report> {
  const { query } = request;
  if (!documented || query.kind === "unknown") return;
  for (const member of query.members)
    if (documented.single?.includes(member.key) === true && optionsOf(member.value).every(isSeveral))
      yield { message: "single", data: endpointOf(request, documented, member.key), range: member.value.range };
  if (query.open) return;
  yield* checkRequired(request, documented);
  yield* checkKept(request, documented);
}

function* checkRequired(request: Request, documented: Documented): Generator<Report> {
  for (const name of documented.requires ?? []) {
    const isDescribed = request.described?.endpoint?.query.get(name)?.required === true;
    if (isDescribed || sends(request, name)) continue;
    yield { message: "documented", data: endpointOf(request, documented, name), range: request.anchor };
  }
}

/** Reports fields of the body that the service ignores unless a query parameter says that the caller supports them. */
function* checkKept(request: Request, documented: Documented): Generator<Report> {
  const { keptBy = {}, service } = documented;
  for (const body of jsonBodies(request).filter(isObject))
    for (const { key, keyRange, value } of body.members) {
      const name = Object.hasOwn(keptBy, key) ? keptBy[key] : undefined;
      if (name === undefined || value.kind === "undefined" || sends(request, name)) continue;
      yield { message: "keptBy", data: { path: key, name, service }, range: keyRange };
    }
}

function sends({ query }: Request, name: string): boolean {
  return query.kind !== "unknown" && query.members.some(({ key }) => key === name);
}

function endpointOf({ method }: Request, { path, service }: Documented, name: string): Record<string, string> {
  return { method: asText(method) ?? "", path, service, name };
}

function isSeveral(value: Value): boolean {
  if (value.kind === "array") return value.elements.length > 1;
  return asText(value)?.includes(",") ?? false;
}

/** Checks numbers against the service's documented upper limits. A client that fetches all pages loses nothing, and is excluded. */
export function* checkMost(request: Request, service: PublicService | undefined): Generator<Report> {
  const { query, pages } = request;
  const limits = service?.most?.parameters;
  if (!service || !limits || query.kind === "unknown" || pages || !isOfWholeService(request, service)) return;
  for (const { key, value } of query.members) {
    const most = Object.hasOwn(limits, key) ? limits[key] : undefined;
    if (most === undefined) continue;
    for (const option of optionsOf(value)) {
      const text = asScalarText(option);
      if (text === undefined || !/^\d+$/u.test(text) || Number(text) <= most) continue;
      yield { message: "most", data: { name: key, value: text, most, service: service.name }, range: option.range };
    }
  }
}

/** Reports names that are one typo away from a parameter of the endpoint. Other unknown names may be newer than the table. */
export function* checkNames({ query, method, unfilled }: Request, taken: Taken | undefined): Generator<Report> {
  if (!taken || query.kind === "unknown" || unfilled) return;
  const sent = new Set(query.members.map(({ key }) => key));
  const unsent = [...taken.names].filter((name) => !sent.has(name));
  for (const { key: name, keyRange } of query.members) {
    const near = taken.names.has(name) ? [] : findNear(name, unsent);
    if (near.length === 0) continue;
    const data = { method: asText(method) ?? "", path: taken.path, name };
    yield { message: "near", data: { ...data, near: near.map((each) => `\`${each}\``).join(" or ") }, range: keyRange };
  }
}
