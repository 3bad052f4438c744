import { joinSent } from "./sent";
import type { Call, ReadFields, SentBody } from "./usage";

/** @returns one call for two requests of the same call site, which depend on its callers. */
export function joinCalls(one: Call, other: Call): Call {
  const reads = one.reads && other.reads && joinReads(one.reads, other.reads);
  const body = joinBodies(one.body, other.body);
  const deprecated = [...new Set([...(one.deprecated ?? []), ...(other.deprecated ?? [])])];
  const unknown = [...one.unknown, ...other.unknown];
  const through = one.through?.length === other.through?.length ? one.through : undefined;
  return {
    ...placeOf(one),
    ...(through && { through }),
    tokens: one.tokens.length > 0 && other.tokens.length > 0 ? [...new Set([...one.tokens, ...other.tokens])] : [],
    query: joinSent([one.query, other.query]),
    headers: joinSent([one.headers, other.headers]),
    ...(body && { body }),
    ...(reads && { reads }),
    ...(deprecated.length > 0 && { deprecated }),
    unknown: unknown.filter(
      ({ part, reason }, index) => unknown.findIndex((each) => each.part === part && each.reason === reason) === index,
    ),
  };
}

type Place = Pick<
  Call,
  "client" | "file" | "line" | "column" | "endLine" | "endColumn" | "function" | "method" | "path"
>;

function placeOf(call: Call): Place {
  const { client, file, line, column, endLine, endColumn, function: around, method, path } = call;
  return {
    ...{ client, file, line, column, endLine, endColumn },
    ...(around !== undefined && { function: around }),
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
  };
}

function joinBodies(one: SentBody | undefined, other: SentBody | undefined): SentBody | undefined {
  if (!one || !other) {
    const only = one ?? other;
    return only && { ...only, presence: "maybe" };
  }
  const presence = one.presence === "always" && other.presence === "always" ? "always" : "maybe";
  return { presence, encoding: one.encoding === other.encoding ? one.encoding : "unknown", ...joinSent([one, other]) };
}

/** @returns what either of two calls reads. */
export function joinReads(one: ReadFields, other: ReadFields): ReadFields {
  const names = [...new Set([...Object.keys(one.fields ?? {}), ...Object.keys(other.fields ?? {})])];
  const at = one.at ?? other.at;
  const fields = names.map((name) => {
    const [a, b] = [one, other].map((each) => fieldOf(each, name));
    return [name, a && b ? joinReads(a, b) : (a ?? b ?? {})] as const;
  });
  return {
    ...((one.whole ?? other.whole) && { whole: true }),
    ...(at && { at }),
    ...(names.length > 0 && { fields: Object.fromEntries(fields) }),
  };
}

function fieldOf({ fields = {} }: ReadFields, name: string): ReadFields | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
