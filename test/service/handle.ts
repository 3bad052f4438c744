import { findRefusal } from "./access";
import { isJsonObject, type JsonObject } from "./json";
import { mergePatch } from "./merge";
import { InvalidSelection, parseSelection, project } from "./selection";
import { findInvalid, replaceState, type World } from "./world";

/** A request as it came over the wire. Header names in lower case. */
export interface WireRequest {
  readonly method: string;
  /** Below the base, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly body: JsonObject;
  readonly gzip: boolean;
}

/** A refusal. Where the description shows no status for a case, the message says so and the status is this service's own choice. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const ownChoice = "(the description shows no status for this case)";

/** Answers one request as the description has it, changing the world. */
export function handle(world: World, request: WireRequest): WireAnswer {
  const gzip = isCompressed(request.headers);
  try {
    return { status: 200, body: answer(world, request), gzip };
  } catch (error) {
    if (error instanceof InvalidSelection) return { status: 400, body: { message: error.message }, gzip };
    if (error instanceof Refusal) return { status: error.status, body: { message: error.message }, gzip };
    throw error;
  }
}

function answer(world: World, request: WireRequest): JsonObject {
  const method = methodOf(request);
  if (!world.seed.public) admit(world, request, method);
  if (world.seed.anything) return {};
  // A bad selection is refused before anything is changed.
  const selection = request.query.get("fields");
  const before = read(world, request.path);
  if (selection !== null && before) select(world, request.path, selection, before);
  switch (method) {
    case "GET":
      break;
    case "PATCH":
      patch(world, request);
      break;
    case "PUT":
      put(world, request);
      break;
    case "DELETE":
      if (!world.has(request.path)) throw new Refusal(404, `there is no such resource ${ownChoice}`);
      world.delete(request.path);
      return {};
    default:
      throw new Refusal(405, `${method} on this path is not described`);
  }
  const resource = read(world, request.path);
  if (!resource) throw new Refusal(404, `there is no such resource ${ownChoice}`);
  const selected = selection === null ? resource : select(world, request.path, selection, resource);
  if (method === "GET") for (const path of [request.path, ...world.childrenOf(request.path)]) world.afterRead(path);
  return world.seed.wrapped ? { data: selected } : selected;
}

/** @throws {Refusal} where the token or the granted permissions do not allow a request. */
function admit({ seed }: World, request: WireRequest, method: string): void {
  const refusal = findRefusal(authorize(request), method, request.path, seed.granted, seed.marked);
  if (refusal !== undefined) throw new Refusal(403, `${refusal} ${ownChoice}`);
}

/** Conventions 5. */
function authorize({ headers }: WireRequest): string {
  const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? "") ?? [];
  if (token === undefined) throw new Refusal(401, `Authorization: Bearer <ACCESS_TOKEN> is needed ${ownChoice}`);
  return token;
}

/** Conventions 4.3.12: only a POST is overridden, and only to PATCH. */
function methodOf({ method, headers }: WireRequest): string {
  return method === "POST" && headers["x-http-method-override"]?.trim() === "PATCH" ? "PATCH" : method;
}

/** Conventions 4.1: both conditions. */
function isCompressed(headers: WireRequest["headers"]): boolean {
  const accepted = (headers["accept-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim());
  const gzip = accepted.some((coding) => /^gzip(?!\s*;\s*q=0(?:\.0+)?$)/.test(coding));
  return gzip && (headers["user-agent"] ?? "").includes("gzip");
}

/** A single resource, or the collection of those below the path. */
function read(world: World, path: string): JsonObject | undefined {
  if (world.has(path)) return world.read(path);
  const children = world.childrenOf(path);
  return children.length === 0
    ? undefined
    : { kind: "collection", items: children.flatMap((child) => world.read(child) ?? []) };
}

function select(world: World, path: string, selection: string, resource: JsonObject): JsonObject {
  const optional = new Set([
    ...(world.seedOf(path)?.optional ?? []),
    ...(world.has(path) ? [] : ["nextPageToken", "etag"]),
  ]);
  const seed = world.seedOf(path);
  return project(resource, parseSelection(selection), optional, seed ? [seed.value] : []);
}

/** Conventions 4.3. */
function patch(world: World, request: WireRequest): void {
  const { current, seed, body } = readUpdate(world, request);
  const tag = world.tagOf(request.path);
  const given = request.headers["if-match"];
  if (tag !== undefined && given === undefined)
    throw new Refusal(428, `If-Match with the current tag is needed ${ownChoice}`);
  checkTag(tag, given);
  const state = mergePatch(current, body);
  const invalid = findInvalid(seed, state);
  if (invalid !== undefined) throw new Refusal(422, invalid);
  world.write(request.path, state);
}

/** Conventions 4.4. */
function put(world: World, request: WireRequest): void {
  const { current, seed, body } = readUpdate(world, request);
  checkTag(world.tagOf(request.path), request.headers["if-match"]);
  const state = replaceState(seed, current, body);
  const invalid = findInvalid(seed, state);
  if (invalid !== undefined) throw new Refusal(422, invalid);
  world.write(request.path, state);
}

function checkTag(tag: string | undefined, given: string | undefined): void {
  if (tag === undefined || given === undefined || given.trim() === "*") return;
  if (given.trim() !== tag) throw new Refusal(412, `the tag is not the current one ${ownChoice}`);
}

function readUpdate(
  world: World,
  { path, headers, body }: WireRequest,
): { readonly current: JsonObject; readonly seed: ReturnType<World["seedOf"]> & object; readonly body: JsonObject } {
  const [current, seed] = [world.read(path), world.seedOf(path)];
  if (!current || !seed) throw new Refusal(404, `there is no such resource ${ownChoice}`);
  if (headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase() !== "application/json") {
    throw new Refusal(415, `Content-Type: application/json is needed ${ownChoice}`);
  }
  return { current, seed, body: parseBody(body) };
}

function parseBody(text: string): JsonObject {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Refusal(400, "the body is not JSON");
  }
  if (!isJsonObject(parsed)) throw new Refusal(400, "the body is not a JSON object");
  return parsed;
}
