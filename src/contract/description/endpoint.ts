import type { Shape } from "../../shape/shape";

/**
 * Conventions of the built-in service that other services may not share: the `fields` language; PATCH as a merge that replaces whole arrays; PUT as a
 * replacement by one JSON object; the override header; gzip requested by two fields; the scheme `Bearer`; updates that need the resource's entity tag; answers
 * wrapped in `data`.
 */
export const conventionNames = [
  "fields",
  "merge-patch",
  "put-replaces",
  "method-override",
  "gzip",
  "bearer",
  "entity-tags",
  "wrapped",
] as const;

export type Convention = (typeof conventionNames)[number];

/** A query parameter of a described endpoint. */
export interface QueryParameter {
  readonly required: boolean;
  readonly shape: Shape;
  /** Whether its members are sent as separate parameters: `filter[name]=x`. */
  readonly nested: boolean;
  /** The separator of a list that is sent as one text; absent: each value is a separate parameter, or unknown. */
  readonly separator?: Separator;
  readonly deprecated?: boolean;
}

/** The separator of values in one text. */
export type Separator = "," | " " | "|";

/** A header field of a described endpoint. */
export interface HeaderField {
  readonly required: boolean;
  readonly shape: Shape;
  readonly deprecated?: boolean;
}

/** The body of a request to an endpoint. */
export interface EndpointBody {
  readonly required: boolean;
  /** Media types. */
  readonly types: readonly string[];
  /** The shape of the JSON body; absent: not described. */
  readonly shape?: Shape;
  /** The shape of the body as a form, whose fields are texts; absent: not described. */
  readonly form?: Shape;
}

/** An endpoint of an imported description. */
export interface Endpoint {
  readonly method: string;
  /** The full path, with `{parameters}`. */
  readonly path: string;
  /** A short description. */
  readonly summary?: string | undefined;
  readonly deprecated?: boolean;
  readonly query: ReadonlyMap<string, QueryParameter>;
  /** Shapes by name, for path parameters that do not accept every text. */
  readonly pathParameters: ReadonlyMap<string, Shape>;
  /** Header fields, except those with rules of their own and those that clients add. */
  readonly headers: ReadonlyMap<string, HeaderField>;
  /** Whether it accepts other query parameters as well. */
  readonly openQuery: boolean;
  /** Absent: it takes no body. */
  readonly body?: EndpointBody | undefined;
  /** The successful answer; absent: not described, or empty. */
  readonly response?: Shape | undefined;
  /** Whether it takes `If-Match`; absent: the description does not say. */
  readonly tag?: "required" | "optional" | undefined;
  /** Accepted token types; empty: unknown. */
  readonly tokens: readonly string[];
}

/** The part of a shared server that a description covers. */
export interface Scope {
  readonly server: string;
  /** Path prefixes. */
  readonly roots: readonly string[];
}

/** An imported description of the service. */
export interface Description {
  readonly endpoints: readonly Endpoint[];
  readonly conventions: ReadonlySet<Convention>;
  /** Base URLs, if the description names them. */
  readonly servers: readonly string[];
  /** Servers shared with other services, with the paths that the description covers: `https://host/drive/v3`. */
  readonly scopes?: readonly Scope[];
}

/** Merges the descriptions of several contract files; `undefined` if there is none. */
export function mergeDescriptions(descriptions: readonly Description[]): Description | undefined {
  const [first] = descriptions;
  if (first === undefined || descriptions.length === 1) return first;
  return {
    endpoints: descriptions.flatMap(({ endpoints }) => endpoints),
    // A convention counts only if all services share it.
    conventions: new Set(
      [...first.conventions].filter((convention) =>
        descriptions.every(({ conventions }) => conventions.has(convention)),
      ),
    ),
    servers: [...new Set(descriptions.flatMap(({ servers }) => servers))],
    scopes: descriptions.flatMap(({ scopes = [] }) => scopes),
  };
}
