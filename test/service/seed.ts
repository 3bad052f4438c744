import { isJsonObject, memberOf, type Json, type JsonObject } from "./json";
import type { ResourceSeed, Seed } from "./world";

const product: JsonObject = {
  id: "1",
  name: "Lamp",
  color: "red",
  description: "Stands on a desk",
  tags: ["a", "b"],
  address: { city: "Rome", zip: "00100" },
  limits: { daily: 10, monthly: 100 },
};

const table: JsonObject = {
  id: "id",
  kind: "table",
  name: "First",
  displayName: "First",
  state: { phase: "ready" },
  columns: [{ name: "a", type: "string" }],
  tags: { owner: "ann" },
  // Names beyond the basic plane: offsets count UTF-16 units, bytes are counted on the wire.
  "😀": true,
  "id😀": true,
};

/** What every case finds unless it says otherwise: products with tags, notes without, orders of a known shape. */
export const commonResources: Readonly<Record<string, ResourceSeed>> = {
  "/products/1": { value: product, required: ["name"] },
  "/products/2": { value: { ...product, id: "2", name: "Chair" }, required: ["name"] },
  "/notes/1": { value: { ...product, name: "Note" }, required: ["name"], tags: false },
  "/tables": {
    value: { kind: "tables", nextPageToken: "2", items: [{ id: "id", name: "First", state: { phase: "ready" } }] },
    tags: false,
  },
  "/tables/id": { value: table, tags: false },
  "/tables/t-id": { value: { id: "t-id", name: "Named" }, tags: false },
  "/tables/default": { value: { id: "default", name: "Default" }, tags: false },
  "/tables/7": { value: table, tags: false },
  "/tables/8": { value: table, tags: false },
  "/orders/1": {
    value: {
      name: "First",
      quantity: 2,
      color: "red",
      note: "ring twice",
      address: { city: "Rome", zip: "00100" },
      created: "2026-01-01",
    },
    required: ["name", "quantity"],
    optional: ["color", "note", "address"],
    serverSet: ["created"],
    tags: false,
  },
};

/** What a fixture's head says of the service, beside its code. */
export interface CaseHead {
  readonly seed: Seed;
  /** What the author meant to be there in the end: members of resources by path; `null` for a field that should be gone. */
  readonly intended: Readonly<Record<string, JsonObject | null>>;
  /** Whether the author meant the last answer to come compressed. */
  readonly compressed: boolean;
}

const settings = /^\s*(?:\/\/|#)\s*(service|intended):\s*(.*?)\s*$/gm;

/**
 * Reads `// service: {…}` (more resources by path, `public`, `wrapped`, `granted`) and `// intended: {…}` from a fixture.
 *
 * @throws SyntaxError where one is not JSON.
 */
export function readHead(text: string): CaseHead {
  const lines = new Map(
    [...text.matchAll(settings)].map((found) => [found[1], JSON.parse(found[2] ?? "{}") as JsonObject]),
  );
  const {
    wrapped,
    granted,
    public: open,
    ...resources
  } = (lines.get("service") ?? {}) as JsonObject &
    Pick<Seed, "wrapped" | "public"> & { readonly granted?: Record<string, string> };
  const { compressed, ...intended } = lines.get("intended") ?? {};
  return {
    seed: {
      resources: { ...commonResources, ...(resources as unknown as Record<string, ResourceSeed>) },
      ...(open === undefined ? {} : { public: open }),
      ...(wrapped === undefined ? {} : { wrapped }),
      ...(granted === undefined ? {} : { granted }),
    },
    intended: intended as Record<string, JsonObject | null>,
    compressed: compressed === true,
  };
}

/**
 * Says where a resource is not as it was meant to be, or `undefined` where it is. What is not mentioned may be anything.
 */
export function findDifference(intended: Json, actual: Json | undefined, path: string): string | undefined {
  if (intended === null) return actual === undefined ? undefined : `${path} is still ${JSON.stringify(actual)}`;
  if (isJsonObject(intended) && actual !== undefined && isJsonObject(actual)) {
    for (const [key, value] of Object.entries(intended)) {
      const difference = findDifference(value, memberOf(actual, key), `${path} ${key}`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }
  const [meant, is] = [JSON.stringify(intended), JSON.stringify(actual)];
  return meant === is ? undefined : `${path} is ${actual === undefined ? "gone" : is}, meant ${meant}`;
}
