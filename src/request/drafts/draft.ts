import type TS from "typescript";
import type { Answer } from "../../response/answer";
import type { Range } from "../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../value/value";
import type { OtherService } from "../public-apis";
import type { Body, ClientDefaults } from "../request";

/** The address of a request, from which the service's base is not split off yet. */
export interface Address {
  /** The URL or path as passed to the call: a string, a `URL`, or a filled template. */
  readonly url: Value;
  /** The client's base for relative URLs; an unknown value if a base may be set out of sight. */
  readonly base?: Value;
  /** How base and URL are joined: `append` (axios, got, ky, openapi-fetch), or `resolve` as `new URL(url, base)` does. */
  readonly join: "append" | "resolve";
  /** Which URLs are sent without the base: those that begin with a host (absent), only those with a scheme (ofetch), or none (ky). */
  readonly alone?: "host" | "scheme" | "never";
  /** A slash follows the base even if the URL is empty. */
  readonly isPrefix?: true;
  /** A path alone counts as the service's: the client's base is set elsewhere. */
  readonly ownsRelative: boolean;
}

const setElsewhere = "base set elsewhere";

/** A base of a client that is set out of sight. */
export function unseenBase(at: Range): Value {
  return { kind: "unknown", reason: setElsewhere, range: at };
}

/** Whether a client's base is set out of sight: a path on it is a path of the client's service. */
export function isUnseenBase(base: Value | undefined): boolean {
  return base?.kind === "unknown" && base.reason === setElsewhere;
}

/** A client's description of a request at the moment of sending. The analysis turns it into a `Request`. */
export interface Draft {
  readonly client: string;
  /** The client's service, if the client is for that one alone. */
  readonly serves?: OtherService;
  /** Upper case. */
  readonly method: Value;
  /** The place at which something missing is reported: the method literal or the callee's name. */
  readonly anchor: Range;
  readonly address: Address;
  /** Without the query of the URL. */
  readonly query: ObjectValue | UnknownValue;
  /**
   * How the query combines with that of the URL: it replaces it, surely or possibly (got), or unless it is empty (ky), or name by name: `undefined` then
   * removes a parameter (`hides`, ofetch), or lists are added (`sets`, better-fetch). Absent: both are sent.
   */
  readonly overUrl?: "replaces" | "may replace" | "replaces unless empty" | "hides" | "sets";
  readonly headers: ObjectValue | UnknownValue;
  readonly body?: Body | undefined;
  /** The client is generated from the description of the service: its methods declare all their parameters. */
  readonly generated?: true;
  /** The client requests the next page by itself, as long as an answer names one. */
  readonly pages?: true;
  /** Path parameters that neither the call nor anything else supplies. */
  readonly unfilled?: readonly string[];
  /** Hooks of the program get its options, and may use those that the client does not know. */
  readonly hooked?: true;
  /** The route is documented to take no body. */
  readonly takesNoBody?: true;
  readonly defaults: ClientDefaults;
  /** The credentials that the client was constructed with, if it sends them. */
  readonly token?: Value | undefined;
  /** The whole range, if the chain that sends the request is longer or shorter than the call that the engine sees. */
  readonly range?: Range;
  /** Calls that build what another call, or `await`, sends. */
  readonly made?: readonly TS.Node[];
  /** The members that lead from the result of the request's `node` to the body; absent if unknown. */
  answer?: Answer;
  /** Where the type of the response's body may be declared. It may also be set after sending, when the body is read. */
  typed?: TypedPlace;
}

/** Bound on the reads of one body: with more of them, its type is not looked up. */
export const manyReads = 8;

/** The expression, or type argument, whose awaited type is that of the body, or has the body under `property`. */
export interface TypedPlace {
  readonly node: TS.Node;
  readonly property?: string;
  /** The wrapper's call that leads to it, if there is one. */
  readonly site?: TS.Node;
  /** The wrapper calls on the path of the request, outermost first. */
  readonly calls?: readonly TS.Node[];
  /** Other calls that read the same body, such as that of a failed response. */
  readonly others?: readonly TS.Node[];
}
