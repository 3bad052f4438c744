/** Reads the methods of Google's generated packages from the packages' source, which contains each method's URL. */

/** The methods of one version of a service. */
export interface ServiceMethods {
  /** The service's class. Its fields are the resources. */
  readonly root: ResourceClass;
  /** The classes of the service and of its resources, by the names that declared types use. */
  readonly classes: ReadonlyMap<string, ResourceClass>;
}

export interface ResourceClass {
  /** Resources by field name. */
  readonly resources: ReadonlyMap<string, ResourceClass>;
  readonly methods: ReadonlyMap<string, ServiceMethod>;
}

export interface ServiceMethod {
  readonly method: string;
  readonly rootUrl: string;
  /** The path template, with parameters in braces. */
  readonly path: string;
  readonly pathParameters: ReadonlySet<string>;
  /** Whether the method can upload a file, which goes to another URL. */
  readonly uploads: boolean;
}

const token = new RegExp(
  [
    String.raw`^ *class ([\w$]+) \{`,
    String.raw`\bthis\.(\w+) = new ([\w$]+)\(\s*this\.context`,
    String.raw`^ *(\w+)\(paramsOrCallback\b`,
    String.raw`\brootUrl = options\.rootUrl \|\| '([^']*)'`,
    String.raw`\burl: \(rootUrl \+\s*'([^']*)'\)`,
    String.raw`\bmethod: '([A-Z]+)'`,
    String.raw`\bpathParams: \[([^\]]*)\]`,
    String.raw`\b(mediaUrl): `,
  ].join("|"),
  "gm",
);

interface Draft {
  readonly resources: Map<string, string>;
  readonly methods: Map<string, Mutable<Partial<ServiceMethod>>>;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Reads a generated source in one pass.
 *
 * @returns `undefined` if the source has no service class, as in packages of other generators.
 */
export function readServiceMethods(source: string): ServiceMethods | undefined {
  const classes = new Map<string, Draft>();
  let current: Draft | undefined;
  let method: Mutable<Partial<ServiceMethod>> = {};
  for (const [, name, field, type, called, rootUrl, path, verb, parameters, upload] of source.matchAll(token)) {
    if (name !== undefined) classes.set(name, (current = { resources: new Map(), methods: new Map() }));
    else if (field !== undefined && type !== undefined) current?.resources.set(field, type);
    else if (called !== undefined) current?.methods.set(called, (method = {}));
    else if (rootUrl !== undefined) method.rootUrl = rootUrl;
    else if (path !== undefined) method.path = path;
    else if (verb !== undefined) method.method = verb;
    else if (parameters !== undefined) method.pathParameters = new Set(parameters.match(/[\w.$-]+/g));
    else if (upload !== undefined) method.uploads = true;
  }
  const rootName = [...classes.keys()].find((each) => !each.includes("$"));
  const known = new Map<string, ResourceClass>();
  const root = rootName === undefined ? undefined : resolve(classes, rootName, known);
  return root && { root, classes: known };
}

function resolve(
  classes: ReadonlyMap<string, Draft>,
  name: string,
  known: Map<string, ResourceClass>,
): ResourceClass | undefined {
  const before = known.get(name);
  const draft = classes.get(name);
  if (before || !draft) return before;
  const resources = new Map<string, ResourceClass>();
  const methods = new Map<string, ServiceMethod>();
  const resource: ResourceClass = { resources, methods };
  known.set(name, resource);
  for (const [field, type] of draft.resources) {
    const inner = resolve(classes, type, known);
    if (inner) resources.set(field, inner);
  }
  for (const [called, { method, rootUrl, path, pathParameters = new Set<string>(), uploads = false }] of draft.methods)
    if (method !== undefined && rootUrl !== undefined && path !== undefined)
      methods.set(called, { method, rootUrl, path, pathParameters, uploads });
  return resource;
}
