import { kindChecksOf } from "./kind-checks";
import type { Effect } from "./node";

/** The effect and the description of a kind of change. */
export interface Check {
  readonly effect: Effect;
  readonly text: string;
}

const requests = (text: string): Check => ({ effect: "requests", text });
const readers = (text: string): Check => ({ effect: "readers", text });
const nobody = (text: string): Check => ({ effect: "nobody", text });

const scopes = { parameter: "parameter", body: "body", property: "property" } as const;

/** @returns a check for each of parameter, body and property. */
function each(direction: "request" | "response", suffix: string, make: (noun: string) => Check): Record<string, Check> {
  const nouns = Object.entries(scopes).filter(([scope]) => direction === "request" || scope !== "parameter");
  return Object.fromEntries(nouns.map(([scope, noun]) => [`${direction}-${scope}-${suffix}`, make(noun)]));
}

const bounds: readonly (readonly [name: string, of: string, isLower: boolean])[] = [
  ["min", "least number", true],
  ["max", "greatest number", false],
  ["exclusive-min", "excluded least number", true],
  ["exclusive-max", "excluded greatest number", false],
  ["min-length", "least length", true],
  ["max-length", "greatest length", false],
  ["min-items", "least number of elements", true],
  ["max-items", "greatest number of elements", false],
  ["min-properties", "least number of members", true],
  ["max-properties", "greatest number of members", false],
];

function boundChecks(): Record<string, Check> {
  const checks: Record<string, Check> = {};
  for (const [name, of, isLower] of bounds)
    for (const verb of ["set", "unset", "increased", "decreased"] as const) {
      const isTighter = verb === "set" || (verb === "increased") === isLower;
      const isTightened = verb !== "unset" && isTighter;
      Object.assign(
        checks,
        each("request", `${name}-${verb}`, (noun) =>
          isTightened
            ? requests(`The ${of} of the ${noun} was ${verb}: what is beyond it is refused.`)
            : nobody(`The ${of} of the ${noun} was ${verb}: more is taken.`),
        ),
        each("response", `${name}-${verb}`, (noun) =>
          isTightened
            ? nobody(`The ${of} of the ${noun} was ${verb}: the answer has less to expect.`)
            : readers(`The ${of} of the ${noun} was ${verb}: the answer may go beyond what it was.`),
        ),
      );
    }
  return checks;
}

function keywordChecks(): Record<string, Check> {
  const checks: Record<string, Check> = {};
  for (const name of ["pattern", "format", "multiple-of", "unique-items"])
    for (const verb of ["added", "changed", "removed"] as const)
      Object.assign(
        checks,
        each("request", `${name}-${verb}`, (noun) =>
          verb === "removed"
            ? nobody(`The ${noun} need no longer meet a rule (${name}).`)
            : requests(`The ${noun} has to meet another rule (${name}): what does not is refused.`),
        ),
        each("response", `${name}-${verb}`, (noun) =>
          verb === "removed"
            ? readers(`The ${noun} of the answer need no longer meet a rule (${name}).`)
            : nobody(`The ${noun} of the answer meets another rule (${name}).`),
        ),
      );
  return checks;
}

