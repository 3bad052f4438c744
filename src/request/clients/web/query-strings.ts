import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument } from "../../drafts/body";
import { asText, optionsOf } from "../../drafts/known";
import { callable, type Members, namespace } from "../../drafts/natives";
import { getProperty, oneOf, unknown } from "../../drafts/objects";
import { layered } from "../../drafts/options";
import { queryOption, type QueryStyle } from "../../drafts/query-string";
import { partsOf, stringOf, textPart } from "../../drafts/strings";
import type { Client } from "../client";

/** Packages that serialize an object as a query: `qs.stringify({ a, b })`. */
export const queryStrings: Client = {
  name: "query-strings",
  quiet: true,
  modules: {
    qs: () => writers({ stringify: () => callable("stringify", (call) => written(call, qsStyle(argument(call, 1)))) }),
    querystring: () => writers({ stringify: nodeStringify, encode: nodeStringify }),
    "query-string": () =>
      writers({
        stringify: () => callable("stringify", (call) => written(call, queryStringStyle(argument(call, 1)))),
        stringifyUrl: () => callable("stringifyUrl", wholeUrl),
      }),
  },
};

/** A module with functions as named exports and as members of its default export. */
function writers(members: Members): Native {
  const module = namespace("module", members);
  return { ...module, get: (name, at) => (name === "default" ? opaque(module, at) : module.get?.(name, at)) };
}

function nodeStringify(): Native {
  const style: QueryStyle = { dropped: [], empty: ["undefined", "null"], arrays: "repeat" };
  const isOwn = (call: NativeCall): boolean => argument(call, 1) === undefined;
  return callable("stringify", (call) => written(call, isOwn(call) ? { style } : undefined));
}

/** How a call serializes its object; absent if unsupported options change it. */
interface Writing {
  readonly style: QueryStyle;
  readonly prefix?: true;
}

const arrayFormats: Readonly<Record<string, QueryStyle["arrays"]>> = {
  repeat: "repeat",
  none: "repeat",
  brackets: "brackets",
  bracket: "brackets",
  comma: "comma",
};

/** Options that do not change the parameter names, or whose effect on them is supported. */
const qsOptions = [
  "addQueryPrefix",
  "arrayFormat",
  "skipNulls",
  "encode",
  "encodeValuesOnly",
  "format",
  "indices",
  "sort",
];

function qsStyle(options: Value | undefined): Writing | undefined {
  if (!hasOnly(options, qsOptions)) return undefined;
  const format = getProperty(options, "arrayFormat");
  // `indices` is the older option; it counts only without `arrayFormat`.
  const indices = format.presence === "never" ? getProperty(options, "indices").value : undefined;
  const isRepeated = indices?.kind === "boolean" && !indices.value;
  const arrays = isRepeated ? "repeat" : (arrayFormats[asText(format.value) ?? ""] ?? "unknown");
  const nulls = dropsNulls(options, "skipNulls");
  const prefix = getProperty(options, "addQueryPrefix").value;
  const hasPrefix = prefix?.kind === "boolean" && prefix.value;
  if (nulls === undefined || (prefix && prefix.kind !== "boolean")) return undefined;
  return {
    style: { dropped: ["undefined", ...nulls], empty: ["null"], arrays, nested: true },
    ...(hasPrefix && { prefix: true }),
  };
}

function queryStringStyle(options: Value | undefined): Writing | undefined {
  if (!hasOnly(options, ["arrayFormat", "skipNull", "encode", "strict", "sort"])) return undefined;
  const format = getProperty(options, "arrayFormat").value;
  const arrays = format ? (arrayFormats[asText(format) ?? ""] ?? "unknown") : "repeat";
  const nulls = dropsNulls(options, "skipNull");
  return nulls && { style: { dropped: ["undefined", ...nulls], empty: ["null"], arrays } };
}

function hasOnly(options: Value | undefined, names: readonly string[]): boolean {
  if (!options || options.kind === "undefined") return true;
  return options.kind === "object" && !options.open && options.members.every(({ key }) => names.includes(key));
}

function dropsNulls(options: Value | undefined, name: string): readonly "null"[] | undefined {
  const value = getProperty(options, name).value;
  if (!value) return [];
  if (value.kind !== "boolean") return undefined;
  return value.value ? ["null"] : [];
}

/** @returns the text of the query, with a leading `?` if requested and if there is a parameter. */
function written(call: NativeCall, writing: Writing | undefined): Value {
  const at = call.range;
  if (!writing) return unknown("a query that options change", at, { is: "string" });
  const query = queryOption(argument(call, 0), at, writing.style);
  if (query.kind === "unknown") return unknown("a query of an unknown object", at, { is: "string" });
  if (query.members.length === 0 && !query.open) return stringOf([], at);
  const text = [{ kind: "hole" as const, value: { ...query, class: "URLSearchParams" } }];
  if (!writing.prefix) return stringOf(text, at);
  const whole = stringOf([textPart("?", at), ...text], at);
  const isThere = query.members.some(({ presence }) => presence === "always");
  return isThere ? whole : oneOf([whole, stringOf([], at)], at);
}

/** `stringifyUrl({ url, query })`. */
function wholeUrl(call: NativeCall): Value {
  const at = call.range;
  const options = argument(call, 0);
  const url = layered([options], "url", at);
  const query = layered([options], "query", at);
  const text = written({ ...call, arguments: query ? [query] : [] }, queryStringStyle(argument(call, 1)));
  if (!url) return unknown("no URL", at);
  // query-string would merge the query and fragment in the URL with the new query.
  const isPlain = (each: Value): boolean =>
    partsOf(each).every((part) => part.kind !== "text" || !/[?#]/u.test(part.text));
  if (!optionsOf(url).every(isPlain)) return unknown("a URL whose query gets more parameters", at, { is: "string" });
  return oneOf(
    optionsOf(url).map((each) => stringOf([...partsOf(each), textPart("?", at), ...partsOf(text)], at)),
    at,
  );
}
