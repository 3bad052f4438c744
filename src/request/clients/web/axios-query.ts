import type { NativeCall } from "../../../clients/native";
import type { ObjectValue, UnknownValue, Value } from "../../../value/value";
import { asObject, getProperty, overlay, unknown } from "../../drafts/objects";
import { layered } from "../../drafts/options";
import { layeredQuery, type LayerStyle } from "../../drafts/query-layers";
import { queryOption } from "../../drafts/query-string";

type Query = ObjectValue | UnknownValue;

/** How axios itself serializes parameters. */
const ownStyle: LayerStyle = {
  dropped: ["undefined", "null"],
  arrays: "brackets",
  innerArrays: "numbers",
  elementsAlike: true,
  nested: true,
  replacing: true,
};

/**
 * @returns the query: the `params` of all layers, serialized by axios or by `paramsSerializer`.
 *
 * @param queryUnseen whether unseen code may set parameters for all requests.
 * @param layers the options of the instance and of the call; later ones override earlier ones.
 */
export function queryOf(
  { queryUnseen }: { readonly queryUnseen: boolean },
  layers: readonly (Value | undefined)[],
  call: NativeCall,
): Query {
  const query = writtenQuery(layers, call);
  return queryUnseen && query.kind === "object" ? { ...query, open: true } : query;
}

/** @returns the array style if `paramsSerializer` sets only `indexes`: `null` means no brackets, `false` means empty ones. */
function arraysBy(option: Value | undefined): LayerStyle["arrays"] | undefined {
  if (option?.kind !== "object" || option.open) return undefined;
  const [only, ...others] = option.members;
  if (only?.key !== "indexes" || others.length > 0 || only.presence !== "always") return undefined;
  if (only.value.kind === "null") return "repeat";
  return only.value.kind === "boolean" && !only.value.value ? "brackets" : undefined;
}

function writtenQuery(layers: readonly (Value | undefined)[], call: NativeCall): Query {
  const at = call.range;
  const params = layers.flatMap((layer) => layered([layer], "params", at) ?? []);
  if (layers.every((layer) => getProperty(layer, "paramsSerializer").presence === "never"))
    return layeredQuery(params, at, ownStyle);
  const option = layered(layers, "paramsSerializer", at);
  const serializer = option?.kind === "opaque" ? option : layered([option], "serialize", at);
  const arrays = arraysBy(option);
  if (arrays) return layeredQuery(params, at, { ...ownStyle, arrays });
  const hidden = unknown("`paramsSerializer` writes the query", at);
  const [only, ...others] = params;
  if (serializer?.kind !== "opaque" || !only) return hidden;
  const written = call.invoke(serializer, [others.length > 0 ? overlay(params.map(asObject), at, (key) => key) : only]);
  return written.kind === "unknown" ? hidden : queryOption(written, at, ownStyle);
}
