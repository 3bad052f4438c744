import type TS from "typescript";
import type { Answer } from "../../response/answer";
import type { Range } from "../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../value/value";
import type { Body, ClientDefaults } from "../request";

/** Where a client was told to send a request, before the service's base is taken off. */
export interface Address {
  /** The URL or path as given at the call: a string, a `URL`, or a template already filled. */
  readonly url: Value;
  /** What the client puts in front of a relative one; an unknown value where a base may be set that is not seen. */
  readonly base?: Value;
  /** How: `append` (axios, got, ky, openapi-fetch), or `resolve` as `new URL(url, base)` does. */
  readonly join: "append" | "resolve";
  /** Whether a path alone belongs to a client whose base is set elsewhere, so that it counts as the service's. */
  readonly ownsRelative: boolean;
}

/** What a client knows of a request at the moment at which it is sent. The analysis makes a `Request` of it. */
export interface Draft {
  readonly client: string;
  /** Upper case. */
  readonly method: Value;
  /** The place for something that is missing: the method literal or the callee's name. */
  readonly anchor: Range;
  readonly address: Address;
  /** Beside that of the URL. */
  readonly query: ObjectValue | UnknownValue;
  /** The query beside the URL takes the place of the URL's own: always (got), or unless it is empty (ky). */
  readonly replacesQuery?: "always" | "unless empty";
  readonly headers: ObjectValue | UnknownValue;
  readonly body?: Body | undefined;
  readonly defaults: ClientDefaults;
  /** What the client was made with, where that is its way to authorise. */
  readonly token?: Value | undefined;
  /** The call's whole range, where the chain that sends it is longer or shorter than the call which the evaluator sees. */
  readonly range?: Range;
  /** How the code comes from what `node` of the request gives to the body; absent where that is not known. */
  answer?: Answer;
  /** Where the type of the response's body may be declared. Set after sending too, by what reads the body. */
  typed?: TypedPlace;
}

/** An expression whose type, awaited, is the body (or holds it under `property`), or the type argument that says so. */
export interface TypedPlace {
  readonly node: TS.Node;
  readonly property?: string;
  /** The call of the wrapper that leads to it, if another. */
  readonly site?: TS.Node;
}
