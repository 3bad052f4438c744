import type TS from "typescript";
import type { Facts } from "../contract/configuration/configuration";
import { NameWords } from "../clients/name-words";
import type { Library, Native, TypeOrigin } from "../clients/native";
import { noSources, type Sources } from "../project/sources";
import {
  fits,
  moduleName,
  type Client,
  type ClientContext,
  type ClientType,
  type Maker,
  type Makers,
} from "./clients/client";
import { configuredClients } from "./clients/configured";
import { declaredObjects } from "./clients/declared-objects";
import { clients } from "./clients/index";
import { bodyWriters, type Find, setsHeaders } from "./drafts/hooks/elsewhere";
import { fieldsAddedIn, fieldsOfAny, fieldsOfInterceptors } from "./drafts/hooks/interceptor-fields";

/** The facts of a project that decide which clients there are. */
export interface ClientFacts {
  readonly clients: Facts["clients"];
  readonly tokens: Pick<Facts["tokens"], "types">;
}

/** All clients, for one program. What a native learns about an instance is `Learned`, so that files can share it. */
export function createLibrary(ts: typeof TS, facts: ClientFacts, sources: Sources = noSources): Library {
  const context = contextOf(ts, sources);
  const modules = lookUp(context, (client) => client.modules);
  const globals = lookUp(context, (client) => client.globals);
  const calls = facts.clients.filter((each) => "call" in each);
  const configured = configuredClients(calls);
  const objects = facts.clients.filter((each) => "object" in each);
  return {
    global: globals,
    module: (specifier) => modules(moduleName(specifier)),
    sends: (specifier) => sendingModule(moduleName(specifier)),
    type: (name, from) => typeNative(context, name, from),
    ...(objects.length > 0 && { declared: declaredObjects(ts, objects) }),
    handed: (node) => {
      for (const { handed } of clients) {
        const native = handed?.(ts, node);
        if (native) return native;
      }
      return undefined;
    },
    ...(calls.length > 0 && { described: configured }),
    named: (expression) => configured(expression) ?? nativeNamed(context, expression),
    typeNames: new Set(Object.values(facts.tokens.types).flat()),
    words: new NameWords(
      [...clientNames, ...calls.map(({ call }) => call), ...objects.map(({ object }) => object)].map(wordsOf),
    ),
  };
}

/** Names that identify clients. Types that need their package are left out: whatever uses one imports it. */
const clientNames: readonly string[] = [
  ...new Set(
    clients.flatMap(({ globals = {}, names = {}, types: typed = [] }) => [
      ...Object.keys(globals),
      ...Object.keys(names),
      ...typed.flatMap((each) => (each.needsPackage === true ? [] : each.names)),
    ]),
  ),
];

function wordsOf(dotted: string): readonly string[] {
  return (dotted.match(/[\w$]+/gu) ?? []).filter(
    (each) => each !== "this" && each !== "typeof" && each !== "InstanceType",
  );
}

/** Bound on the files that are read for one question about changes of clients. */
const mostChanging = 16;

function fieldsAddedTo(ts: typeof TS, sources: Sources, made: TS.Node): ReturnType<ClientContext["fieldsAddedTo"]> {
  const names = sources.declaring?.("changes of clients") ?? [];
  if (names.length > mostChanging) return "any";
  const imports = (source: TS.SourceFile): boolean =>
    importsOf(ts, source).some(
      (specifier) => sources.find(source.fileName, specifier) === made.getSourceFile().fileName,
    );
  const changing = names.flatMap((name) => sources.file(name) ?? []).filter(imports);
  const find = finderIn(sources);
  return changing.length > 0 ? fieldsOfAny(changing.map((each) => fieldsAddedIn(ts, each, find, made))) : undefined;
}

function writesBodies(ts: typeof TS, sources: Sources, ...[way, made, known]: WritesBodies): boolean {
  const reaches = (source: TS.SourceFile): boolean =>
    source === made ||
    importsOf(ts, source).some((each) => (made ? sources.find(source.fileName, each) === made.fileName : each === way));
  const find = finderIn(sources);
  return someFile(
    sources,
    "hooks of requests",
    (source) =>
      (way !== "axios" || reaches(source)) &&
      bodyWriters(ts, source, way, find).some((writer) => !writer || !known?.has(writer)),
  );
}

type WritesBodies = Parameters<ClientContext["writesBodies"]>;

function finderIn(sources: Sources): Find {
  return (from, specifier) => {
    const name = sources.find(from.fileName, specifier);
    return name === undefined ? undefined : sources.file(name);
  };
}

/** Whether a predicate is true of a file that the index lists for a question. Of too many files, it may be. */
function someFile(sources: Sources, question: string, isSuch: (file: TS.SourceFile) => boolean): boolean {
  const names = sources.declaring?.(question) ?? [];
  if (names.length > mostChanging) return true;
  return names.some((name) => {
    const file = sources.file(name);
    return file !== undefined && isSuch(file);
  });
}

