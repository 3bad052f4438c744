import { opaque, type Native } from "../../../clients/native";
import { argument } from "../../drafts/body";
import { callable, namespace } from "../../drafts/natives";
import { objectOf, overlay, unknown } from "../../drafts/objects";
import { layered, methodNamed } from "../../drafts/options";
import { stringOf, textPart } from "../../drafts/strings";
import type { Client } from "../client";
import { fetchDefaults, fetchDraft, fetchResponse } from "./fetch";

/** aws4fetch: a `fetch` that signs requests, in header fields or the query. */
export const aws4fetch: Client = {
  name: "aws4fetch",
  modules: {
    aws4fetch: () =>
      namespace("aws4fetch", {
        AwsClient: () => ({
          label: "AwsClient",
          class: "AwsClient",
          construct: (call) => opaque(client(), call.range),
        }),
      }),
  },
  types: [{ names: ["AwsClient"], packages: ["aws4fetch"], make: client }],
};

function client(): Native {
  return namespace("AwsClient", {
    fetch: () =>
      callable("AwsClient.fetch", (call) => {
        const at = call.range;
        const draft = fetchDraft("aws4fetch", call, fetchDefaults);
        const options = argument(call, 1);
        const isPost = !layered([options], "method", at) && draft.body !== undefined;
        const signature = stringOf(
          [textPart("AWS4-HMAC-SHA256 ", at), { kind: "hole", value: unknown("a signature", at) }],
          at,
        );
        const signed = objectOf([{ key: "Authorization", keyRange: at, value: signature, presence: "always" }], at);
        const inQuery = layered([options], "aws", at) !== undefined;
        const changed = {
          ...draft,
          ...(isPost && { method: methodNamed("POST", call.calleeRange) }),
          query: inQuery ? unknown("a signature may be in the query", at) : draft.query,
          headers: inQuery ? draft.headers : overlay([draft.headers, signed], at, (key) => key.toLowerCase()),
          defaults: { ...draft.defaults, unseenHeaders: true },
        };
        return opaque(fetchResponse(call.send(changed)), at);
      }),
  });
}
