import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { StringPart, Value } from "../../../value/value";
import { argument, jsonBody } from "../../drafts/body";
import type { Draft } from "../../drafts/draft";
import { asText } from "../../drafts/known";
import { callable, namespace } from "../../drafts/natives";
import { asObject, objectOf, unknown } from "../../drafts/objects";
import { layered, methodNamed } from "../../drafts/options";
import { queryOption } from "../../drafts/query-string";
import { partsOf, stringOf, textPart } from "../../drafts/strings";
import { membersLeft } from "../../drafts/template";
import { nowhere, type Client } from "../client";

/** Google's Cloud Storage client: listings, which are paged automatically, and the metadata of objects. */
export const googleCloudStorage: Client = {
  name: "google-cloud-storage",
  modules: { "@google-cloud/storage": storageModule },
  types: [
    { names: ["Storage"], packages: ["@google-cloud/storage"], needsPackage: true, make: storage },
    {
      names: ["Bucket"],
      packages: ["@google-cloud/storage"],
      needsPackage: true,
      make: () => bucket(unknown("a bucket", nowhere)),
    },
  ],
};

/** Options that the client uses itself and does not send. */
const ownOptions = new Set(["autoPaginate", "maxApiCalls", "gaxOptions"]);

function storageModule(): Native {
  return namespace("@google-cloud/storage", {
    Storage: () => ({
      label: "Storage",
      class: "Storage",
      construct: (call) => opaque(storage(), call.range),
    }),
  });
}

function storage(): Native {
  return namespace("Storage", {
    getBuckets: () => callable("storage.getBuckets", (call) => list("storage.getBuckets", [], call)),
    bucket: () => callable("storage.bucket", (call) => opaque(bucket(argument(call, 0)), call.range)),
  });
}

function bucket(name: Value | undefined): Native {
  const path = (call: NativeCall): readonly StringPart[] => [
    textPart("/", call.range),
    segment(name, "a bucket", call),
    textPart("/o", call.range),
  ];
  return namespace("Bucket", {
    getFiles: () => callable("bucket.getFiles", (call) => list("bucket.getFiles", path(call), call)),
    file: () =>
      callable("bucket.file", (call) => {
        const object = argument(call, 0);
        return opaque(
          fileOf((inner) => [...path(inner), textPart("/", inner.range), segment(object, "an object", inner)]),
          call.range,
        );
      }),
  });
}

function fileOf(path: (call: NativeCall) => readonly StringPart[]): Native {
  const sends = (name: string, verb: string, hasBody = false): Native =>
    callable(`file.${name}`, (call) => {
      const options = argument(call, hasBody ? 1 : 0);
      send(`file.${name}`, verb, { path: path(call), options, body: hasBody ? argument(call, 0) : undefined }, call);
      return unknown("what Cloud Storage answers", call.range);
    });
  return namespace("File", {
    getMetadata: () => sends("getMetadata", "GET"),
    setMetadata: () => sends("setMetadata", "PATCH", true),
    delete: () => sends("delete", "DELETE"),
  });
}

function segment(value: Value | undefined, what: string, call: NativeCall): StringPart {
  const [only, ...others] = value && asText(value) !== undefined ? partsOf(value) : [];
  return only?.kind === "text" && others.length === 0 && /^[\w.~-]+$/u.test(only.text)
    ? only
    : { kind: "hole", value: value ?? unknown(what, call.range) };
}

/** Sends a listing. The client requests all pages unless `autoPaginate` is `false`. */
function list(label: string, path: readonly StringPart[], call: NativeCall): Value {
  const options = argument(call, 0);
  const single = layered([options], "autoPaginate", call.range);
  const pages = single === undefined || (single.kind === "boolean" && single.value);
  send(label, "GET", { path, options, pages }, call);
  return unknown("a list and the answer", call.range, { is: "array" });
}

interface Sent {
  readonly path: readonly StringPart[];
  readonly options: Value | undefined;
  readonly body?: Value | undefined;
  readonly pages?: boolean;
}

function send(label: string, verb: string, { path, options, body, pages = false }: Sent, call: NativeCall): void {
  const at = call.range;
  // The caller may pass a callback in place of the options.
  const given = options?.kind === "opaque" ? objectOf([], at) : asObject(options ?? objectOf([], at));
  const left = given.kind === "object" ? membersLeft(given, (key) => ownOptions.has(key)) : given;
  call.send({
    client: label,
    serves: { name: "Google", selects: true },
    method: methodNamed(verb, call.calleeRange),
    anchor: call.calleeRange,
    address: {
      url: stringOf([textPart("https://storage.googleapis.com/storage/v1/b", at), ...path], at),
      join: "append",
      ownsRelative: true,
    },
    query: queryOption(left, at, { dropped: ["undefined"], arrays: "repeat" }),
    headers: objectOf([], at),
    body: jsonBody(body),
    defaults: { contentType: true, acceptEncoding: "gzip", userAgent: "unknown", unseenHeaders: true },
    token: unknown("token of the client", at),
    ...(pages && { pages: true as const }),
  } satisfies Draft);
}
