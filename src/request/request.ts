import type { PermissionEntry } from "../contract/contract";
import type { Grants } from "../contract/permissions/grants";
import type { Loop } from "../clients/native";
import type { Range } from "../text/range";
import type { Reads } from "../response/reads";
import type { Asking } from "./asking";
import type { Misuse } from "./misuses/misuse";
import type { OptionsPlace } from "./options-place";
import type { OtherService } from "./public-apis";
import type { ObjectShape, Shape } from "../shape/shape";
import type { Described } from "./derived/described";
import type { ObjectValue, StringValue, UnknownValue, Value } from "../value/value";

/** A call site that sends an HTTP request. */
export interface Request {
  /** Unique within one analysis; `ResponseOrigin.request` refers to it. */
  readonly id: number;
  /** The client through which it goes: `fetch`, `axios`, `octokit.request`, … */
  readonly client: string;
  /** The whole call expression in the file under analysis. */
  readonly range: Range;
  /** The calls that lead to it: first the one with `range`, then those behind it, last that of the client. */
  readonly calls: readonly Place[];
  /** The place for something that is missing: the method literal when the call site has one, else the callee's name. */
  readonly anchor: Range;
  /** Set when the code that sends it is written in another file; `range` is then the call through which it is reached. */
  readonly elsewhere?: true;
  /** HTTP method as sent (upper case), or not known. An override header does not change it: see `effectiveMethod`. */
  readonly method: Value;
  readonly target: Target;
  /** The query, in the URL and beside it, percent-decoded. A repeated key gives an array. */
  readonly query: ObjectValue | UnknownValue;
  /** Header fields; keys as written. `headers.ts` looks them up without regard to case. Those the client sends by itself are in `defaults`. */
  readonly headers: ObjectValue | UnknownValue;
  readonly defaults: ClientDefaults;
  /** The body before it is written as JSON; absent when the request has none. */
  readonly body?: Body;
  /** The route is documented as one that takes no body. */
  readonly takesNoBody?: true;
  /** The token: the text after the scheme in Authorization, or the client's own. */
  readonly token?: Value;
  /** The shape of the response's body, by the service's contract, or else by its declared type, which is looked up when it is asked for. */
  readonly response?: Shape | undefined;
  /** Whether the shape is the contract's: the response then has no other fields. */
  readonly isDescribed?: boolean;
  /** What an imported description says of it; absent without one, and for requests to other services. */
  readonly described?: Described | undefined;
  /** All parameters of the method that sends it, by the types of a package that is generated from the service's description; looked up when it is asked for. */
  readonly parameters?: ObjectShape | undefined;
  /** The code's reads of the response's body; absent if it is not known how the client gives it. */
  readonly reads?: Reads;
  /** The call with `range` as one on whose behalf it is sent, and those that have it sent by a function of the code: see `asking.ts`. */
  readonly asking?: Asking;
  /** The shape of the resource that a PATCH or PUT changes, by the declared type of the body or of the response; by an imported description, that of any body. */
  readonly resource?: Shape | undefined;
  /**
   * The resource's shape by the declared type of the body. The answer may have other fields.
   */
  readonly sent?: Shape | undefined;
  /** Requests that have surely been sent, and succeeded, before this one when the same function runs, oldest first. */
  readonly earlier: readonly Request[];
  /** The innermost loop that may send it more than once, if it stands in one. */
  readonly loop?: Loop;
  /**
   * No call sends it: it is what a client that the file makes sends with every request. It is checked, and not listed. Calls of a library's client may add
   * anything to it, calls of the program's own only what its parameters take.
   */
  readonly specimen?: "library" | "own";
  /** The client asks for the next page by itself, as long as an answer names one. */
  readonly pages?: true;
  /** Parameters of the path that the call does not give its client. */
  readonly unfilled?: readonly string[];
  /** Alternative permissions by the client's documentation, whether or not the map lists the endpoint. */
  readonly needs?: readonly PermissionEntry[];
  /**
   * What its token is granted, where that does not depend on the application: in a workflow. Of one that does not say so, the repository's settings decide, which
   * nobody sees here.
   */
  readonly granted?: Grants | "unknown";
  /** What the call gives its client in the wrong place. */
  readonly misuses?: readonly Misuse[];
  /** Where the call in the file takes `headers`, if it has none; absent behind wrappers. */
  readonly placeForHeaders?: OptionsPlace | undefined;
  /** Values with an identity that were in scope when it was sent and could serve as its entity tag: for suggestions. */
  readonly tagsInScope: readonly string[];
}

/** A place in a file of the program. */
export interface Place {
  readonly fileName: string;
  readonly offset: number;
  /** The innermost function around it. */
  readonly within?: Range;
}

/** Where a request goes. */
export interface Target {
  /** The known part of scheme, host and base path; absent for a path alone. */
  readonly origin?: StringValue;
  /** Path below the service's base, starting with `/`, without query; holes stand for path parameters. Absent when not known. */
  readonly path?: StringValue;
  /** Set if `path` is absent because it has alternatives: these. */
  readonly paths?: readonly StringValue[];
  /** `origin` is one of several, and not each of them stands before each of `paths`. */
  readonly paired?: true;
  /** Set if the path is unknown because it is a single value behind the base: that value. */
  readonly hole?: Value;
  /** Whether the request is one to the configured service. Without a configured service every recognised request is `yes` that shows no other: see `ownership.ts`. */
  readonly service: "yes" | "no" | "unknown";
  /** The well-known other service that the request goes to; where no service is configured, also the one that it shows by other signs. */
  readonly others?: OtherService;
  /** The URL has credentials (`https://user:secret@host`), which some clients send as Authorization. */
  readonly namesUser?: true;
}

/** A request body and how the client turns it into bytes. */
export interface Body {
  readonly value: Value;
  /**
   * `json`: written as JSON by the client or by `JSON.stringify` at the call; `text`: a string, sent as it is; `form`: FormData,
   * URLSearchParams; `raw`: anything else (`fetch` given a plain object sends `[object Object]`); `unknown`.
   */
  readonly encoding: "json" | "text" | "form" | "raw" | "unknown";
  /** Sent on some paths only; `value` is what those send. */
  readonly sometimes?: true;
  /** A hook of the client may send another in its place: `value` is one or the other, and nobody knows which. */
  readonly hooked?: true;
}

/** The header fields that a client sends by itself. */
export interface ClientDefaults {
  /** The client sets `Content-Type: application/json` for this request's body by itself. */
  readonly contentType: boolean;
  /** Accept-Encoding and User-Agent that it sends by itself. `undefined`: none; "unknown": depends on more than the source. */
  readonly acceptEncoding: string | undefined;
  readonly userAgent: string | undefined;
  /** Names, in small letters, of fields that the source may take away: by `null`, `false` or whatever the client heeds. */
  readonly removed?: readonly string[];
  /** Headers may be added out of sight: by interceptors, hooks, or a shared instance's defaults. */
  readonly unseenHeaders: boolean;
  /** The client is one that all of the program shares (`axios` itself), so that credentials may be set on it in another file. */
  readonly shared?: true;
}
