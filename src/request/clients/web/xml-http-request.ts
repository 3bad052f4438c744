import type TS from "typescript";
import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Value } from "../../../value/value";
import { argument, rawBody } from "../../drafts/body";
import { RequestBuilder } from "../../drafts/builder";
import type { Draft } from "../../drafts/draft";
import { withHooks } from "../../drafts/hooks/hooks";
import { callable, fileMentions, type Members, namespace } from "../../drafts/natives";
import { objectOf, oneOf, undefinedAt, unknown } from "../../drafts/objects";
import { anchorOf } from "../../drafts/options";
import type { ClientDefaults } from "../../request";
import type { Client } from "../client";
import { standardMethod } from "../fetch/fetch";

/** The browser's `XMLHttpRequest`: `open`, `setRequestHeader`, `send`. */
export const xmlHttpRequest: Client = {
  name: "xml-http-request",
  globals: { XMLHttpRequest: ({ ts }) => xmlHttpRequestClass(ts) },
};

const defaults: ClientDefaults = {
  contentType: false,
  acceptEncoding: "unknown",
  userAgent: "unknown",
  unseenHeaders: false,
};

function xmlHttpRequestClass(ts: typeof TS): Native {
  return {
    label: "XMLHttpRequest",
    class: "XMLHttpRequest",
    construct: (call) => opaque(instance(new RequestBuilder(ts, call)), call.range),
  };
}

interface Opened {
  readonly call: NativeCall;
  readonly method: Value;
  readonly url: Value;
}

function instance(builder: RequestBuilder): Native {
  const opened: Opened[] = [];
  const members: Members = {
    open: () =>
      callable("open", (call) => {
        const method = standardMethod(argument(call, 0) ?? unknown("no method", call.range));
        const own = { call, method, url: argument(call, 1) ?? unknown("no URL", call.range) };
        if (builder.isSure(call)) opened.length = 0;
        if (opened.every((each) => each.call.node !== call.node)) opened.push(own);
        return undefinedAt(call.range);
      }),
    setRequestHeader: () =>
      callable("setRequestHeader", (call) => {
        builder.setHeaders(call, argument(call, 0), argument(call, 1));
        return undefinedAt(call.range);
      }),
    send: () =>
      callable("send", (call) => {
        const draft = draftOf(builder, opened, call);
        const isReplaced = fileMentions(call, /\bXMLHttpRequest\s*\.\s*prototype\b/);
        call.send(isReplaced ? withHooks(draft, new Set(["body", "headers"]), call.range) : draft);
        return undefinedAt(call.range);
      }),
  };
  return { ...namespace("XMLHttpRequest", members), isBuilt: true };
}

/** If several `open` calls run on conditions, method and URL are alternatives. Without a known `open`, they are unknown. */
function draftOf(builder: RequestBuilder, opened: readonly Opened[], call: NativeCall): Draft {
  const at = call.range;
  const [only] = opened.length === 1 ? opened : [];
  const one = (part: "method" | "url"): Value =>
    opened.length > 0
      ? oneOf(
          opened.map((each) => each[part]),
          at,
        )
      : unknown("it is opened elsewhere", at);
  const method = one("method");
  return {
    client: "XMLHttpRequest",
    method,
    anchor: only ? anchorOf(method, only.call.calleeRange, only.call.range) : call.calleeRange,
    address: { url: one("url"), join: "resolve", ownsRelative: false },
    query: objectOf([], at),
    headers: builder.headers(at),
    body: rawBody(argument(call, 0)),
    defaults: { ...defaults, unseenHeaders: builder.unseen || opened.length === 0 },
    made: opened.map((each) => each.call.node),
  };
}
