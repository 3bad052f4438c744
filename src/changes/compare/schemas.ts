import type { ContractSchema } from "../../contract/file/schema-shape";
import { compareCombinations, compareConstraints, type Direction, textOf, told } from "./constraints";
import { type ChangeNode, elementStep, newNode, type SchemaChange, valueStep } from "../node";
import { findUnchanged, referencesIn, Resolver, type Schemas } from "./schema-pairs";

/** Compares the schemas of two versions of a description. */
export class SchemaComparison {
  readonly #older: Resolver;
  readonly #newer: Resolver;
  readonly #unchanged: ReadonlySet<string>;
  /** By pair of schemas: a pair shared by many endpoints is compared once, and recursive schemas terminate. */
  readonly #nodes = new Map<string, ChangeNode>();

  constructor(older: Schemas, newer: Schemas) {
    this.#older = new Resolver(older);
    this.#newer = new Resolver(newer);
    this.#unchanged = findUnchanged(older, newer);
  }

  /** @returns the changes in the values of a schema. */
  compare(was: ContractSchema, now: ContractSchema, direction: Direction): ChangeNode {
    const key = `${direction} ${this.#older.idOf(was)} ${this.#newer.idOf(now)}`;
    const known = this.#nodes.get(key);
    if (known) return known;
    const node = newNode();
    this.#nodes.set(key, node);
    if (!this.#isSame(was, now)) this.#compareInto(was, now, direction, node);
    return node;
  }

  /** @returns whether a value is required in each version, and whether a default replaces a missing one. */
  presenceOf(required: RequiredPair, was: ContractSchema, now: ContractSchema): PresencePair {
    return withDefaults(required, this.#older.resolve(was), this.#newer.resolve(now));
  }

  #isSame(was: ContractSchema, now: ContractSchema): boolean {
    const text = JSON.stringify(was);
    return text === JSON.stringify(now) && referencesIn(text).every((name) => this.#unchanged.has(name));
  }

  #compareInto(given: ContractSchema, other: ContractSchema, direction: Direction, node: ChangeNode): void {
    const was = this.#older.resolve(given);
    const now = this.#newer.resolve(other);
    compareFlags(was, now, direction, node);
    if (optionsOf(was) || optionsOf(now)) {
      this.#compareUnions(was, now, direction, node);
      compareCombinations(was, now, direction, node.changes);
      return;
    }
    if (was.type !== now.type) {
      node.changes.push(typeChange(was, now, direction));
      return;
    }
    compareConstraints(was, now, direction, node);
    if (was.type === "object") this.#compareObjects(was, now, direction, node);
    if (was.type === "array" && was.items && now.items)
      node.steps.set(elementStep, this.compare(was.items, now.items, direction));
  }

  #compareUnions(was: ContractSchema, now: ContractSchema, direction: Direction, node: ChangeNode): void {
    const before = optionsOf(was) ?? [was];
    const after = optionsOf(now) ?? [now];
    if (!optionsOf(was) && was.type === undefined) {
      node.changes.push(typeChange(was, now, direction));
      return;
    }
    const left = [...after];
    const gone: ContractSchema[] = [];
    for (const option of before) {
      const index = left.findIndex((each) => this.#isAlike(option, each));
      const [same] = index < 0 ? [] : left.splice(index, 1);
      if (same) node.options.push(this.compare(option, same, direction));
      else gone.push(option);
    }
    const isRequest = direction === "request";
    if (gone.length > 0)
      node.changes.push({
        id: `${direction}-{scope}-one-of-removed`,
        effect: isRequest ? "requests" : "nobody",
        was: gone.map(nameOf).join(", "),
        test: isRequest ? { kind: "value", was, now } : { kind: "none" },
      });
    if (left.length > 0)
      node.changes.push({
        id: `${direction}-{scope}-one-of-added`,
        effect: isRequest ? "nobody" : "readers",
        now: left.map(nameOf).join(", "),
        test: { kind: isRequest ? "none" : "perhaps read" },
      });
  }

  /**
   * Whether two options of a union correspond: by name, otherwise by type; objects without a name by their properties.
   */
  #isAlike(was: ContractSchema, now: ContractSchema): boolean {
    if (was.$ref !== undefined || now.$ref !== undefined) return was.$ref === now.$ref;
    if (was.type !== now.type) return false;
    return (
      was.type !== "object" ||
      JSON.stringify(Object.keys(was.properties ?? {})) === JSON.stringify(Object.keys(now.properties ?? {}))
    );
  }

