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

/** One request, as `restraint requests` prints it. */
export interface Description {
  readonly client: string;
  /** As the service takes it; `undefined` where it is not known. */
  readonly method: string | undefined;
  /** Below the service's base, parameters as `{name}`, with `|` between alternatives; `undefined` if unknown. */
  readonly path: string | undefined;
  /** The known part of scheme, host and base path; `{a | b}` where it is one of several, with `""` for none. */
  readonly origin: string | undefined;
  readonly service: Request["target"]["service"];
  /** The listed endpoint, `PATCH /repos/{owner}/{repo}`. */
  readonly endpoint: string | undefined;
  /** Names, with `?` behind those that are sent on some paths only. */
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** The client's constructor or its hooks may set more fields. */
  readonly headersElsewhere: boolean;
  /** `json {name, tags}`, `text`, … */
  readonly body: string | undefined;
  /** The smallest selector for the code's reads of the response; `undefined` if they are not followed to their end. */
  readonly selector: string | undefined;
  /** The unknown parts, and why they are unknown. */
  readonly gaps: readonly Gap[];
}

export interface Gap {
  readonly part: "method" | "path" | "query" | "headers" | "body";
  readonly reason: string;
}

/** Describes a request in words, for `restraint requests`: the answer to "why was a rule silent?". */
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

/** @returns `PUT | DELETE` where it is one of several, all of them known. */
function severalMethods(request: Request): string | undefined {
  const methods = methodsOf(request);
  return methods.length > 1 && !methods.includes(undefined) ? methods.join(" | ") : undefined;
}

/** @returns `PATCH /orders/{id}`; the method alone where the path is not known, and `undefined` where neither is. */
export function nameRequest(request: Request): string | undefined {
  const method = effectiveMethod(request);
  const paths = new Set(pathsOf(request).map(templateOf));
  return paths.size === 0 ? method : `${method ?? "?"} ${[...paths].join(" | ")}`;
}

/** A string with `{name}` for each hole; equal path templates read equal. */
export function templateOf(value: StringValue): string {
  return value.parts.map((part) => (part.kind === "text" ? part.text : `{${nameOf(part.value)}}`)).join("");
}

/** The origin of a request, in which a hole that is one of several has the names of all. */
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

/** The name of a value for readers: the last one of its trail. */
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

/** JSON and forms leave out what is `undefined`. */
function namesSent({ members, ...object }: ObjectValue): readonly string[] {
  return namesOf({
    ...object,
    members: members.map((member) =>
      optionsOf(member.value).some(({ kind }) => kind === "undefined") ? { ...member, presence: "maybe" } : member,
    ),
  });
}

/** @returns the parts that keep a request from being fully known. Parameters of a path, and single values, need not be known themselves. */
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

/** Where no description says what is in it, a form is known well enough. */
function isBodyLookedInto({ body, described }: Request): boolean {
  return body?.encoding !== "form" || described?.endpoint?.body?.form !== undefined;
}

function isUnknown({ kind }: Value): boolean {
  return kind === "unknown";
}

/** What a call gives in front of a path may hold the beginning of the path, unless its name says that it is a base. */
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
