import type { Shape } from "../../shape/shape";
import type { ContractSchema } from "../file/schema-shape";
import type {
  Convention,
  Description,
  Endpoint,
  EndpointBody,
  HeaderField,
  QueryParameter,
  Separator,
} from "./endpoint";
import type { SchemaTable } from "./schema-table";

/** The part of a contract file that describes the service as a whole. */
export interface DescribedService {
  readonly servers?: readonly string[];
  readonly conventions?: readonly Convention[];
  /** Path prefixes to which the description applies, on servers shared with other services; absent: all paths. */
  readonly roots?: readonly string[];
}

/** An endpoint in a contract file, keyed by method and path. */
export interface DescribedEndpoint {
  readonly summary?: string;
  readonly query?: Readonly<Record<string, DescribedParameter>>;
  readonly openQuery?: boolean;
  readonly headers?: Readonly<Record<string, DescribedParameter>>;
  /** Path parameters that do not accept every text. */
  readonly path?: Readonly<Record<string, ContractSchema>>;
  readonly body?: DescribedBody;
  readonly response?: ContractSchema;
  readonly ifMatch?: "required" | "optional";
  readonly tokens?: readonly string[];
  readonly scopes?: readonly string[];
  readonly deprecated?: boolean;
  /** Media types by status, for comparisons of versions; not written to contract files. */
  readonly responses?: Readonly<Record<string, readonly string[]>>;
  /** Alternative authorizations, for comparisons of versions; not written to contract files. */
  readonly security?: readonly string[];
}

export interface DescribedBody {
  readonly required?: boolean;
  readonly types?: readonly string[];
  readonly schema?: ContractSchema;
  /** The schema of the body sent as a form. */
  readonly form?: ContractSchema;
}

export interface DescribedParameter {
  readonly required?: boolean;
  readonly nested?: boolean;
  readonly separator?: Separator;
  readonly schema?: ContractSchema;
  readonly deprecated?: boolean;
}

/** Endpoints of a contract file, read on demand. */
export interface EndpointSource {
  readonly keys: readonly string[];
  find(key: string): DescribedEndpoint;
}

/** The form of an endpoint's key: `GET /widgets/{id}`. */
export const endpointKey = /^([A-Z]+) (\/[^\s?#]*)$/u;

/** Reads the description of a service from its contract file. */
export function toDescription(service: DescribedService, endpoints: EndpointSource, table: SchemaTable): Description {
  const { servers = [], conventions = [] } = service;
  const roots = service.roots ?? (servers.length > 0 && servers.every(isShared) ? rootsOf(endpoints.keys) : []);
  return {
    servers,
    ...(roots.length > 0 && { scopes: servers.map((server) => ({ server, roots })) }),
    conventions: new Set(conventions),
    endpoints: endpoints.keys.flatMap((key): Endpoint[] => {
      const [, method, path] = endpointKey.exec(key) ?? [];
      return method === undefined || path === undefined ? [] : [new LazyEndpoint(method, path, endpoints, table)];
    }),
  };
}

/** Contract files written before `roots` existed may name Google's hosts, which many services share. */
function isShared(server: string): boolean {
  return /^https:\/\/[\w.-]*\.googleapis\.com\/?$/u.test(server);
}

/** @returns the prefixes of paths, up to and including their version: `/drive/v3`, `/upload/drive/v3`. */
export function rootsOf(keys: readonly string[]): readonly string[] {
  const roots = keys.flatMap((key) => {
    const segments = (endpointKey.exec(key)?.[2] ?? "").split("/").slice(1);
    const fixed = segments.findIndex((segment) => segment.includes("{"));
    const words = fixed < 0 ? segments : segments.slice(0, fixed);
    const version = words.findIndex((segment) => /^v\d/u.test(segment));
    return words.length === 0 ? [] : [`/${words.slice(0, version < 0 ? 1 : version + 1).join("/")}`];
  });
  return [...new Set(roots)];
}

const noParameters: ReadonlyMap<string, QueryParameter> = new Map();

/** Read lazily, because code uses few endpoints of a large description. */
class LazyEndpoint implements Endpoint {
  readonly #source: EndpointSource;
  readonly #table: SchemaTable;
  #content: DescribedEndpoint | undefined;
  #query: ReadonlyMap<string, QueryParameter> | undefined;
  #headers: ReadonlyMap<string, HeaderField> | undefined;
  #path: ReadonlyMap<string, Shape> | undefined;
  #response: { readonly shape: Shape | undefined } | undefined;
  #body: { readonly value: EndpointBody | undefined } | undefined;

  constructor(
    readonly method: string,
    readonly path: string,
    source: EndpointSource,
    table: SchemaTable,
  ) {
    this.#source = source;
    this.#table = table;
  }

  get summary(): string | undefined {
    return this.#read().summary;
  }

  get deprecated(): boolean {
    return this.#read().deprecated === true;
  }

  get query(): ReadonlyMap<string, QueryParameter> {
    return (this.#query ??= this.#parameters(this.#read().query));
  }

  get headers(): ReadonlyMap<string, HeaderField> {
    return (this.#headers ??= this.#parameters(this.#read().headers));
  }

  get pathParameters(): ReadonlyMap<string, Shape> {
    this.#path ??= new Map(
      Object.entries(this.#read().path ?? {}).map(([name, schema]) => [
        name,
        this.#table.shapeOf(schema, name, "request"),
      ]),
    );
    return this.#path;
  }

  get openQuery(): boolean {
    return this.#read().openQuery === true;
  }

  get response(): Shape | undefined {
    const { response } = this.#read();
    this.#response ??= {
      shape: response && this.#table.shapeOf(response, `the response of ${this.path}`, "response"),
    };
    return this.#response.shape;
  }

  get body(): EndpointBody | undefined {
    const { body } = this.#read();
    const { schema, form } = body ?? {};
    this.#body ??= {
      value: body && {
        required: body.required === true,
        types: body.types ?? ["application/json"],
        ...(schema && { shape: this.#table.shapeOf(schema, `the body of ${this.path}`, "request") }),
        ...(form && { form: this.#table.shapeOf(form, `the form of ${this.path}`, "request") }),
      },
    };
    return this.#body.value;
  }

  get tag(): "required" | "optional" | undefined {
    return this.#read().ifMatch;
  }

  get tokens(): readonly string[] {
    return this.#read().tokens ?? [];
  }

  #read(): DescribedEndpoint {
    return (this.#content ??= this.#source.find(`${this.method} ${this.path}`));
  }

  #parameters(given: DescribedEndpoint["query"]): ReadonlyMap<string, QueryParameter> {
    if (given === undefined) return noParameters;
    return new Map(
      Object.entries(given).map(
        ([name, { required, nested, separator, schema, deprecated }]): [string, QueryParameter] => [
          name,
          {
            required: required === true,
            nested: nested === true,
            ...(separator && { separator }),
            ...(deprecated && { deprecated }),
            shape: schema === undefined ? { type: "any" } : this.#table.shapeOf(schema, name, "request"),
          },
        ],
      ),
    );
  }
}
