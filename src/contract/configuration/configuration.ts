import type { Convention } from "../description/endpoint";
/** The configuration file's facts on the service and the project, with defaults filled in. Severities are not included. */
export interface Facts {
  readonly service?: {
    readonly baseUrls: readonly string[];
    /** `undefined`: unknown. */
    readonly wrapped?: boolean;
    /** `undefined`: decided by the description and the code. */
    readonly etags?: boolean | readonly string[];
    /** Conventions of the built-in service that apply here, besides those of an imported description; absent: not configured. */
    readonly conventions?: readonly Convention[];
  };
  readonly clients: readonly ClientDefinition[];
  readonly tokens: TokenFacts;
  /** Permissions granted by the configuration, otherwise by the application's manifest. */
  readonly permissions?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** Names in a manifest's grant that the permission map does not contain; absent if the grant does not come from a manifest. */
  readonly unknownGrants?: readonly string[];
  readonly groups: Readonly<Record<string, { readonly name?: string; readonly version?: string }>>;
  readonly aliases: Readonly<Record<string, string>>;
  /** By name of a public service: `false` disables the facts from its documentation. */
  readonly publicServices?: Readonly<Record<string, boolean>>;
  /** Check partial manifests too, except for missing fields. */
  readonly checkPartial?: true;
}

/** The types of tokens in the code. */
export interface TokenFacts {
  /** Token names by token type. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** The type of all other tokens. */
  readonly default?: string;
  /** The setting that supplies the default; absent: `tokens.default`. */
  readonly defaultBy?: string;
  /** Default types for files that match a pattern. The last match counts. */
  readonly files?: readonly { readonly patterns: readonly string[]; readonly type: string }[];
}

/** Code that sends requests but is opaque to inference. */
export type ClientDefinition = CallDefinition | RequestObjectDefinition;

/** A wrapper. Maps parts of the request to arguments, or to members of arguments (`2.headers`). */
export interface CallDefinition {
  readonly call: string;
  readonly method?: string | number;
  readonly path?: string | number;
  readonly body?: string | number;
  readonly headers?: string | number;
  readonly query?: string | number;
}

/** An object that declares a request. Maps parts of the request to members, which are values or functions that return them. */
export interface RequestObjectDefinition {
  /** A type (`RequestConfig`), a member of objects of a type (`ToolConfig.request`), or a member of any object (`.request`). */
  readonly object: string;
  /** An HTTP method in capitals, or a member. */
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: string;
  readonly query?: string;
}

/** Whether the configuration locates the service. `wrapped` or `etags` alone do not say which requests go to it. */
export function locatesService({ service }: Facts): boolean {
  return service !== undefined && service.baseUrls.length > 0;
}

/** The facts of a project without a configuration file. */
export const noFacts: Facts = { clients: [], tokens: { types: {} }, groups: {}, aliases: {} };

/** A rule's setting in the configuration file, for the CLI and the editors. */
export interface RuleSetting {
  readonly severity: "off" | "warn" | "error";
  readonly options: Readonly<Record<string, unknown>>;
}

/** A rule as far as the configuration needs it, to check its name and options. */
export interface RuleDescription {
  readonly id: string;
  /** JSON Schemas by option name. */
  readonly options: Readonly<Record<string, object>>;
}

/** A problem in a configuration or contract file. An error makes the run exit with 2. */
export interface ConfigurationProblem {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly severity: "error" | "warn";
  /** The problem, the nearest known name, and what to do. */
  readonly message: string;
}
