import { isNamedAsBase } from "../base-urls";
import type { Contract } from "../../contract/contract";
import type { Facts } from "../../contract/configuration/configuration";
import type { ObjectValue, StringValue, UnknownValue, Value } from "../../value/value";
import { findRequestEndpoints, pathsOf } from "./endpoint";
import { asText, optionsOf } from "../drafts/known";
import { effectiveMethod } from "./method";
import { findForms } from "./form";
import type { Request } from "../request";
import { isMapped } from "./predicates";
import { findNeed } from "./smallest-selector";

/** A request as `restraint requests` prints it. */
export interface Description {
  readonly client: string;
  /** The method on which the service acts; undefined if unknown. */
  readonly method: string | undefined;
  /** Below the service's base, with parameters as `{name}` and `|` between alternatives; undefined if unknown. */
  readonly path: string | undefined;
  /** The known part of scheme, host and base path; `{a | b}` for alternatives, with `""` for an empty one. */
  readonly origin: string | undefined;
  readonly service: Request["target"]["service"];
  /** The listed endpoint, `PATCH /repos/{owner}/{repo}`. */
  readonly endpoint: string | undefined;
  /** Names, followed by `?` if sent only on some paths. */
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** The client's constructor or hooks may set more fields. */
  readonly headersElsewhere: boolean;
  /** `json {name, tags}`, `text`, … */
  readonly body: string | undefined;
  /** The smallest selector for the code's reads of the response; undefined if not all reads are known. */
  readonly selector: string | undefined;
  /** The unknown parts, with reasons. */
  readonly gaps: readonly Gap[];
}

export interface Gap {
  readonly part: "method" | "path" | "query" | "headers" | "body";
  readonly reason: string;
}

/** Describes a request in words, for `restraint requests`: shows why a rule was silent. */
export function describeRequest(request: Request, contract: Contract, facts: Facts): Description {
  const method = effectiveMethod(request);
  const { origin, service } = request.target;
  const paths = pathsOf(request);
  const match = service === "no" && !isMapped(request) ? undefined : findRequestEndpoints(request, contract, facts);
  const [entry] = match?.certainty === "certain" ? match.entries : [];
  return {
    client: request.client,
    method: method ?? severalMethods(request),
    path: paths.length === 0 ? undefined : [...new Set(paths.map(templateOf))].join(" | "),
    origin: origin && originTemplate(request.target),
    service,
    endpoint: entry && `${entry.method} ${entry.path}`,
    query: namesOf(request.query),
    headers: namesOf(request.headers),
    headersElsewhere: request.defaults.unseenHeaders,
    body: request.body && bodySummary(request, request.body),
    selector: findNeed(request, facts)?.selector,
    gaps: gapsOf(request),
  };
}

function methodsOf(request: Request): readonly (string | undefined)[] {
  return [...new Set(optionsOf(request.method).map(asText))];
}

/** @returns `PUT | DELETE` for one of several methods, if all are known. */
function severalMethods(request: Request): string | undefined {
  const methods = methodsOf(request);
  return methods.length > 1 && !methods.includes(undefined) ? methods.join(" | ") : undefined;
}

/** @returns `PATCH /orders/{id}`; the method alone if the path is unknown, undefined if both are. */
export function nameRequest(request: Request): string | undefined {
  const method = effectiveMethod(request);
  const paths = new Set(pathsOf(request).map(templateOf));
  return paths.size === 0 ? method : `${method ?? "?"} ${[...paths].join(" | ")}`;
}

/** @returns the text of a string, with `{name}` for each hole. Equal path templates have equal texts. */
export function templateOf(value: StringValue): string {
  return value.parts.map((part) => (part.kind === "text" ? part.text : `{${nameOf(part.value)}}`)).join("");
}

/** @returns the origin of a request. A hole with alternatives lists all their names. */
function originTemplate({ origin, paired }: Request["target"]): string | undefined {
  if (!origin) return undefined;
  return origin.parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      const names = new Set(paired ? [] : optionsOf(part.value).map(nameInOrigin));
      return names.has("{}") ? "{}" : `{${[...names].join(" | ")}}`;
    })
    .join("");
}

