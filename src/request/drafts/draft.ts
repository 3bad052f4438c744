import type TS from "typescript";
import type { Answer } from "../../response/answer";
import type { Range } from "../../text/range";
import type { ObjectValue, UnknownValue, Value } from "../../value/value";
import type { OtherService } from "../public-apis";
import type { Body, ClientDefaults } from "../request";

/** The address of a request, before the service's base is taken off. */
export interface Address {
  /** The URL or path as given at the call: a string, a `URL`, or a template already filled. */
  readonly url: Value;
  /** The client's base for relative URLs; an unknown value if a base may be set out of sight. */
  readonly base?: Value;
  /** How base and URL are joined: `append` (axios, got, ky, openapi-fetch), or `resolve` as `new URL(url, base)` does. */
  readonly join: "append" | "resolve";
  /** Which URLs are sent without the base: those that begin with a host (absent), only those with a scheme (ofetch), or none (ky). */
  readonly alone?: "host" | "scheme" | "never";
  /** The base ends with a slash even where nothing follows. */
  readonly isPrefix?: true;
  /** Whether a path alone counts as the service's: the client's base is set elsewhere. */
  readonly ownsRelative: boolean;
}

const setElsewhere = "base set elsewhere";

/** The base of a client that is set out of sight. */
export function unseenBase(at: Range): Value {
  return { kind: "unknown", reason: setElsewhere, range: at };
}

/** Whether a client's base is set out of sight, so that a path on it is a path of the client's service. */
export function isUnseenBase(base: Value | undefined): boolean {
  return base?.kind === "unknown" && base.reason === setElsewhere;
}

/** A client's description of a request at the moment of sending. The analysis makes a `Request` of it. */
export interface Draft {
  readonly client: string;
  /** The service that the client belongs to, where it is for one alone. */
  readonly serves?: OtherService;
  /** Upper case. */
  readonly method: Value;
  /** The place for something that is missing: the method literal or the callee's name. */
  readonly anchor: Range;
  readonly address: Address;
  /** Beside that of the URL. */
  readonly query: ObjectValue | UnknownValue;
  /**
   * What the query does to the URL's own: takes its place, surely or not (got), unless it is empty (ky), or name by
   * name: `undefined` then removes a parameter (`hides`, ofetch), or lists are added (`sets`, better-fetch). Absent: both are sent.
   */
  readonly overUrl?: "replaces" | "may replace" | "replaces unless empty" | "hides" | "sets";
  readonly headers: ObjectValue | UnknownValue;
  readonly body?: Body | undefined;
  /** The client is generated from the description of the service: its methods declare all their parameters. */
  readonly generated?: true;
  /** The client asks for the next page by itself, as long as an answer names one. */
  readonly pages?: true;
  /** Parameters of the path that the call does not give, and nothing else may. */
  readonly unfilled?: readonly string[];
  /** Hooks of the program get its options, and may make something of those that the client does not know. */
  readonly hooked?: true;
  /** The route is documented as one that takes no body. */
  readonly takesNoBody?: true;
  readonly defaults: ClientDefaults;
  /** The credentials that the client was constructed with, if it sends them. */
  readonly token?: Value | undefined;
  /** The whole range, if the chain that sends the request is longer or shorter than the call that the engine sees. */
  readonly range?: Range;
  /** The calls that make what another call, or `await`, sends. */
  readonly made?: readonly TS.Node[];
  /** The members that lead from the result of the request's `node` to the body; absent if unknown. */
  answer?: Answer;
  /** The node at which the type of the response's body may be declared. It may also be set after sending, when the body is read. */
  typed?: TypedPlace;
}

/** Of a body that is read at so many places no type is told. */
export const manyReads = 8;

/** The expression, or type argument, that types the body: awaited, it is the body, or has it under `property`. */
export interface TypedPlace {
  readonly node: TS.Node;
  readonly property?: string;
  /** The call of the wrapper that leads to it, if another. */
  readonly site?: TS.Node;
  /** The calls of wrappers through which the request goes, the outermost first. */
  readonly calls?: readonly TS.Node[];
  /** Other calls that read the same body, such as that of a failure. */
  readonly others?: readonly TS.Node[];
}