  #compareObjects(was: ContractSchema, now: ContractSchema, direction: Direction, node: ChangeNode): void {
    const { properties: before = {} } = was;
    const { properties: after = {} } = now;
    // Properties that the newer schema preserves without describing them are neither dropped nor rejected.
    const isKept = now["x-kubernetes-preserve-unknown-fields"] === true;
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const older = Object.hasOwn(before, name) ? before[name] : undefined;
      const newer = Object.hasOwn(after, name) ? after[name] : undefined;
      if (isKept && newer === undefined) continue;
      const required = { was: was.required?.includes(name) === true, now: now.required?.includes(name) === true };
      node.steps.set(name, this.#compareProperty(older, newer, required, direction));
    }
    const [values, others] = [was.additionalProperties, now.additionalProperties];
    if (typeof values === "object" && typeof others === "object")
      node.steps.set(valueStep, this.compare(values, others, direction));
  }

  #compareProperty(
    was: ContractSchema | undefined,
    now: ContractSchema | undefined,
    required: RequiredPair,
    direction: Direction,
  ): ChangeNode {
    if (was && now) return this.#comparePresent(was, now, required, direction);
    const node = newNode();
    if (now) node.changes.push(addedProperty(this.#newer.resolve(now), required.now, direction));
    if (was && !isHidden(this.#older.resolve(was), direction))
      node.changes.push(removedProperty(required.was, direction));
    return node;
  }

  /**
   * Compares a property of both versions. Its node has changes of its own, besides those of its schema, which other
   * properties may share.
   */
  #comparePresent(was: ContractSchema, now: ContractSchema, required: RequiredPair, direction: Direction): ChangeNode {
    const [older, newer] = [this.#older.resolve(was), this.#newer.resolve(now)];
    const own = newNode();
    const hidden = hiddenChange(isHidden(older, direction), isHidden(newer, direction), required.was, direction);
    if (hidden) own.changes.push(hidden);
    const presence = hidden ? undefined : presenceChange(withDefaults(required, older, newer), direction);
    if (presence) own.changes.push(presence);
    own.options.push(this.compare(was, now, direction));
    return own;
  }
}

/** @returns the options of a union. Beside a type, `anyOf` is a constraint instead. */
function optionsOf({ type, oneOf, anyOf }: ContractSchema): readonly ContractSchema[] | undefined {
  return oneOf ?? (type === undefined ? anyOf : undefined);
}

/** Whether a property is required in each version. */
interface RequiredPair {
  readonly was: boolean;
  readonly now: boolean;
}

/** Whether a property is not sent in a direction: requests omit read-only properties, and responses write-only ones. */
function isHidden({ readOnly, writeOnly }: ContractSchema, direction: Direction): boolean {
  return direction === "request" ? readOnly === true : writeOnly === true;
}

function hiddenChange(was: boolean, now: boolean, required: boolean, direction: Direction): SchemaChange | undefined {
  if (was === now) return undefined;
  const word = direction === "request" ? "read-only" : "write-only";
  const id = `${direction}-${required ? "required" : "optional"}-property-became-${now ? "" : "not-"}${word}`;
  if (!now) return { id, effect: "nobody", test: { kind: "none" } };
  return direction === "request"
    ? { id, effect: "requests", test: { kind: "sent" } }
    : { id, effect: "readers", test: { kind: "read" } };
}

/** Whether a value must be sent in each version: a default replaces a missing value. */
interface PresencePair extends RequiredPair {
  readonly wasFilledIn: boolean;
  readonly isFilledIn: boolean;
}

/** @returns whether a value is required in each version, and whether its schemas have defaults. */
function withDefaults(required: RequiredPair, was: ContractSchema, now: ContractSchema): PresencePair {
  return { ...required, wasFilledIn: was.default !== undefined, isFilledIn: now.default !== undefined };
}

/** @returns how the presence of a sent property has changed, by its own requirement or by its default. */
export function sentPresence(pair: PresencePair): "required" | "required-with-default" | "optional" | undefined {
  const was = pair.was && !pair.wasFilledIn;
  const now = pair.now && !pair.isFilledIn;
  if (was !== now) return now ? "required" : "optional";
  if (pair.was === pair.now) return undefined;
  return pair.now ? "required-with-default" : "optional";
}

function presenceChange(pair: PresencePair, direction: Direction): SchemaChange | undefined {
  if (direction === "request") {
    const presence = sentPresence(pair);
    const id = `request-property-became-${presence ?? ""}`;
    if (presence === "required") return { id, effect: "requests", test: { kind: "missing" } };
    return presence && { id, effect: "nobody", test: { kind: "none" } };
  }
  if (pair.was === pair.now) return undefined;
  return pair.now
    ? { id: "response-property-became-required", effect: "nobody", test: { kind: "none" } }
    : { id: "response-property-became-optional", effect: "readers", test: { kind: "perhaps read" } };
}

function addedProperty(schema: ContractSchema, required: boolean, direction: Direction): SchemaChange {
  const word = required ? "required" : "optional";
  if (direction === "response")
    return { id: `response-${word}-property-added`, effect: "nobody", test: { kind: "none" } };
  const isNeeded = required && schema.readOnly !== true;
  if (isNeeded && schema.default === undefined)
    return { id: "new-required-request-property", effect: "requests", test: { kind: "missing" } };
  const id = isNeeded ? "new-required-request-property-with-default" : "new-optional-request-property";
  return { id, effect: "nobody", test: { kind: "none" } };
}

function removedProperty(required: boolean, direction: Direction): SchemaChange {
  return direction === "request"
    ? { id: "request-property-removed", effect: "requests", test: { kind: "sent" } }
    : {
        id: `response-${required ? "required" : "optional"}-property-removed`,
        effect: "readers",
        test: { kind: "read" },
      };
}

function compareFlags(was: ContractSchema, now: ContractSchema, direction: Direction, node: ChangeNode): void {
  const isRequest = direction === "request";
  if ((was.deprecated === true) !== (now.deprecated === true))
    node.changes.push({
      id: `${direction}-{scope}-${now.deprecated ? "deprecated" : "reactivated"}`,
      effect: "nobody",
      test: { kind: "none" },
    });
  if ((was.nullable === true) !== (now.nullable === true)) {
    const id = `${direction}-{scope}-became-${now.nullable ? "" : "not-"}nullable`;
    if (isRequest === (now.nullable === true)) node.changes.push({ id, effect: "nobody", test: { kind: "none" } });
    else if (isRequest) node.changes.push({ id, effect: "requests", test: { kind: "null" } });
    else node.changes.push({ id, effect: "readers", test: { kind: "perhaps read" } });
  }
  // Compared as texts, because `"true"` and `true` are the same default.
  if (textOf(was.default) !== textOf(now.default)) {
    const verb = was.default === undefined ? "added" : now.default === undefined ? "removed" : "changed";
    // A default that is documented for the first time may have existed before.
    const isHit = isRequest && verb === "changed";
    node.changes.push({
      id: `${direction}-{scope}-default-value-${verb}`,
      effect: isHit ? "requests" : "nobody",
      ...told("was", was.default),
      ...told("now", now.default),
      test: { kind: isHit ? "missing" : "none" },
    });
  }
}

/**
 * Compares types. `number` accepts every integer. A schema without a type, or with the old type among its options,
 * accepts all earlier values.
 */
function typeChange(was: ContractSchema, now: ContractSchema, direction: Direction): SchemaChange {
  const isWider =
    now.type === undefined ? optionsOf(now) === undefined : was.type === "integer" && now.type === "number";
  const isNarrower =
    was.type === undefined ? optionsOf(was) === undefined : was.type === "number" && now.type === "integer";
  const words = { was: nameOf(was), now: nameOf(now) };
  if (direction === "request")
    return isWider
      ? { id: "request-{scope}-type-generalized", effect: "nobody", ...words, test: { kind: "none" } }
      : { id: "request-{scope}-type-changed", effect: "requests", ...words, test: { kind: "value", was, now } };
  if (isNarrower)
    return { id: "response-{scope}-type-specialized", effect: "nobody", ...words, test: { kind: "none" } };
  return isWider
    ? { id: "response-{scope}-type-generalized", effect: "readers", ...words, test: { kind: "perhaps read" } }
    : { id: "response-{scope}-type-changed", effect: "readers", ...words, test: { kind: "read" } };
}

function nameOf(schema: ContractSchema): string {
  const { $ref, type } = schema;
  return $ref?.slice("#/schemas/".length) ?? type ?? optionsOf(schema)?.map(nameOf).join(" or ") ?? "anything";
}