function nameInOrigin(value: Value): string {
  if (value.kind !== "string") return nameOf(value) || "{}";
  const text = templateOf(value);
  const [part, ...others] = value.parts;
  if (part?.kind === "hole" && others.length === 0) return nameOf(part.value) || "{}";
  return text === "" ? '""' : text;
}

/** @returns the name of a value for readers: the last one of its trail. */
export function nameOf(value: Value): string {
  const trail = value.origin?.trail.at(-1);
  if (trail !== undefined) return trail;
  const quoted = value.kind === "unknown" ? /`([^`]+)`/.exec(value.reason)?.[1] : undefined;
  return quoted ?? "";
}

function namesOf(object: ObjectValue | UnknownValue): readonly string[] {
  return object.kind === "unknown"
    ? []
    : object.members.map((member) => (member.presence === "maybe" ? `${member.key}?` : member.key));
}

function bodySummary(request: Request, { value, encoding, sometimes }: NonNullable<Request["body"]>): string {
  const options = optionsOf(value);
  const forms = options.every(({ kind }) => kind === "string") ? findForms(request) : [];
  const isForm = forms.length > 0 && forms.length === options.length;
  const shapes = (isForm ? forms : options).map((option) =>
    option.kind === "object" ? `{${[...namesSent(option), ...(option.open ? ["…"] : [])].join(", ")}}` : option.kind,
  );
  return `${isForm ? "form" : encoding} ${[...new Set([...shapes, ...(sometimes ? ["undefined"] : [])])].join(" | ")}`;
}

/** Marks members that may be `undefined`: JSON and forms omit them. */
function namesSent({ members, ...object }: ObjectValue): readonly string[] {
  return namesOf({
    ...object,
    members: members.map((member) =>
      optionsOf(member.value).some(({ kind }) => kind === "undefined") ? { ...member, presence: "maybe" } : member,
    ),
  });
}

/** @returns the unknown parts of a request. Path parameters and single values may be unknown. */
export function gapsOf(request: Request): readonly Gap[] {
  const gaps: Gap[] = [];
  if (methodsOf(request).includes(undefined)) gaps.push({ part: "method", reason: reasonOf(request.method) });
  if (pathsOf(request).length === 0)
    gaps.push({
      part: "path",
      reason: request.target.origin
        ? `what follows ${originTemplate(request.target) ?? ""} is not known`
        : "the URL is not known",
    });
  else gaps.push(...prefixGap(request.target.origin));
  if (request.query.kind === "unknown") gaps.push({ part: "query", reason: request.query.reason });
  else if (request.query.open) gaps.push({ part: "query", reason: "there may be more parameters" });
  if (request.headers.kind === "unknown") gaps.push({ part: "headers", reason: request.headers.reason });
  else if (request.headers.open) gaps.push({ part: "headers", reason: "there may be more fields" });
  if (request.body && isBodyLookedInto(request) && optionsOf(request.body.value).some(isUnknown))
    gaps.push({ part: "body", reason: reasonOf(request.body.value) });
  return gaps;
}

/** Whether the body's contents matter. A form without a description counts as known. */
function isBodyLookedInto({ body, described }: Request): boolean {
  return body?.encoding !== "form" || described?.endpoint?.body?.form !== undefined;
}

function isUnknown({ kind }: Value): boolean {
  return kind === "unknown";
}

/** A call before a path may return the start of the path, unless its name is that of a base. */
function prefixGap(origin: StringValue | undefined): readonly Gap[] {
  const [first, second] = origin?.parts ?? [];
  if (first?.kind !== "hole" || second) return [];
  const called = optionsOf(first.value).find((option) => nameInOrigin(option).endsWith("()") && !isNamedAsBase(option));
  if (!called) return [];
  return [{ part: "path", reason: `what \`${nameInOrigin(called)}\` gives may hold the beginning of the path` }];
}

function reasonOf(value: Value): string {
  const unknown = optionsOf(value).find((option) => option.kind === "unknown");
  return unknown?.kind === "unknown" ? unknown.reason : `a ${value.kind} that is not known`;
}
