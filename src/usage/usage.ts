/** A type of JSON that a value may have; `unknown`: any of them. */
export type SentType = "object" | "array" | "string" | "number" | "boolean" | "null" | "unknown";

/** What is known of a value that a call sends. */
export interface Sent {
  /** Each type that it may have. */
  readonly types: readonly SentType[];
  /** All scalars that it may be; absent: not all of them are known. */
  readonly values?: readonly (string | number | boolean)[];
  /** Members, where it is an object. */
  readonly fields?: Readonly<Record<string, SentField>>;
  /** Any of its elements, where it is an array. */
  readonly elements?: Sent;
  /** It may have members or elements that are not told. */
  readonly open?: true;
}

/** A member of an object that is sent. */
export interface SentField extends Sent {
  /** `maybe`: on some paths of the code only. */
  readonly presence: "always" | "maybe";
}

/** The body that a call sends. */
export interface SentBody extends SentField {
  readonly encoding: "json" | "text" | "form" | "raw" | "unknown";
}

/** A place in a file, from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface FilePosition extends Position {
  readonly file: string;
}

/** Where a field is read. */
export interface ReadPosition extends Position {
  /** Absent: the file of the call. */
  readonly file?: string;
}

/** What the code reads of an answer, or of a part of it. Elements of a list are read as the list is. */
export interface ReadFields {
  /** All of it may be read: it goes to code that is not followed. */
  readonly whole?: true;
  /** Where it is read first. */
  readonly at?: ReadPosition;
  readonly fields?: Readonly<Record<string, ReadFields>>;
}

/** A part of a request of which not all is known. */
export interface UnknownPart {
  readonly part: "method" | "path" | "query" | "headers" | "body";
  readonly reason: string;
}

/** A call that sends a request. */
export interface Call extends FilePosition {
  /** The package or repository that holds the code. */
  readonly client: string;
  readonly endLine: number;
  readonly endColumn: number;
  /** The function that holds the call, with its class or object: `Orders.load`. */
  readonly function?: string;
  /** The calls that it leads to, last that of the library which sends. */
  readonly through?: readonly FilePosition[];
  /** Absent: not known. */
  readonly method?: string;
  /** Below the service's base, with `{name}` for what is not known; absent: not known. */
  readonly path?: string;
  /** Types of the token that it surely carries; empty: not known. */
  readonly tokens: readonly string[];
  readonly query: Sent;
  readonly headers: Sent;
  /** Absent: it surely sends none. */
  readonly body?: SentBody;
  /** Absent: it is not known what is read. */
  readonly reads?: ReadFields;
  /** What it sends or reads that the description marks as deprecated: `query limit`, `reads owner/name`. */
  readonly deprecated?: readonly string[];
  readonly unknown: readonly UnknownPart[];
}

/** A permission with which an endpoint may be called. */
export interface UsedPermission {
  readonly scope: string;
  readonly category: string;
  readonly access: string;
  readonly tokens: readonly string[];
}

/** An endpoint of the contract, and the calls that surely go there. */
export interface EndpointUsage {
  readonly method: string;
  /** As the contract writes it. */
  readonly path: string;
  readonly deprecated?: true;
  /** Each is enough; empty: the contract does not tell. */
  readonly permissions: readonly UsedPermission[];
  readonly callers: readonly Call[];
}

/** A call that may go to one of several endpoints. */
export interface UnclearCall extends Call {
  /** `GET /widgets/{id}`. */
  readonly candidates: readonly string[];
}

/** Calls of one name that look like requests by their form, and were not understood. */
export interface NotUnderstood {
  readonly client: string;
  readonly callee: string;
  readonly count: number;
  readonly example: FilePosition;
}

/** Who calls what of a service, of one or several clients: what `restraint usage --format json` prints. */
export interface Usage {
  readonly $schema?: string;
  readonly version: 1;
  /** The packages or repositories that were looked at. */
  readonly clients: readonly string[];
  /** Whether every file could be looked at. */
  readonly complete: boolean;
  readonly endpoints: readonly EndpointUsage[];
  /** Endpoints of the contract that no call surely goes to: `GET /widgets`. */
  readonly unused: readonly string[];
  readonly unclear: readonly UnclearCall[];
  /** Method and path are known, and the contract has no such endpoint. */
  readonly unlisted: readonly Call[];
  /** It is not known where they go, or whether to the service. */
  readonly unknown: readonly Call[];
  readonly notUnderstood: readonly NotUnderstood[];
}

/** Where the schema of usage files is published, below the package. */
export const usageSchemaUrl = "https://unpkg.com/eslint-plugin-restraint/schemas/restraint.usage.schema.json";