const ofEndpoints: Readonly<Record<string, Check>> = {
  "endpoint-added": nobody("The endpoint is new."),
  "endpoint-deprecated": nobody("The endpoint is deprecated from now on."),
  "endpoint-reactivated": nobody("The endpoint is no longer deprecated."),
  "api-path-removed-without-deprecation": requests("The path is gone, and was not deprecated before."),
  "api-path-removed-with-deprecation": requests("The path is gone; it was deprecated."),
  "api-removed-without-deprecation": requests("The method is gone from the path, and was not deprecated before."),
  "api-removed-with-deprecation": requests("The method is gone from the path; it was deprecated."),
  "api-security-added": requests("Authorization is needed from now on: requests without it are refused."),
  "api-security-alternative-added": nobody("There is another way of authorization."),
  "api-security-no-longer-required": nobody("No authorization is needed any more."),
  "api-security-removed": requests("A way of authorization is gone: requests that use it are refused."),
  "request-parameter-removed": requests("The parameter is gone: it is ignored or refused."),
  "request-parameter-removed-with-deprecation": requests(
    "The parameter, which was deprecated, is gone: it is ignored or refused.",
  ),
  "new-required-request-parameter": requests("The parameter is new and required: requests without it are refused."),
  "new-required-request-parameter-with-default": nobody("The parameter is new and required, and has a default."),
  "request-parameter-became-required-with-default": nobody("The parameter is required from now on, and has a default."),
  "new-optional-request-parameter": nobody("The parameter is new, and may be left out."),
  "request-parameter-became-required": requests(
    "The parameter is required from now on: requests without it are refused.",
  ),
  "request-parameter-became-optional": nobody("The parameter may be left out from now on."),
  "request-body-added-required": requests("The endpoint takes a body from now on, and requires it."),
  "request-body-added-optional": nobody("The endpoint takes a body from now on."),
  "request-body-removed": requests("The endpoint takes no body any more: it is ignored or refused."),
  "request-body-became-required": requests("The body is required from now on."),
  "request-body-became-optional": nobody("The body may be left out from now on."),
  "request-body-media-type-removed": requests("The body may no longer have this media type."),
  "request-body-media-type-added": nobody("The body may have another media type."),
  "request-property-removed": requests("The property of the body is gone: it is ignored or refused."),
  "new-required-request-property": requests(
    "The property of the body is new and required: requests without it are refused.",
  ),
  "new-required-request-property-with-default": nobody(
    "The property of the body is new and required, and has a default.",
  ),
  "new-optional-request-property": nobody("The property of the body is new, and may be left out."),
  "request-property-became-required": requests("The property of the body is required from now on."),
  "request-property-became-required-with-default": nobody(
    "The property of the body is required from now on, and has a default.",
  ),
  "request-property-became-optional": nobody("The property of the body may be left out from now on."),
  "request-optional-property-became-read-only": requests(
    "The server sets the property: what is sent is ignored or refused.",
  ),
  "request-required-property-became-read-only": requests(
    "The server sets the property: what is sent is ignored or refused.",
  ),
  "request-optional-property-became-not-read-only": nobody("The property may be sent from now on."),
  "request-required-property-became-not-read-only": nobody("The property may be sent from now on."),
  "response-optional-property-removed": readers("The answer no longer has the property."),
  "response-required-property-removed": readers("The answer no longer has the property, which it always had."),
  "response-optional-property-added": nobody("The answer may have another property."),
  "response-required-property-added": nobody("The answer has another property."),
  "response-property-became-optional": readers("The property may be absent from the answer."),
  "response-property-became-required": nobody("The property is always in the answer."),
  "response-optional-property-became-write-only": readers("The answer no longer has the property."),
  "response-required-property-became-write-only": readers(
    "The answer no longer has the property, which it always had.",
  ),
  "response-optional-property-became-not-write-only": nobody("The answer may have another property."),
  "response-required-property-became-not-write-only": nobody("The answer has another property."),
  "response-success-status-removed": readers("The endpoint no longer answers with this status when all goes well."),
  "response-success-status-added": nobody("The endpoint may answer with another status when all goes well."),
  "response-non-success-status-removed": nobody("The endpoint no longer answers with this status."),
  "response-non-success-status-added": nobody("The endpoint may answer with another status."),
  "response-media-type-removed": readers("The answer no longer has this media type."),
  "response-media-type-added": nobody("The answer may have another media type."),
  ...each("request", "type-changed", (noun) => requests(`The ${noun} has another type: what does not fit is refused.`)),
  ...each("request", "type-generalized", (noun) => nobody(`The ${noun} may have more types.`)),
  ...each("response", "type-changed", (noun) => readers(`The ${noun} of the answer has another type.`)),
  ...each("response", "type-specialized", (noun) => nobody(`The ${noun} of the answer has a narrower type.`)),
  ...each("response", "type-generalized", (noun) => readers(`The ${noun} of the answer may have more types.`)),
  ...each("request", "enum-value-removed", (noun) => requests(`The ${noun} may no longer have a value.`)),
  ...each("request", "enum-value-added", (noun) => nobody(`The ${noun} may have another value.`)),
  ...each("request", "became-enum", (noun) => requests(`The ${noun} may have the listed values only.`)),
  ...each("request", "enum-removed", (noun) => nobody(`The ${noun} may have any value.`)),
  ...each("response", "enum-value-removed", (noun) => nobody(`The ${noun} of the answer no longer has a value.`)),
  ...each("response", "enum-value-added", (noun) => readers(`The ${noun} of the answer may have another value.`)),
  ...each("response", "became-enum", (noun) => nobody(`The ${noun} of the answer has the listed values only.`)),
  ...each("response", "enum-removed", (noun) => readers(`The ${noun} of the answer may have any value.`)),
  ...each("request", "const-added", (noun) => requests(`The ${noun} may have one value only.`)),
  ...each("request", "const-changed", (noun) => requests(`The ${noun} may have another value only.`)),
  ...each("request", "const-removed", (noun) => nobody(`The ${noun} may have other values than the one.`)),
  ...each("response", "const-added", (noun) => nobody(`The ${noun} of the answer has one value only.`)),
  ...each("response", "const-changed", (noun) => readers(`The ${noun} of the answer has another value.`)),
  ...each("response", "const-removed", (noun) => readers(`The ${noun} of the answer may have other values.`)),
  ...each("request", "became-nullable", (noun) => nobody(`The ${noun} may be null.`)),
  ...each("request", "became-not-nullable", (noun) => requests(`The ${noun} may no longer be null.`)),
  ...each("response", "became-nullable", (noun) => readers(`The ${noun} of the answer may be null.`)),
  ...each("response", "became-not-nullable", (noun) => nobody(`The ${noun} of the answer is no longer null.`)),
  ...each("request", "default-value-changed", (noun) =>
    requests(`Where the ${noun} is left out, another value holds.`),
  ),
  ...each("request", "default-value-added", (noun) => nobody(`The default of the ${noun} is told.`)),
  ...each("request", "default-value-removed", (noun) => nobody(`The default of the ${noun} is no longer told.`)),
  ...each("response", "default-value-changed", (noun) => nobody(`The default of the ${noun} is another.`)),
  ...each("response", "default-value-added", (noun) => nobody(`The default of the ${noun} is told.`)),
  ...each("response", "default-value-removed", (noun) => nobody(`The default of the ${noun} is no longer told.`)),
  ...each("request", "one-of-removed", (noun) => requests(`The ${noun} may no longer be one of its alternatives.`)),
  ...each("request", "one-of-added", (noun) => nobody(`The ${noun} has another alternative.`)),
  ...each("response", "one-of-removed", (noun) => nobody(`The ${noun} of the answer has an alternative less.`)),
  ...each("response", "one-of-added", (noun) => readers(`The ${noun} of the answer has another alternative.`)),
  ...each("request", "combination-changed", (noun) =>
    requests(`Other combinations of schemas hold for the ${noun}: what does not fit is refused.`),
  ),
  ...each("request", "combination-removed", (noun) =>
    nobody(`A combination of schemas no longer holds for the ${noun}.`),
  ),
  ...each("response", "combination-changed", (noun) =>
    readers(`Other combinations of schemas hold for the ${noun} of the answer.`),
  ),
  ...each("request", "deprecated", (noun) => nobody(`The ${noun} is deprecated from now on.`)),
  ...each("request", "reactivated", (noun) => nobody(`The ${noun} is no longer deprecated.`)),
  ...each("response", "deprecated", (noun) => nobody(`The ${noun} of the answer is deprecated from now on.`)),
  ...each("response", "reactivated", (noun) => nobody(`The ${noun} of the answer is no longer deprecated.`)),
  ...boundChecks(),
  ...keywordChecks(),
};

