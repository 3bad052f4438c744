/** A JSON type that a value may have; `unknown`: any of them. */
export type SentType = "object" | "array" | "string" | "number" | "boolean" | "null" | "unknown";

/** What is known of a value that a call sends. */
export interface Sent {
  /** All types that the value may have. */
  readonly types: readonly SentType[];
  /** All scalars that the value may be; absent if not all are known. */
  readonly values?: readonly (string | number | boolean)[];
  /** Members, for an object. */
  readonly fields?: Readonly<Record<string, SentField>>;
  /** What is known of any element, for an array. */
  readonly elements?: Sent;
  /** Whether it may have members or elements that are not listed. */
  readonly open?: true;
}

/** A member of a sent object. */
export interface SentField extends Sent {
  /** `maybe`: only on some paths of the code. */
  readonly presence: "always" | "maybe";
}

/** The body that a call sends. */
export interface SentBody extends SentField {
  readonly encoding: "json" | "text" | "form" | "raw" | "unknown";
}

/** A position in a file, 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface FilePosition extends Position {
  readonly file: string;
}

/** The position of a read. */
export interface ReadPosition extends Position {
  /** Absent for the file of the call. */
  readonly file?: string;
}

/** What code reads of a response or part of it. Reads of a list's elements belong to the list. */
export interface ReadFields {
  /** Set if all of it may be read, because it passes to code that is not followed. */
  readonly whole?: true;
  /** The position of the first read. */
  readonly at?: ReadPosition;
  readonly fields?: Readonly<Record<string, ReadFields>>;
}

/** A part of a request that is not completely known. */
export interface UnknownPart {
  readonly part: "method" | "path" | "query" | "headers" | "body";
  readonly reason: string;
}

/** A call that sends a request. */
export interface Call extends FilePosition {
  /** The package or repository that contains the code. */
  readonly client: string;
  readonly endLine: number;
  readonly endColumn: number;
  /** The function around the call, with its class or object: `Orders.load`. */
  readonly function?: string;
  /** The calls to which it leads, the last being that of the sending library. */
  readonly through?: readonly FilePosition[];
  /** Absent if not known. */
  readonly method?: string;
  /** Path below the service's base, with `{name}` for unknown parts; absent if not known. */
  readonly path?: string;
  /** Types of token that it certainly sends; empty if not known. */
  readonly tokens: readonly string[];
  readonly query: Sent;
  readonly headers: Sent;
  /** Absent if it certainly sends none. */
  readonly body?: SentBody;
  /** Absent if it is not known what is read. */
  readonly reads?: ReadFields;
  /** Deprecated parts that it sends or reads: `query limit`, `reads owner/name`. */
  readonly deprecated?: readonly string[];
  readonly unknown: readonly UnknownPart[];
}

/** A permission that allows calling an endpoint. */
export interface UsedPermission {
  readonly scope: string;
  readonly category: string;
  readonly access: string;
  readonly tokens: readonly string[];
}

/** An endpoint of the contract, with the calls that certainly go to it. */
export interface EndpointUsage {
  readonly method: string;
  /** The path as the contract writes it. */
  readonly path: string;
  readonly deprecated?: true;
  /** Alternatives, each of which is enough; empty if the contract does not state them. */
  readonly permissions: readonly UsedPermission[];
  readonly callers: readonly Call[];
}

/** A call that may go to one of several endpoints. */
export interface UnclearCall extends Call {
  /** `GET /widgets/{id}`. */
  readonly candidates: readonly string[];
}

/** The calls of one callee that look like requests but are not understood. */
export interface NotUnderstood {
  readonly client: string;
  readonly callee: string;
  readonly count: number;
  readonly example: FilePosition;
}

/** The endpoints that the calls of one or several clients use: the output of `restraint usage --format json`. */
export interface Usage {
  readonly $schema?: string;
  readonly version: 1;
  /** The analysed packages or repositories. */
  readonly clients: readonly string[];
  /** Whether every file could be analysed. */
  readonly complete: boolean;
  readonly endpoints: readonly EndpointUsage[];
  /** Endpoints of the contract to which no call certainly goes: `GET /widgets`. */
  readonly unused: readonly string[];
  readonly unclear: readonly UnclearCall[];
  /** Calls with a known method and path that match no endpoint of the contract. */
  readonly unlisted: readonly Call[];
  /** Calls with an unknown endpoint, and calls that may go to another service. */
  readonly unknown: readonly Call[];
  readonly notUnderstood: readonly NotUnderstood[];
}

/** The URL of the published schema of usage files. */
export const usageSchemaUrl = "https://unpkg.com/eslint-plugin-restraint/schemas/restraint.usage.schema.json";
