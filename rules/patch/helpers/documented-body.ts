import { sentMethod } from "../../../src/request/derived/method";
import type { PublicService, Taken, TextForm } from "../../../src/contract/services/service";
import { asText, optionsOf } from "../../../src/request/drafts/known";
import { isSentAsForm } from "../../../src/request/derived/form";
import { getHeader } from "../../../src/request/derived/headers";
import { type Documented, isOfWholeService } from "../../../src/request/derived/documented";
import { isObject, jsonBodies } from "../../../src/request/derived/predicates";
import type { Request } from "../../../src/request/request";
import type { Read } from "../../../src/response/reads";
import { stringifiedValue } from "../../../src/clients/native";
import type { ObjectValue, Value } from "../../../src/value/value";
import { findNear } from "../../../src/text/near";
import type { Report } from "../../../src/rule/define";
import { isSameValue } from "./same-value";

/** Checks a body against the documentation of a public service. */
export function* checkDocumentedBody(request: Request, documented: Documented | undefined): Generator<Report> {
  if (!documented) return;
  const { service, elsewhere = {}, sendsBack } = documented;
  const method = sentMethod(request) ?? "";
  for (const body of jsonBodies(request).filter(isObject)) {
    for (const { key, keyRange } of body.members) {
      const instead = elsewhere[key];
      if (instead !== undefined)
        yield { message: "elsewhere", data: { path: key, method, service, instead }, range: keyRange };
    }
    yield* checkNull(body, request, documented);
    yield* checkTexts(body, documented);
    if (sendsBack === undefined || isRequired(request, sendsBack)) continue;
    const isSent = body.open || body.members.some(({ key }) => key === sendsBack);
    if (!isSent && isReadBefore(request, sendsBack))
      yield { message: "sendsBack", data: { path: sendsBack, method, service }, range: request.anchor };
  }
}

/** The field must be omitted, and not null, if nothing exists yet. */
function* checkNull({ members }: ObjectValue, request: Request, { sendsBack, service }: Documented): Generator<Report> {
  if (sentMethod(request) !== "PUT") return;
  for (const { key, value } of members.filter((member) => member.key === sendsBack))
    for (const option of optionsOf(value))
      if (option.kind === "null") yield { message: "sentNull", data: { path: key, service }, range: option.range };
}

/** Reports fields that are one typo away from a field of the endpoint. Other unknown names may be newer than the table. */
export function* checkNames(request: Request, taken: Taken | undefined): Generator<Report> {
  if (!taken || request.unfilled) return;
  for (const body of jsonBodies(request).filter(isObject)) {
    const sent = new Set(body.members.map(({ key }) => key));
    const unsent = [...taken.names].filter((name) => !sent.has(name));
    for (const { key, keyRange } of body.members) {
      const [near, ...more] = taken.names.has(key) ? [] : findNear(key, unsent);
      if (near === undefined) continue;
      const isOne = more.length === 0;
      yield { message: isOne ? "near" : "unknown", data: { path: key, ...(isOne && { near }) }, range: keyRange };
    }
  }
}

const forms: Readonly<Record<TextForm, { readonly fits: RegExp; readonly begins: RegExp; readonly expected: string }>> =
  {
    reference: { fits: /^refs\/.+\/.+/u, begins: /^refs\//u, expected: "the whole name: `refs/heads/…`" },
    colour: { fits: /^[\da-f]{6}$/iu, begins: /^[\da-f]/iu, expected: "six hexadecimal digits without `#`" },
    base64: { fits: /^[\w+/=\s-]*$/u, begins: /^[\w+/=\s-]/u, expected: "written in Base64" },
  };

/** Checks texts against their documented format. If a text is partly unknown, its start suffices. JSON is never Base64. */
function* checkTexts({ members }: ObjectValue, documented: Documented): Generator<Report> {
  for (const { key, value } of members) {
    const form = documented.forms && Object.hasOwn(documented.forms, key) ? documented.forms[key] : undefined;
    if (form === undefined) continue;
    for (const option of optionsOf(value))
      if (isOtherText(option, form))
        yield {
          message: "form",
          data: { path: key, expected: forms[form].expected, service: documented.service },
          range: option.range,
        };
  }
}

function isOtherText(value: Value, form: TextForm): boolean {
  if (stringifiedValue(value)) return true;
  const text = asText(value);
  if (text !== undefined) return text !== "" && !forms[form].fits.test(text);
  const [first] = value.kind === "string" ? value.parts : [];
  return first?.kind === "text" && first.text !== "" && !forms[form].begins.test(first.text);
}

/** Reports a JSON body for an endpoint that accepts only forms. */
export function* checkForms(
  request: Request,
  service: PublicService | undefined,
  documented: Documented | undefined,
): Generator<Report> {
  const { body } = request;
  if (!service || body?.encoding !== "json" || isSentAsForm(request)) return;
  const takesForms = service.takesForms !== undefined && isOfWholeService(request, service);
  if (!takesForms && documented?.takesForms !== true) return;
  const { value } = getHeader(request, "Content-Type");
  for (const option of optionsOf(body.value))
    if (option.kind === "object" || option.kind === "array")
      yield { message: "takesForms", data: { service: service.name }, range: (value ?? option).range };
}

/** Whether the description of the endpoint requires a field. */
function isRequired({ described, resource }: Request, name: string): boolean {
  return described !== undefined && resource?.type === "object" && resource.fields.get(name)?.required === true;
}

/**
 * Whether there certainly is something to replace: the same run of the function has read the same path, and used the answer. Code that only tests whether the
 * read succeeded may go on to create the resource. Code that reads the field sends it where needed.
 */
function isReadBefore({ range, earlier, target: { path } }: Request, field: string): boolean {
  return earlier.some((read) => {
    const { reads, target } = read;
    if (path === undefined || target.path === undefined || sentMethod(read) !== "GET" || !reads) return false;
    if (reads.escape || reads.body.whole || [field, ...ofFailures].some((name) => reads.body.fields.has(name)))
      return false;
    return isSameValue(path, target.path) && isUsedBefore(reads.body, range.start);
  });
}

/** Code that reads one of these tests whether the read failed. */
const ofFailures: readonly string[] = ["message", "status", "documentation_url"];

function isUsedBefore({ places, fields }: Read, offset: number): boolean {
  return places.some(({ start }) => start < offset) || [...fields.values()].some((each) => isUsedBefore(each, offset));
}
