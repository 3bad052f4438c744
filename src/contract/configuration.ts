/** What the configuration file tells of the service and the project, with defaults filled in. Severities are not part of it. */
export interface Facts {
  readonly service?: {
    readonly baseUrls: readonly string[];
    /** `undefined`: not known. */
    readonly wrapped?: boolean;
    readonly etags: boolean | readonly string[];
  };
  readonly clients: readonly ClientDefinition[];
  readonly tokens: { readonly types: Readonly<Record<string, readonly string[]>>; readonly default?: string };
  readonly permissions?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly groups: Readonly<Record<string, { readonly name?: string; readonly version?: string }>>;
  readonly aliases: Readonly<Record<string, string>>;
}

/** A wrapper that inference cannot see into: which argument, or member of one (`2.headers`), is what. */
export interface ClientDefinition {
  readonly call: string;
  readonly method?: string | number;
  readonly path?: string | number;
  readonly body?: string | number;
  readonly headers?: string | number;
  readonly query?: string | number;
}
