import { parseFields } from "../../src/fields/parse";
import { type Documented, findDocumented } from "../../src/request/derived/documented";
import { mergeSelectors, type Selection } from "../../src/fields/selection-tree";
import { getFields, getQuery } from "../../src/request/derived/query";
import type { Request } from "../../src/request/request";
import { asText } from "../../src/request/drafts/known";
import type { Value } from "../../src/value/value";
import type { Read } from "../../src/response/reads";
import { defineRule, type Context, type Report } from "../../src/rule/define";
import { mayBeDialect } from "./helpers/dialects";
import { addField } from "./helpers/edits";
import { pageToken, readsBelow } from "./helpers/reads";
import { findFieldsValues, type FieldsValue } from "./helpers/values";

type NoOptions = Readonly<Record<string, never>>;

export const rule = defineRule<"request", NoOptions>({
  id: "no-unselected-access",
  code: 100104,
  on: "request",
  convention: "fields",
  docs: {
    summary: "Disallow reading a field of the response that `fields` does not select.",
    why: "The service leaves the field out, so that the code reads `undefined`.",
    clauses: ["conventions 4.2.7", "conventions 4.2.8", "conventions 4.3.9"],
    preset: "recommended",
    severity: "error",
  },
  messages: {
    unselected: "`{path}` is not selected by `fields`: the service leaves it out. Select it, or do not read it.",
    notReturned:
      "`{path}` is not in the default answer, by {service}'s documentation: the service leaves it out. Ask for it in `{parameter}`.",
    notPart:
      "`{path}` is not among the parts that this request asks for, by {service}'s documentation: the service leaves it out. Name it in `part`.",
    reported:
      "`{path}` is not in the default answer, as users of {service} report: the service leaves it out. Ask for it in `fields`.",
    select: "Select `{path}`",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    const { reads } = request;
    const documented = findDocumented(request, context.facts);
    const answered = documented && answeredBy(request, documented);
    if (documented && answered !== undefined && reads) {
      const { selectors, open } = parseFields({ text: answered, holes: [] });
      const surroundings = { request, values: [], context, documented };
      if (!reads.body.changeable) reportFields(reads.body, [mergeSelectors(selectors, open)], [], surroundings);
      return;
    }
    const values = selectedAlways(request);
    if (values.length === 0 || !reads || reads.body.changeable) return;
    if (values.some((value) => mayBeDialect(request, context.facts, value))) return;
    const selections = values.map(({ fields }) => mergeSelectors(fields.selectors, fields.open));
    for (const body of readsBelow(reads.body, selections, request.response, context.facts))
      reportFields(body, selections, [], { request, values, context });
  },
});

interface Surroundings {
  readonly request: Request;
  readonly values: readonly FieldsValue[];
  readonly context: Context<NoOptions>;
  /** Set if the request selects nothing and the service returns only some fields by default. */
  readonly documented?: Documented;
}

/** @returns the default answer as a selector; `undefined` if the request asks for other fields or another format. */
function answeredBy(request: Request, { returns, selectedBy, parts }: Documented): string | undefined {
  const others = ["fields", "alt", ...(selectedBy ? [selectedBy, "$expand"] : [])];
  if (others.some((name) => getQuery(request, name).presence !== "absent")) return undefined;
  const named = parts && namedParts(getQuery(request, "part").value);
  return named ? `${aroundParts},${parts}(kind,etag,id,${named})` : returns;
}

/** Members of each page besides the list of objects with parts. */
const aroundParts = "kind,etag,nextPageToken,prevPageToken,pageInfo,tokenPagination,visitorId,eventId";

/** @returns the names in `part`; `undefined` if one is unknown. */
function namedParts(value: Value | undefined): string | undefined {
  const given =
    value?.kind === "array" ? (value.open ? [undefined] : value.elements.map((each) => each.value)) : [value];
  const texts = given.map((each) => each && asText(each));
  return texts.every((each) => each !== undefined && /^[a-z, ]+$/iu.test(each)) ? texts.join(",") : undefined;
}

/** @returns all values that `fields` may have; empty if one is unknown, or if `fields` may be absent. */
function selectedAlways(request: Request): readonly FieldsValue[] {
  const { presence, value } = getFields(request);
  const values = findFieldsValues(request);
  const options = value?.kind === "alternatives" ? value.options.length : 1;
  const areSound = values.every(({ fields }) => fields.mistakes.length === 0);
  return presence === "present" && values.length === options && areSound ? values : [];
}

/** Reports fields that no possible selection contains. Their subfields are not reported again. */
function reportFields(
  read: Read,
  selections: readonly Selection[],
  path: readonly string[],
  surroundings: Surroundings,
): void {
  if (read.changeable || selections.some((selection) => mayHaveAll(selection))) return;
  for (const field of read.fields.values()) {
    const inside = selections.flatMap((selection) => selection.fields.get(field.name) ?? []);
    const fieldPath = [...path, field.name];
    if (inside.length > 0) {
      if (inside.length === selections.length) reportFields(field, inside, fieldPath, surroundings);
    } else if (!isExempt(field.name, path, surroundings.request)) reportField(field, fieldPath, surroundings);
  }
}

/** Whether everything in a value may be selected. A wildcard selects every child object, and it is unknown which fields are objects. */
function mayHaveAll({ whole, open, fields }: Selection): boolean {
  return whole || open || fields.has("*");
}

/** Names under which services report failures. Code may look for one of these before the status, so that is not a read of the resource. */
const failureNames = new Set([
  "error",
  "errors",
  "error_description",
  "message",
  "detail",
  "details",
  "code",
  "status",
  "statusCode",
  "success",
  "ok",
]);

function isExempt(name: string, path: readonly string[], { reads, response }: Request): boolean {
  if (name === "length" || name.startsWith("@")) return true;
  if (path.length > 0) return false;
  if (name === pageToken) return true;
  const isDeclared = response?.type === "object" && response.fields.get(name)?.required === true;
  return reads?.failures === true && failureNames.has(name) && !isDeclared;
}

function reportField(field: Read, path: readonly string[], surroundings: Surroundings): void {
  const [place] = field.places.length > 0 ? field.places : placesBelow(field);
  if (!place) return;
  const { documented, context } = surroundings;
  context.report({
    message: documented ? messageOf(documented) : "unselected",
    data: { path: path.join("/"), service: documented?.service ?? "", parameter: documented?.selectedBy ?? "fields" },
    range: place,
    suggestions: suggestions(path, surroundings),
  });
}

function messageOf({ parts, isReported }: Documented): "notPart" | "reported" | "notReturned" {
  if (parts) return "notPart";
  return isReported ? "reported" : "notReturned";
}

/** @returns the places where a field inside of `field` is read. A certain read of an inner field is one of the outer field too. */
function placesBelow(field: Read): Read["places"] {
  return [...field.fields.values()].flatMap((each) => (each.places.length > 0 ? each.places : placesBelow(each)));
}

function suggestions(path: readonly string[], { values }: Surroundings): NonNullable<Report["suggestions"]> {
  const [value] = values;
  const edits = value && values.length === 1 ? addField(value.located, value.fields.selectors, path) : undefined;
  return edits ? [{ message: "select", data: { path: path.join("/") }, edits }] : [];
}
