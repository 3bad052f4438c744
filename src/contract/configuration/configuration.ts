import type { Convention } from "../description/endpoint";
/** What the configuration file tells of the service and the project, with defaults filled in. Severities are not part of it. */
export interface Facts {
  readonly service?: {
    readonly baseUrls: readonly string[];
    /** `undefined`: not known. */
    readonly wrapped?: boolean;
    /** `undefined`: the description and the code tell. */
    readonly etags?: boolean | readonly string[];
    /** The conventions of the built-in service that hold, besides what an imported description says; absent: nothing is said of them. */
    readonly conventions?: readonly Convention[];
  };
  readonly clients: readonly ClientDefinition[];
  readonly tokens: TokenFacts;
  /** What is granted: by the configuration, else by the application's own manifest. */
  readonly permissions?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** What a manifest grants by names that the map does not have; absent where no manifest tells the grant. */
  readonly unknownGrants?: readonly string[];
  readonly groups: Readonly<Record<string, { readonly name?: string; readonly version?: string }>>;
  readonly aliases: Readonly<Record<string, string>>;
  /** Public services by name; `false`: what their documentation says is not used. */
  readonly publicServices?: Readonly<Record<string, boolean>>;
  /** Check partial manifests too, except for missing fields. */
  readonly checkPartial?: true;
}

/** What the configuration tells of tokens. */
export interface TokenFacts {
  /** Names of tokens, by token type. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** The type of every other token. */
  readonly default?: string;
  /** Which setting gives the default; absent: `tokens.default`. */
  readonly defaultBy?: string;
  /** The same for the files that fit a pattern; of several the last one counts. */
  readonly files?: readonly { readonly patterns: readonly string[]; readonly type: string }[];
}

/** What sends requests, and inference cannot see into. */
export type ClientDefinition = CallDefinition | RequestObjectDefinition;

/** A wrapper: maps parts of a request to arguments, or to members of arguments (`2.headers`). */
export interface CallDefinition {
  readonly call: string;
  readonly method?: string | number;
  readonly path?: string | number;
  readonly body?: string | number;
  readonly headers?: string | number;
  readonly query?: string | number;
}

/** An object that declares a request: maps parts of the request to members, which are values or functions that return them. */
export interface RequestObjectDefinition {
  /** A type (`RequestConfig`), a member of a type's objects (`ToolConfig.request`), or of any (`.request`). */
  readonly object: string;
  /** A method in capitals, or a member. */
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: string;
  readonly query?: string;
}

/** Whether the configuration says where the service is. Other facts of it (`wrapped`, `etags`) leave open which requests are its own. */
export function locatesService({ service }: Facts): boolean {
  return service !== undefined && service.baseUrls.length > 0;
}

/** The facts of a project without a configuration file. */
export const noFacts: Facts = { clients: [], tokens: { types: {} }, groups: {}, aliases: {} };

/** How the configuration file sets one rule, for the CLI and the editors. */
export interface RuleSetting {
  readonly severity: "off" | "warn" | "error";
  readonly options: Readonly<Record<string, unknown>>;
}

/** What the configuration needs to know of a rule to check its name and options. */
export interface RuleDescription {
  readonly id: string;
  /** Option name -> its JSON Schema. */
  readonly options: Readonly<Record<string, object>>;
}

/** Something wrong with a configuration or contract file. The run exits with 2 on an error. */
export interface ConfigurationProblem {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly severity: "error" | "warn";
  /** What is wrong, the nearest known name, and what to do. */
  readonly message: string;
}
