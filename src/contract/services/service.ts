/** What is known of a public service by its own documentation. Every fact has its source; what no source says is not here. */
export interface PublicService {
  /** As messages name it: "by GitHub's documentation". */
  readonly name: string;
  readonly hosts: readonly string[];
  /** Beginnings that paths may have in front of those of `endpoints`: `/v1.0`. */
  readonly prefixes?: readonly string[];
  /** Prefix of the paths for which the facts of all requests hold; absent: all paths. */
  readonly below?: string;
  /** Prefixes of paths below it for which they do not hold. */
  readonly apart?: readonly string[];
  /** Where its documentation sends JSON without saying that it is: such bodies are read whatever their Content-Type. */
  readonly readsUntypedJson?: string;
  /** Header fields that every request needs. */
  readonly headers?: Readonly<Record<string, HeaderFact>>;
  /** Query parameters with the most that they ask for: the service answers with no more, whatever is asked for. */
  readonly most?: QueryLimits;
  /** The field of a resource that holds its entity tag, beside `etag`. */
  readonly tag?: string;
  /** Where it is documented that all bodies are forms. */
  readonly takesForms?: string;
  /** By method and path, all names that an endpoint takes in its query and its body. */
  readonly names?: Readonly<Record<string, string>>;
  /** By method and path: `GET /user`. An endpoint without facts keeps a fixed word from being taken for a parameter. */
  readonly endpoints: Readonly<Record<string, EndpointFacts>>;
}

export interface HeaderFact {
  readonly source: string;
}

/** The form of a text: a whole name of a reference, a colour without `#`, or Base64. */
export type TextForm = "reference" | "colour" | "base64";

export interface QueryLimits {
  readonly source: string;
  readonly parameters: Readonly<Record<string, number>>;
}

/** What one endpoint takes. */
export interface Taken {
  readonly path: string;
  readonly names: ReadonlySet<string>;
}

export interface EndpointFacts {
  /** Where the service documents it. */
  readonly source?: string;
  /** Query parameters without which the request fails. */
  readonly requires?: readonly string[];
  /** It reads forms alone, not JSON. */
  readonly takesForms?: true;
  /** Query parameters that need a header field, by its name: `$search` of directory objects. */
  readonly withHeader?: Readonly<Record<string, string>>;
  /** Fields of the body that are ignored without a query parameter, by its name. */
  readonly keptBy?: Readonly<Record<string, string>>;
  /** Query parameters that take one value alone, where they list several. */
  readonly single?: readonly string[];
  /** What is answered where `fields` is not sent, as a selector. */
  readonly returns?: string;
  /** The query parameter that asks for other fields than `returns`; `fields`, where it is not given. */
  readonly selectedBy?: "$select";
  /** The list of objects with fields chosen by the query parameter `part`; the answer has all other fields. */
  readonly parts?: "items";
  /** The source is a public report of what is returned; the documentation says only that there is a default. */
  readonly isReported?: true;
  /** The request fails where the body holds what the service sets itself: a resource that was read cannot be sent back whole. */
  readonly refusesWhole?: true;
  /** The request fails without the resource's entity tag. */
  readonly ifMatch?: "required";
  /** Arrays that the request replaces as a whole: names of fields, or `*` for all. */
  readonly replaces?: readonly string[];
  /** Objects of the body, each with the fields that the service clears when they are missing. */
  readonly clears?: Readonly<Record<string, readonly string[]>>;
  /** Fields that the request clears where its body leaves them out. */
  readonly clearsOfBody?: readonly string[];
  /** Fields that this request does not change, with what does. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Types of tokens that it takes: those of the permission map, `JWT` (an application's own), and `PAT` (a personal one). */
  readonly tokens?: readonly ("UAT" | "IAT" | "JWT" | "PAT")[];
  /** Fields of the body that are texts of a form. */
  readonly forms?: Readonly<Record<string, TextForm>>;
  /** A field of the body that has to be the one of the answer to a GET of the same path. */
  readonly sendsBack?: string;
}
