import { headerGroups } from "./axios-defaults";
import { optionsOf } from "../../drafts/known";
import { asObject, getProperty, objectOf, oneOf } from "../../drafts/objects";
import { layered, layeredHeaders, removedFields, withBasicAuthorization, withoutField } from "../../drafts/options";
import type { ClientDefaults } from "../../request";
import type { Range } from "../../../text/range";
import type { Member, ObjectValue, Value } from "../../../value/value";

/** Header fields that axios adds in Node to a request with a JSON body. */
const defaults: ClientDefaults = {
  contentType: true,
  acceptEncoding: "gzip, compress, deflate, br",
  userAgent: "axios",
  unseenHeaders: false,
};

/**
 * Joins the header fields of all layers. Those in `common` apply first, then those in the method's group, then the plain ones.
 *
 * @returns the fields set by the code, and those that axios adds.
 */
export function headersOf(
  layers: readonly (Value | undefined)[],
  method: string | undefined,
  at: Range,
): { readonly fields: ObjectValue; readonly added: ClientDefaults } {
  const given = layers.map((layer) => asObject(layered([layer], "headers", at) ?? objectOf([], at)));
  const inGroup = (group: string): (Value | undefined)[] => given.map((object) => layered([object], group, at));
  const own = given.map((object) =>
    object.kind === "unknown"
      ? object
      : { ...object, members: object.members.filter(({ key }) => !headerGroups.includes(key)) },
  );
  const groups = [...inGroup("common"), ...(method === undefined ? [] : inGroup(method.toLowerCase())), ...own];
  const headers = layeredHeaders(groups.map(withoutFalse), at, {
    dropped: ["undefined", "null"],
    deletes: ["undefined", "null"],
  });
  const auth = layers.map((layer) => getProperty(layer, "auth")).findLast((property) => property.presence === "always");
  return {
    fields: auth?.keyRange ? withBasicAuthorization(headers, auth.keyRange) : headers,
    added: addedTo(layers, groups),
  };
}

/**
 * Makes the content type optional if there may be no data: axios then removes it in browsers but sends it in Node.
 *
 * @param isArgument whether the data is an argument of the call. Unknown data counts as data then.
 */
export function sentWith(headers: ObjectValue, data: Value | undefined, isArgument: boolean): ObjectValue {
  const isNone = ({ kind }: Value): boolean => kind === "undefined" || (kind === "unknown" && !isArgument);
  if (data && !optionsOf(data).some(isNone)) return headers;
  const members = headers.members.map((member): Member =>
    member.key.toLowerCase() === "content-type" ? { ...member, presence: "maybe" } : member,
  );
  return { ...headers, members };
}

/** @returns the fields that axios adds, without those that the code sets to `null` or `false`. */
function addedTo(layers: readonly (Value | undefined)[], groups: readonly (Value | undefined)[]): ClientDefaults {
  const fields = groups.map((group) => asObject(group ?? objectOf([], noPlace)));
  const left = (name: string, usual: string | undefined): string | undefined =>
    withoutField(fields, name, usual, removes);
  // Another adapter, such as `fetch`, may add fields of its own.
  const isAdapted = layers.some((layer) => !["never", "unknown"].includes(getProperty(layer, "adapter").presence));
  return {
    ...defaults,
    removed: removedFields(fields, removes),
    contentType: left("content-type", "sent") !== undefined,
    acceptEncoding: left("accept-encoding", defaults.acceptEncoding) ?? (isAdapted ? "unknown" : undefined),
    userAgent: left("user-agent", defaults.userAgent) ?? (isAdapted ? "unknown" : undefined),
  };
}

const noPlace: Range = { start: 0, end: 0 };

const removes = (value: Value): boolean => value.kind === "null" || (value.kind === "boolean" && !value.value);

/** Replaces `false` by `null`: such a field is not sent, and removes an earlier field with its name. */
function withoutFalse(layer: Value | undefined): Value | undefined {
  if (layer?.kind !== "object") return layer;
  const absent = (value: Value): Value => (removes(value) ? { kind: "null", range: value.range } : value);
  const members = layer.members.map((member) => ({
    ...member,
    value: oneOf(optionsOf(member.value).map(absent), member.value.range),
  }));
  return { ...layer, members };
}
