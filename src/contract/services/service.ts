/** Facts on a public service from its own documentation. Every fact has a source. */
export interface PublicService {
  /** The name in messages: "by GitHub's documentation". */
  readonly name: string;
  readonly hosts: readonly string[];
  /** Prefixes that may precede the paths of `endpoints`: `/v1.0`. */
  readonly prefixes?: readonly string[];
  /** Prefix of the paths to which the facts for all requests apply; absent: all paths. */
  readonly below?: string;
  /** Prefixes of paths below `below` to which these facts do not apply. */
  readonly apart?: readonly string[];
  /** A page of the documentation that sends JSON without a Content-Type. JSON bodies are then accepted whatever their type. */
  readonly readsUntypedJson?: string;
  /** Header fields that every request needs. */
  readonly headers?: Readonly<Record<string, HeaderFact>>;
  /** Upper limits of query parameters. The service returns no more, whatever is requested. */
  readonly most?: QueryLimits;
  /** Another field of resources, besides `etag`, that holds the entity tag. */
  readonly tag?: string;
  /** The page which documents that all bodies are forms. */
  readonly takesForms?: string;
  /** All names that an endpoint takes in its query and body, by method and path. */
  readonly names?: Readonly<Record<string, string>>;
  /** Facts by method and path: `GET /user`. An endpoint without facts prevents a fixed word from matching a parameter. */
  readonly endpoints: Readonly<Record<string, EndpointFacts>>;
}

export interface HeaderFact {
  readonly source: string;
}

/** The format of a text: a fully qualified reference, a colour without `#`, or Base64. */
export type TextForm = "reference" | "colour" | "base64";

export interface QueryLimits {
  readonly source: string;
  readonly parameters: Readonly<Record<string, number>>;
}

/** The names that one endpoint takes. */
export interface Taken {
  readonly path: string;
  readonly names: ReadonlySet<string>;
}

export interface EndpointFacts {
  /** The documentation page. */
  readonly source?: string;
  /** Query parameters without which the request fails. */
  readonly requires?: readonly string[];
  /** Whether it accepts only forms, not JSON. */
  readonly takesForms?: true;
  /** The header fields that query parameters need, by parameter: `$search` of directory objects. */
  readonly withHeader?: Readonly<Record<string, string>>;
  /** By field of the body: the query parameter without which the service ignores the field. */
  readonly keptBy?: Readonly<Record<string, string>>;
  /** Query parameters that take a list in general but only one value here. */
  readonly single?: readonly string[];
  /** The fields returned without `fields`, as a selector. */
  readonly returns?: string;
  /** The query parameter that selects other fields than `returns`; absent: `fields`. */
  readonly selectedBy?: "$select";
  /** The member with the objects to which `part` applies. The rest of the answer is always complete. */
  readonly parts?: "items";
  /** Whether the source is a public report. The documentation only says that a default exists. */
  readonly isReported?: true;
  /** Whether the request fails if the body contains fields that the service sets itself, so that a fetched resource cannot be sent back whole. */
  readonly refusesWhole?: true;
  /** The request fails without the resource's entity tag. */
  readonly ifMatch?: "required";
  /** Arrays that the request replaces as a whole: field names, or `*` for all. */
  readonly replaces?: readonly string[];
  /** By object of the body: fields that the service clears if they are missing. */
  readonly clears?: Readonly<Record<string, readonly string[]>>;
  /** Fields that the request clears if the body omits them. */
  readonly clearsOfBody?: readonly string[];
  /** Fields that this request cannot change, with what changes them. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Accepted token types: those of the permission map, `JWT` (an application's own), and `PAT` (a personal one). */
  readonly tokens?: readonly ("UAT" | "IAT" | "JWT" | "PAT")[];
  /** Fields of the body that are texts in a special format. */
  readonly forms?: Readonly<Record<string, TextForm>>;
  /** A field of the body that must equal that of the answer to a GET of the same path. */
  readonly sendsBack?: string;
}
