import type { ResourceSeed } from "../world";
import type { JsonObject } from "../json";

/** One random client program: what it does, and which slips it has. Every combination that makes sense may occur. */
export interface Plan {
  readonly client: "fetch" | "axios" | "got" | "ky";
  /** `function`: the main request goes through a function of the program's own. */
  readonly through: "direct" | "function";
  readonly headersAs: "inline" | "const" | "assigned" | "class" | "pairs";
  readonly bodyAs: "inline" | "const" | "assigned";
  readonly resource: "tagged" | "untagged" | "for users only";
  readonly verb:
    | "GET"
    | "PATCH"
    | "PUT"
    | "override"
    | "override of another case"
    | "override of another method"
    | "override on PUT"
    | "override on PATCH";
  readonly body:
    | "change"
    | "nested"
    | "delete"
    | "undefined"
    | "fresh array"
    | "empty array"
    | "read array"
    | "whole"
    | "JSON Patch"
    | "none"
    | "no JSON";
  readonly tag: "none" | "star" | "read" | "literal" | "used" | "perhaps";
  readonly authorization: "bearer" | "token" | "basic" | "none";
  readonly token: "user" | "installation";
  readonly type: "set" | "by client" | "missing" | "text";
  readonly compression: "none" | "both" | "encoding only" | "agent only" | "agent and identity";
  readonly fields: string | undefined;
}

/** Numbers from a seed, the same on every run. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  pick<const Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.next() * items.length)] ?? items[0];
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

const goodSelectors = [
  "name",
  "name,color",
  "address/city",
  "address(city,zip)",
  "id,tags",
  "limits/daily,name",
  "*",
  "etag,name",
] as const;
const badSelectors = [
  "",
  "name,",
  "address()",
  "address(city",
  "name//color",
  "/name",
  "name/",
  "address(city)zip",
  "na*me",
  "data/name",
  "data(name)",
  "name,data/color",
] as const;

/** Draws a program: mostly right ones, with slips at independent places. */
export function drawPlan(dice: Dice): Plan {
  const slip = 0.07;
  const client = dice.pick(["fetch", "fetch", "axios", "got", "ky"]);
  const resource = dice.pick(["tagged", "tagged", "untagged", "for users only"]);
  const verb = drawVerb(dice, slip);
  const isPatch = verb === "PATCH" || verb === "override" || verb === "override on PATCH";
  const body = verb === "GET" ? "none" : isPatch ? drawBody(dice, slip, client, resource) : "change";
  const tag = drawTag(dice, slip, resource, isPatch, body);
  const through = client === "fetch" && body !== "no JSON" && dice.chance(0.3) ? "function" : "direct";
  const byClient = client !== "fetch" && body !== "none";
  return {
    client,
    through,
    headersAs: drawHeaders(dice, client, through),
    bodyAs: ["change", "undefined", "fresh array"].includes(body)
      ? dice.pick(["inline", "const", "assigned"])
      : "inline",
    resource,
    verb,
    body,
    tag,
    authorization: dice.chance(slip) ? dice.pick(["token", "basic", "none"]) : "bearer",
    token: dice.chance(slip) ? "installation" : "user",
    type: verb === "GET" ? "by client" : drawType(dice, slip, byClient ? "client" : "program"),
    compression: drawCompression(dice, slip),
    fields: dice.chance(0.4) ? drawSelector(dice, slip, resource) : undefined,
  };
}

/** @param sets who sets the media type. */
function drawType(dice: Dice, slip: number, sets: "client" | "program"): Plan["type"] {
  if (dice.chance(slip)) return sets === "client" ? "text" : dice.pick(["missing", "text"]);
  return sets === "client" ? dice.pick(["by client", "set"]) : "set";
}

function drawCompression(dice: Dice, slip: number): Plan["compression"] {
  if (!dice.chance(0.2)) return "none";
  return dice.chance(slip * 4) ? dice.pick(["encoding only", "agent only", "agent and identity"]) : "both";
}

