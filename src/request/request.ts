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
  /** The call chain to it: first the call with `range`, last that of the client. */
  readonly calls: readonly Place[];
  /** The place at which something missing is reported: the method literal if the call site has one, else the callee's name. */
  readonly anchor: Range;
  /** Set if the code that sends it is in another file; `range` is then the call that leads to it. */
  readonly elsewhere?: true;
  /** The HTTP method as sent, in upper case; may be unknown. An override header does not change it: see `effectiveMethod`. */
  readonly method: Value;
  readonly target: Target;
  /** The query, of the URL and beside it, percent-decoded. A repeated key gives an array. */
  readonly query: ObjectValue | UnknownValue;
  /** Header fields, with keys as written; `headers.ts` looks them up ignoring case. Those that the client sends by itself are in `defaults`. */
  readonly headers: ObjectValue | UnknownValue;
  readonly defaults: ClientDefaults;
  /** The body before it is written as JSON; absent if the request has none. */
  readonly body?: Body;
  /** The route is documented to take no body. */
  readonly takesNoBody?: true;
  /** The token: the text after the scheme in Authorization, or the client's own. */
  readonly token?: Value;
  /** The shape of the response's body, by the service's contract, or else by its declared type; looked up on first use. */
  readonly response?: Shape | undefined;
  /** Whether the shape comes from the contract: the response then has no other fields. */
  readonly isDescribed?: boolean;
  /** What an imported description says of it; absent without one, and for requests to other services. */
  readonly described?: Described | undefined;
  /** All parameters of the method that sends it, by the types of a package that is generated from the service's description; looked up on first use. */
  readonly parameters?: ObjectShape | undefined;
  /** The code's reads of the response's body; absent if it is unknown how the client returns it. */
  readonly reads?: Reads;
  /** The call with `range`, and the calls that send the request through a function of the code: see `asking.ts`. */
  readonly asking?: Asking;
  /**
   * The shape of the resource that a PATCH or PUT changes, by the declared type of the body or of the response; with an imported description, that of any body.
   */
  readonly resource?: Shape | undefined;
  /**
   * The resource's shape by the declared type of the body. The answer may have other fields.
   */
  readonly sent?: Shape | undefined;
  /** Requests that have surely been sent, and succeeded, before this one in the same run of the function, oldest first. */
  readonly earlier: readonly Request[];
  /** The innermost loop that may send it more than once. */
  readonly loop?: Loop;
  /**
   * Set if no call sends it: it is what a client that the file creates sends with every request. It is checked, but not listed. Calls of a library's client may
   * add anything to it, calls of the program's own only what its parameters take.
   */
  readonly specimen?: "library" | "own";
  /** The client requests the next page by itself, as long as an answer names one. */
  readonly pages?: true;
  /** Path parameters that the call does not pass to its client. */
  readonly unfilled?: readonly string[];
  /** Alternative permissions by the client's documentation, whether or not the map lists the endpoint. */
  readonly needs?: readonly PermissionEntry[];
  /**
   * The permissions of its token, if they do not depend on the application: in a workflow. If the workflow declares none, the repository's settings decide,
   * which are out of sight.
   */
  readonly granted?: Grants | "unknown";
  /** The arguments and options that the call passes in the wrong place. */
  readonly misuses?: readonly Misuse[];
  /** Where the call in the file takes `headers`, if it has none; absent behind wrappers. */
  readonly placeForHeaders?: OptionsPlace | undefined;
  /** Expressions in scope that could serve as its entity tag, for suggestions. */
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
  /** The path below the service's base, starting with `/`, without query; holes stand for path parameters. Absent if it is unknown. */
  readonly path?: StringValue;
  /** The alternatives of the path; `path` is then absent. */
  readonly paths?: readonly StringValue[];
  /** `origin` has alternatives, and not each of them occurs with each of `paths`. */
  readonly paired?: true;
  /** The single value after the base that makes the path unknown. */
  readonly hole?: Value;
  /** Whether the request goes to the configured service. Without one, every request that reveals no other service is `yes`: see `ownership.ts`. */
  readonly service: "yes" | "no" | "unknown";
  /** The well-known other service of the request; if no service is configured, also one that other signs reveal. */
  readonly others?: OtherService;
  /** The URL has credentials (`https://user:secret@host`), which some clients send as Authorization. */
  readonly namesUser?: true;
}

/** A request body, and how the client turns it into bytes. */
export interface Body {
  readonly value: Value;
  /**
   * `json`: written as JSON by the client or by `JSON.stringify` at the call; `text`: a string, sent as it is; `form`: FormData,
   * URLSearchParams; `raw`: anything else (`fetch` given a plain object sends `[object Object]`); `unknown`.
   */
  readonly encoding: "json" | "text" | "form" | "raw" | "unknown";
  /** Sent on some paths only; `value` is what those send. */
  readonly sometimes?: true;
  /** A hook of the client may replace the body: it is unknown which of the values in `value` is sent. */
  readonly hooked?: true;
}

/** The header fields that a client sends by itself. */
export interface ClientDefaults {
  /** The client sets `Content-Type: application/json` for this request's body by itself. */
  readonly contentType: boolean;
  /** Accept-Encoding and User-Agent that it sends by itself. `undefined`: none; "unknown": depends on more than the source. */
  readonly acceptEncoding: string | undefined;
  readonly userAgent: string | undefined;
  /** Names, in lower case, of fields that the source may remove: by `null`, `false` or whatever the client heeds. */
  readonly removed?: readonly string[];
  /** Headers may be added out of sight: by interceptors, hooks, or a shared instance's defaults. */
  readonly unseenHeaders: boolean;
  /** The whole program shares the client (`axios` itself), so that another file may set credentials on it. */
  readonly shared?: true;
}
