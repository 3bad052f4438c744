import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { Member, ObjectValue, UnknownValue, Value } from "../../../value/value";
import { argument, rawBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { asText } from "../../drafts/known";
import { withHooks } from "../../drafts/hooks/hooks";
import { allParts } from "../../drafts/hooks/parts";
import { answer, answerHeaders, answerObject, callable, fileMentions, namespace } from "../../drafts/natives";
import { objectOf, unknown } from "../../drafts/objects";
import { anchorOf, headersOption, joinSpellings, layered, methodOrGet, upperCase } from "../../drafts/options";
import { queryOption, type QueryStyle } from "../../drafts/query-string";
import type { ClientDefaults } from "../../request";
import { fetchDefaults, fetchNative, jsonReader, requestClass } from "../fetch/fetch";
import type { Client, ClientContext } from "../client";

const defaults: ClientDefaults = {
  contentType: false,
  acceptEncoding: undefined,
  userAgent: undefined,
  unseenHeaders: false,
};
const queryStyle: QueryStyle = { dropped: [], empty: ["undefined", "null"], arrays: "repeat", elementsAlike: true };

/** undici: `request`, and clients for one origin. */
export const undici: Client = { name: "undici", modules: { undici: undiciModule } };

export function undiciModule(context: ClientContext): Native {
  const pool = (label: string) => (): Native => ({
    label,
    class: label,
    construct: (call) => opaque(client(context, label, argument(call, 0)), call.range),
  });
  const members = {
    request: () =>
      callable("undici.request", (call) => send(context, call, argument(call, 0), undefined, argument(call, 1))),
    fetch: () => fetchNative(context, { ...fetchDefaults, userAgent: "undici" }),
    Request: () => requestClass,
    Agent: pool("Agent"),
    Client: pool("Client"),
    Pool: pool("Pool"),
  };
  return namespace("undici", { ...members, default: () => namespace("undici", members) });
}

/** A `Client` or `Pool` for one origin: `client.request({path, method})`. `compose` adds interceptors and returns another one. */
function client(context: ClientContext, label: string, origin: Value | undefined): Native {
  return namespace(label, {
    request: () => callable(`${label}.request`, (call) => send(context, call, undefined, origin, argument(call, 0))),
    compose: () => callable(`${label}.compose`, (call) => opaque(client(context, label, origin), call.range)),
  });
}

/** Signs of interceptors, which may replace the request. */
const composing =
  /\.\s*compose\s*\(|\bDecoratorHandler\b|\bextends\s+(?:undici\s*\.\s*)?(?:Agent|Client|Dispatcher|Pool)\b/;

/** Whether a file's interceptors may change the requests that it sends. */
export function hasInterceptors(call: NativeCall): boolean {
  return fileMentions(call, composing);
}

function send(
  context: ClientContext,
  call: NativeCall,
  url: Value | undefined,
  origin: Value | undefined,
  options: Value | undefined,
): Value {
  const at = call.range;
  const method = methodOrGet([options], call);
  const base = origin ?? layered([options], "origin", at);
  const draft: Draft = {
    client: "undici",
    method: upperCase(method),
    anchor: anchorOf(method, call.calleeRange, at),
    address: {
      url: url ?? layered([options], "path", at) ?? unknown("no URL", at),
      ...(base && { base }),
      join: "append",
      ownsRelative: true,
    },
    query: queryOption(layered([options], "query", at), at, queryStyle),
    headers: headersOf(layered([options], "headers", at), at),
    body: rawBody(layered([options], "body", at)),
    defaults,
  };
  draft.answer = { ways: [["body", "json()"]], failures: true };
  const isIntercepted = hasInterceptors(call) || (!origin && context.writesBodies("undici"));
  const id = call.send(isIntercepted ? withHooks(draft, new Set(allParts), at) : draft);
  const body = namespace("body of an answer", {
    json: () => jsonReader(id),
    text: () => callable("text", (made) => answer(id, "response", ["text"], made.range, "string")),
  });
  return answerObject(
    {
      statusCode: answer(id, "response", ["statusCode"], at, "number"),
      headers: opaque(answerHeaders(id), at),
      body: opaque(body, at),
    },
    at,
  );
}

/** The header fields are an object, a list of pairs, or a flat list that alternates names and values. */
function headersOf(value: Value | undefined, at: Range): ObjectValue | UnknownValue {
  if (value?.kind !== "array" || value.elements.some((element) => element.value.kind === "array"))
    return joinSpellings(headersOption(value, at));
  const members: Member[] = [];
  let { open } = value;
  for (let index = 0; index + 1 < value.elements.length; index += 2) {
    const [key, content] = value.elements.slice(index, index + 2);
    const name = asText(key?.value);
    if (name === undefined || !key || !content || key.presence === "maybe") open = true;
    else members.push({ key: name, keyRange: key.value.range, value: content.value, presence: "always" });
  }
  return { ...objectOf(members, value.range, open) };
}