function drawVerb(dice: Dice, slip: number): Plan["verb"] {
  if (dice.chance(slip))
    return dice.pick([
      "override of another case",
      "override of another method",
      "override on PUT",
      "override on PATCH",
    ]);
  return dice.pick(["PATCH", "PATCH", "PATCH", "PATCH", "override", "PUT", "GET"]);
}

function drawBody(dice: Dice, slip: number, client: Plan["client"], resource: Plan["resource"]): Plan["body"] {
  if (dice.chance(slip * 3)) {
    const wrong = dice.pick(["undefined", "fresh array", "empty array", "whole", "JSON Patch", "none", "no JSON"]);
    return wrong === "no JSON" && client !== "fetch" ? "JSON Patch" : wrong;
  }
  return dice.pick(["change", "change", "nested", "delete", resource === "for users only" ? "change" : "read array"]);
}

function drawTag(
  dice: Dice,
  slip: number,
  resource: Plan["resource"],
  isPatch: boolean,
  body: Plan["body"],
): Plan["tag"] {
  if (resource !== "tagged" || !isPatch) return "none";
  if (dice.chance(slip)) return dice.pick(["none", "literal", "used", "perhaps"]);
  return body === "read array" ? "read" : dice.pick(["star", "read"]);
}

function drawHeaders(dice: Dice, client: Plan["client"], through: Plan["through"]): Plan["headersAs"] {
  if (through === "function") return dice.pick(["inline", "const"]);
  return client === "fetch" || client === "ky"
    ? dice.pick(["inline", "inline", "const", "assigned", "class", "pairs"])
    : dice.pick(["inline", "const", "assigned"]);
}

function drawSelector(dice: Dice, slip: number, resource: Plan["resource"]): string {
  if (dice.chance(slip * 2)) return dice.pick(badSelectors);
  const selector = dice.pick(goodSelectors);
  return resource !== "tagged" && selector.includes("etag") ? "name" : selector;
}

export const paths: Readonly<Record<Plan["resource"], string>> = {
  tagged: "/products/1",
  untagged: "/notes/1",
  "for users only": "/user/memberships/orgs/acme",
};

/** The resources of a program's own service. */
export function seedOf(plan: Plan): Readonly<Record<string, ResourceSeed>> {
  const value: JsonObject = {
    id: "1",
    name: "Lamp",
    color: "red",
    description: "old",
    tags: ["a", "b"],
    address: { city: "Rome", zip: "1" },
    limits: { daily: 1 },
  };
  const resource: ResourceSeed = { value, required: ["name"], tags: plan.resource === "tagged" };
  // Somebody else changes the resource after the read: what a whole resource that is sent back undoes.
  const meanwhile =
    plan.body === "whole" && plan.tag !== "read" && plan.tag !== "used" ? { meanwhile: { limits: { daily: 2 } } } : {};
  return { [paths[plan.resource]]: { ...resource, ...meanwhile } };
}

/** What the author means to be there in the end. */
export function intentOf(plan: Plan): Readonly<Record<string, JsonObject>> {
  const path = paths[plan.resource];
  if (plan.verb === "GET") return {};
  if (plan.verb === "PUT") return { [path]: { name: "Lamp", color: "blue" } };
  return { [path]: { ...kept, ...changeOf(plan, path) } };
}

/** Whoever writes an override means a PATCH: what the body does not carry stays. */
const kept: JsonObject = { name: "Lamp", address: { zip: "1" } };

function changeOf(plan: Plan, path: string): JsonObject {
  switch (plan.body) {
    case "nested":
      return { address: { city: "Paris", zip: "1" } };
    case "delete":
    case "undefined":
      return { description: null };
    case "fresh array":
    case "read array":
      return { tags: ["a", "b", "new"] };
    case "empty array":
      return { color: "blue", tags: ["a", "b"] };
    case "whole":
      return { color: "blue", ...(seedOf(plan)[path]?.meanwhile ?? {}) };
    case "none":
    case "change":
    case "JSON Patch":
    case "no JSON":
      return { color: "blue", description: "old" };
  }
}
