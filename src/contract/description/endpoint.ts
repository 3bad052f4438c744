import type { Shape } from "../../shape/shape";

/**
 * What the built-in service promises beyond a description, and another service may not: the language of `fields`; PATCH as a merge, where an
 * array replaces the whole array; PUT as a replacement by one JSON object; the override header; gzip asked for twice; the scheme `Bearer`;
 * updates that need the resource's entity tag; answers wrapped in `data`.
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
  /** Its members are parameters of their own: `filter[name]=x`. */
  readonly nested: boolean;
  /** What stands between the values of a list that is sent as one text; absent: each is sent by itself, or it is not known. */
  readonly separator?: Separator;
  readonly deprecated?: boolean;
}

/** Between the values of a list in one text. */
export type Separator = "," | " " | "|";

/** A header field that a described endpoint takes. */
export interface HeaderField {
  readonly required: boolean;
  readonly shape: Shape;
  readonly deprecated?: boolean;
}

/** What an endpoint takes as its body. */
export interface EndpointBody {
  readonly required: boolean;
  /** Media types. */
  readonly types: readonly string[];
  /** Of the JSON body; absent: not described. */
  readonly shape?: Shape;
  /** Of the body as a form, whose fields hold texts; absent: not described. */
  readonly form?: Shape;
}

/** An endpoint of an imported description. */
export interface Endpoint {
  readonly method: string;
  /** In full, with `{parameters}`. */
  readonly path: string;
  /** What it does, in a few words. */
  readonly summary?: string | undefined;
  readonly deprecated?: boolean;
  readonly query: ReadonlyMap<string, QueryParameter>;
  /** The shapes of path parameters, by name, where a text may be none. */
  readonly pathParameters: ReadonlyMap<string, Shape>;
  /** Header fields, but for those that rules of their own know, and that clients send by themselves. */
  readonly headers: ReadonlyMap<string, HeaderField>;
  /** It takes other query parameters as well. */
  readonly openQuery: boolean;
  /** Absent: it takes none. */
  readonly body?: EndpointBody | undefined;
  /** What it answers when all went well; absent: not described, or nothing. */
  readonly response?: Shape | undefined;
  /** Whether it takes `If-Match`, as the description says; absent: it does not say. */
  readonly tag?: "required" | "optional" | undefined;
  /** Types of tokens that it takes; empty: not known. */
  readonly tokens: readonly string[];
}

/** Where a server is that several services share, and what of it a description speaks of. */
export interface Scope {
  readonly server: string;
  /** Beginnings of paths. */
  readonly roots: readonly string[];
}

/** What an imported description says of the service. */
export interface Description {
  readonly endpoints: readonly Endpoint[];
  readonly conventions: ReadonlySet<Convention>;
  /** Base URLs, where the description names them. */
  readonly servers: readonly string[];
  /** Servers that other services answer at too, each with the paths below which the description speaks: `https://host/drive/v3`. */
  readonly scopes?: readonly Scope[];
}

/** Joins the descriptions of several contract files; `undefined` where there is none. */
export function mergeDescriptions(descriptions: readonly Description[]): Description | undefined {
  const [first] = descriptions;
  if (first === undefined || descriptions.length === 1) return first;
  return {
    endpoints: descriptions.flatMap(({ endpoints }) => endpoints),
    // What one of the services has not must not be asked of its requests.
    conventions: new Set(
      [...first.conventions].filter((convention) =>
        descriptions.every(({ conventions }) => conventions.has(convention)),
      ),
    ),
    servers: [...new Set(descriptions.flatMap(({ servers }) => servers))],
    scopes: descriptions.flatMap(({ scopes = [] }) => scopes),
  };
}