function importsOf(ts: typeof TS, { statements }: TS.SourceFile): readonly string[] {
  return statements.flatMap((each) =>
    ts.isImportDeclaration(each) && ts.isStringLiteral(each.moduleSpecifier) ? [each.moduleSpecifier.text] : [],
  );
}

const contexts = new WeakMap<Sources, ClientContext>();

/** One context for all files with the same sources: clients use it as the key of data that they read from packages. */
function contextOf(ts: typeof TS, sources: Sources): ClientContext {
  let context = contexts.get(sources);
  if (context?.ts !== ts)
    contexts.set(
      sources,
      (context = {
        ts,
        packageText: (from, path) => sources.packageText?.(from, path),
        fieldsAddedTo: (made) => fieldsAddedTo(ts, sources, made),
        writesBodies: (...asked) => writesBodies(ts, sources, ...asked),
        interceptorFields: (file, made) => fieldsOfInterceptors(ts, file, finderIn(sources), made),
        setsHeaders: () => someFile(sources, "hooks of requests", (source) => setsHeaders(ts, source)),
      }),
    );
  return context;
}

/** Finds a native by its name, and creates it at the first look-up. */
function lookUp(
  context: ClientContext,
  kind: (client: Client) => Makers | undefined,
): (name: string) => Native | undefined {
  const made = new Map<string, Native | undefined>();
  return (name) => {
    if (!made.has(name)) made.set(name, findMaker(kind, name)?.(context, name));
    return made.get(name);
  };
}

function findMaker(kind: (client: Client) => Makers | undefined, name: string): Maker | undefined {
  for (const client of clients) {
    const makers = kind(client) ?? {};
    if (Object.hasOwn(makers, name)) return makers[name];
    const pattern = Object.keys(makers).find((each) => each.endsWith("*") && fits(each, name));
    if (pattern !== undefined) return makers[pattern];
  }
  return undefined;
}

/** By module: whether it belongs to a client that sends. Every import of every file asks, so each name is looked up once. */
const sending = new Map<string, boolean>();

/** @returns whether a module belongs to a client. */
export function knowsModule(specifier: string): boolean {
  return findMaker((client) => client.modules, moduleName(specifier)) !== undefined;
}

function sendingModule(name: string): boolean {
  const known = sending.get(name);
  if (known !== undefined) return known;
  const found = findMaker((client) => (client.quiet === true ? undefined : client.modules), name) !== undefined;
  sending.set(name, found);
  return found;
}

const types = clients.flatMap((client) => client.types ?? []);
type TypeMaker = ClientType["make"];

const typeMakers = new Map<string, TypeMaker | undefined>();

/** Bound on cached names: programs have many types and names, but few are looked up again and again. */
const mostAsked = 10_000;

/** @returns the native of a parameter or field that is known by its declared type alone. */
function typeNative(context: ClientContext, name: string, from: TypeOrigin): Native | undefined {
  const { module } = from;
  const key = `${module ?? ""}\0${name}`;
  if (!typeMakers.has(key)) {
    if (typeMakers.size >= mostAsked) typeMakers.clear();
    typeMakers.set(key, findTypeMaker(name, module));
  }
  return typeMakers.get(key)?.(context, name, from);
}

function findTypeMaker(name: string, module: string | undefined): TypeMaker | undefined {
  return types.find(({ names, packages, needsPackage }) => {
    if (!names.some((each) => fits(each, name))) return false;
    const isPackage = module !== undefined && packages?.some((each) => fits(each, module)) === true;
    return isPackage || (needsPackage !== true && (module === undefined || !packages));
  })?.make;
}

const named = new Map(clients.flatMap(({ names = {} }) => Object.entries(names)));

type NameMaker = NonNullable<Client["names"]>[string];

const nameMakers = new Map<string, readonly NameMaker[]>();

/** Only names that a client lists count, alone or with the name before. So a file without any of them cannot use a client by name. */
function nativeNamed(context: ClientContext, expression: string): Native | undefined {
  let makers = nameMakers.get(expression);
  if (!makers) {
    if (nameMakers.size >= mostAsked) nameMakers.clear();
    nameMakers.set(expression, (makers = findNameMakers(expression)));
  }
  for (const make of makers) {
    const native = make(expression, context);
    if (native) return native;
  }
  return undefined;
}

function findNameMakers(expression: string): readonly NameMaker[] {
  const parts = expression.split(".");
  return parts.flatMap((part, index) => {
    const pair = index > 0 ? named.get(`${parts[index - 1] ?? ""}.${part}`) : undefined;
    return [named.get(part), pair].flatMap((make) => make ?? []);
  });
}