const ofMaps: Readonly<Record<string, Check>> = {
  "api-permission-unlisted": requests(
    "The map no longer lists the endpoint: whether an application may call it is not told.",
  ),
  "api-permission-listed": nobody("The map lists the endpoint from now on."),
  "api-permission-changed": requests("Another permission is needed: without it the request is refused."),
  "api-permission-alternative-added": nobody("Another permission is enough, too."),
  "api-token-type-removed": requests("Tokens of a type are no longer taken: requests with one are refused."),
  "api-token-type-added": nobody("Tokens of another type are taken, too."),
};

const ofKinds: Readonly<Record<string, Check>> = {
  "kind-removed": requests("The kind is gone: its documents are refused."),
  "kind-version-removed": requests("The version of the kind is gone: documents of it are refused."),
  "kind-added": nobody("The kind is new."),
  "kind-version-added": nobody("The kind has another version."),
  "rules-added": requests("The value has to meet another rule: what does not is refused."),
  "rules-removed": nobody("The value need no longer meet a rule."),
  "value-no-longer-fits": requests("The value fitted the older version and does not fit the newer one."),
};

/** All kinds of changes by id. Those of endpoints have the names of oasdiff if it has the same change. */
export const checks: Readonly<Record<string, Check>> = {
  ...ofEndpoints,
  ...ofMaps,
  ...kindChecksOf(ofEndpoints),
  ...ofKinds,
};
