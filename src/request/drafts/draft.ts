import type TS from "typescript";
import type { Answer } from "../../response/answer";
import type { Range } from "../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../value/value";
import type { OtherService } from "../public-apis";
import type { Body, ClientDefaults } from "../request";

/** The address of a request, including the service's base. */
export interface Address {
  /** The URL or path as passed to the call: a string, a `URL`, or a filled template. */
  readonly url: Value;
  /** The client's base for relative URLs; unknown if unseen code may set it. */
  readonly base?: Value;
  /** How base and URL are joined: `append` (axios, got, ky, openapi-fetch), or `resolve` as `new URL(url, base)` does. */
  readonly join: "append" | "resolve";
  /**
   * Which URLs are sent without the base: those with a host (absent), only those with a scheme (ofetch), or none (ky).
   */
  readonly alone?: "host" | "scheme" | "never";
  /** Whether a slash follows the base even if the URL is empty. */
  readonly isPrefix?: true;
  /** Whether a path alone belongs to the service, because the client's base is set elsewhere. */
  readonly ownsRelative: boolean;
}

const setElsewhere = "base set elsewhere";

/** A base of a client that unseen code sets. */
export function unseenBase(at: Range): Value {
  return { kind: "unknown", reason: setElsewhere, range: at };
}

/** Whether unseen code sets a client's base: a path on it belongs to the client's service. */
export function isUnseenBase(base: Value | undefined): boolean {
  return base?.kind === "unknown" && base.reason === setElsewhere;
}

/** A client's description of a request when it is sent. The analysis turns it into a `Request`. */
export interface Draft {
  readonly client: string;
  /** The client's service, if the client has only one. */
  readonly serves?: OtherService;
  /** Upper case. */
  readonly method: Value;
  /** The range at which missing parts are reported: the method literal or the callee's name. */
  readonly anchor: Range;
  readonly address: Address;
  /** Without the query of the URL. */
  readonly query: ObjectValue | UnknownValue;
  /**
   * How the query combines with the URL's own: it replaces it, certainly or possibly (got), or unless it is empty (ky);
   * or name by name: `undefined` removes a parameter (`hides`, ofetch), or lists are appended (`sets`, better-fetch).
   * Absent: both are sent.
   */
  readonly overUrl?: "replaces" | "may replace" | "replaces unless empty" | "hides" | "sets";
  readonly headers: ObjectValue | UnknownValue;
  readonly body?: Body | undefined;
  /** Set if the client is generated from the service's description: its methods declare all parameters. */
  readonly generated?: true;
  /** Set if the client requests the next page itself, as long as an answer names one. */
  readonly pages?: true;
  /** Path parameters without a value. */
  readonly unfilled?: readonly string[];
  /** Set if hooks of the program get the options, and may use options that the client does not know. */
  readonly hooked?: true;
  /** Set if the route is documented to take no body. */
  readonly takesNoBody?: true;
  readonly defaults: ClientDefaults;
  /** The credentials passed to the client's constructor, if it sends them. */
  readonly token?: Value | undefined;
  /** The range of the chain that sends the request, if it differs from the engine's call. */
  readonly range?: Range;
  /** Calls that build a request which another call, or `await`, sends. */
  readonly made?: readonly TS.Node[];
  /** The chains of members from the result of `node` to the body; absent if unknown. */
  answer?: Answer;
  /** The place that may declare the type of the body. May be set after sending, when the body is read. */
  typed?: TypedPlace;
}

/** Bound on the reads of one body; beyond it, the type is not looked up. */
export const manyReads = 8;

/** The expression or type argument that has the body's type when awaited, or has the body under `property`. */
export interface TypedPlace {
  readonly node: TS.Node;
  readonly property?: string;
  /** The wrapper's call that leads to it, if any. */
  readonly site?: TS.Node;
  /** The wrapper calls on the path of the request, outermost first. */
  readonly calls?: readonly TS.Node[];
  /** Other calls that read the same body, such as that of a failed response. */
  readonly others?: readonly TS.Node[];
}
