/**
 * The meaning of each clause that rules cite, for the rules' pages: readers do not have the documents with the clauses.
 *
 * A rule that cites another clause must add its meaning here.
 */
export const clauseMeanings: Readonly<Record<string, string>> = {
  "conventions 2":
    "A resource is a JSON object. A collection is one too: its resources are in `items`, and `nextPageToken` leads to its next page. Resources with entity tags carry theirs in `etag`.",
  "conventions 4":
    "A PATCH or PUT carries `Authorization`, `Content-Type: application/json`, and a JSON object as its body.",
  "conventions 4.1.1": "A client asks for a compressed answer by `Accept-Encoding: gzip`.",
  "conventions 4.1.2": "It also has `gzip` somewhere in its `User-Agent`.",
  "conventions 4.1.3": "Answers are compressed only where both are there.",
  "conventions 4.2": "`fields` selects the parts of the response that are sent.",
  "conventions 4.2.1": "Without `fields` the whole response is sent.",
  "conventions 4.2.2": "Every request that answers with data accepts `fields`.",
  "conventions 4.2.3": "`fields` narrows the answer alone, never what has to be sent.",
  "conventions 4.2.4":
    "Selectors are separated by commas and start at the root of the response: `a/b` goes into `a`, `a(b,c)` selects several fields in `a`, and `*` stands for every child object.",
  "conventions 4.2.5": "A selector goes through arrays: it selects the same part of every element.",
  "conventions 4.2.6": "A field that is selected without sub-fields comes whole, with all that is in it.",
  "conventions 4.2.7":
    "The objects that enclose a selected field come along, and of what else is in them only what is selected too.",
  "conventions 4.2.8": "Nothing else is in the response.",
  "conventions 4.2.9":
    "Where responses are wrapped in `data`, selectors start inside it, and one that starts with `data` is an error.",
  "conventions 4.2.10": "A selection that is valid is answered with 200, any other with 400.",
  "conventions 4.3": "A PATCH changes the fields that it sends, and leaves the others alone.",
  "conventions 4.3.1":
    "A PATCH sends only the fields to change, inside their enclosing objects; it is merged into what is there.",
  "conventions 4.3.2": "A field that is not there yet is added by sending it.",
  "conventions 4.3.3": "A field that is there is changed by sending its new value.",
  "conventions 4.3.4": "A field, or a whole object, is deleted by sending `null`.",
  "conventions 4.3.5": "An empty string empties a field, and does not delete it.",
  "conventions 4.3.6":
    "An array in a PATCH takes the place of the whole array: no single item can be added, changed or removed.",
  "conventions 4.3.7":
    "A field that is left out stays as it is. A repeated field of which no element is sent stays too; one element is enough to replace them all.",
  "conventions 4.3.8": "A successful PATCH answers with the whole resource, unless `fields` narrows it.",
  "conventions 4.3.9": "`fields` on a PATCH saves data both ways.",
  "conventions 4.3.10":
    "Where resources have entity tags, a PATCH succeeds only with the current tag in `If-Match`, or with `*`, which needs no read before.",
  "conventions 4.3.11": "Every successful PATCH or PUT gives the resource a new tag.",
  "conventions 4.3.12":
    "Where the network lets no PATCH through, a POST with `X-HTTP-Method-Override: PATCH` is taken as one.",
  "conventions 4.3.13":
    "The way to change a resource is to read it with its `etag`, change it, and send the change with that tag in `If-Match`.",
  "conventions 4.4":
    "A PUT fails without a required field, clears optional fields that it leaves out, and ignores fields that the server sets.",
  "conventions 5": "A request is authorised by `Authorization: Bearer` and the token.",
  "conventions 7":
    "An invalid or unknown selection is answered with 400. A PATCH that would make the resource invalid is answered with 400 or 422, and changes nothing.",
  "permissions 1": "An application is created with permissions, and reaches private resources by those alone.",
  "permissions 2":
    "An endpoint lists the permission, the access level and the token types that it needs; it may be listed more than once.",
  "permissions 4":
    "The permission map lists endpoints by category of permission and level of access. It need not be complete.",
  "permissions 4.1":
    "Some endpoints take tokens of type `UAT` only, the others `UAT` and `IAT`. Some need more than one permission, or accept another one.",
  "permissions 5":
    "A request needs a token of a listed type, whose application holds the permission at the listed level or a higher one.",
  "permissions 5.1":
    "A request needs a token of a type that the endpoint lists, whose application holds the permission at the listed level or a higher one.",
  "permissions 5.2":
    "An endpoint may need several permissions, or accept a different one: its own documentation decides.",
  "description 1":
    "An imported description (OpenAPI, Google's discovery format) lists all endpoints of the service, by method and path.",
  "description 2":
    "An imported description lists the query parameters of an endpoint: which must be there, and what their values look like.",
  "description 3":
    "An imported description says what the body of a request looks like: what must be there, what the values are, and what the service alone sets.",
  "description 4":
    "An imported description lists the header fields that an endpoint takes: which must be there, and what their values look like.",
  "description 5": "An imported description marks endpoints, parameters and fields as deprecated.",
  "kinds 1":
    "Kinds belong to two groups: `Database` and `Table` to group a; `Application`, `Function` and `InvokeFunction` to group b.",
  "kinds 2": "Every kind has fields of its own, with types; some are required.",
  "kinds 2.1":
    "Every object has a kind and an API version, and may have `metadata`, `spec` and `status`. A `<Kind>List` holds objects of its kind.",
  "kinds 2.2": "A `spec` requires `resource` and `providerRef`. `state`, the policies and `backendRef` are optional.",
  "kinds 2.3": "A `status` reports `observedGeneration`, `phase` and `conditions`.",
  "kinds 2.4": "A `Database` requires `databaseName`.",
  "kinds 2.5":
    "A `Table` requires `databaseName` and `tableName`. Its `magneticStoreWriteProperties` exist from v0.5.0 of the group.",
  "kinds 2.6": "An `Application` requires `compartmentID`, `displayName` and `subnetIDS`.",
  "kinds 2.7": "A `Function` requires `applicationID`, `displayName`, `image` and `memoryInMbs`, which is a string.",
  "kinds 2.8": "An `InvokeFunction` requires `functionID`.",
  "kinds 9":
    "Both groups have the API version `v1alpha1`. `magneticStoreWriteProperties` belongs to group a from v0.5.0.",
  "imported contract":
    "What a contract of your own says: its schemas hold the patterns, bounds and rules that the service's definitions have.",
};
