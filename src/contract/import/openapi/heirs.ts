import { isObject } from "../../../value/plain-object";
import { follow, type JsonObject } from "./pointers";
import { addTo } from "../../../text/groups";

/** Key for schemas of a multi-file description that no `components` name. */
export const sharedSchemas = "$defs";

/** A schema that extends another one through `allOf`. */
export interface Heir {
  readonly reference: string;
  readonly schema: JsonObject;
}

/** The schemas of a document that extend others, and their discriminators. */
export class Heirs {
  readonly #document: JsonObject;
  #byBase: ReadonlyMap<JsonObject, readonly Heir[]> | undefined;

  constructor(document: JsonObject) {
    this.#document = document;
  }

  /** @returns the schemas that extend a schema, directly or indirectly. */
  of(base: JsonObject): readonly Heir[] {
    this.#byBase ??= this.#find();
    const found = new Map<JsonObject, Heir>();
    const pending = [base];
    for (let next = pending.pop(); next; next = pending.pop())
      for (const heir of this.#byBase.get(next) ?? []) {
        if (heir.schema === base || found.has(heir.schema)) continue;
        found.set(heir.schema, heir);
        pending.push(heir.schema);
      }
    return [...found.values()];
  }

  /** @returns the discriminator of a schema or of its bases. Excludes unions, which list their options themselves. */
  discriminatorOf(schema: JsonObject, seen = new Set<JsonObject>()): JsonObject | undefined {
    if (seen.has(schema)) return undefined;
    seen.add(schema);
    if (isObject(schema.discriminator) && !("oneOf" in schema) && !("anyOf" in schema)) return schema.discriminator;
    for (const base of this.#basesOf(schema)) {
      const inherited = this.discriminatorOf(base, seen);
      if (inherited !== undefined) return inherited;
    }
    return undefined;
  }

  #basesOf({ allOf }: JsonObject): readonly JsonObject[] {
    if (!Array.isArray(allOf)) return [];
    return (allOf as readonly unknown[]).flatMap((part): readonly JsonObject[] => {
      const base = isObject(part) && typeof part.$ref === "string" ? follow(this.#document, part) : undefined;
      return base === undefined ? [] : [base];
    });
  }

  #find(): ReadonlyMap<JsonObject, readonly Heir[]> {
    const { components, [sharedSchemas]: shared } = this.#document;
    const byBase = new Map<JsonObject, Heir[]>();
    const places = [
      ["components/schemas", isObject(components) ? components.schemas : undefined],
      [sharedSchemas, shared],
    ] as const;
    for (const [place, schemas] of places)
      for (const [name, schema] of Object.entries(isObject(schemas) ? schemas : {})) {
        if (!isObject(schema)) continue;
        const reference = `#/${place}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
        for (const base of this.#basesOf(schema)) addTo(byBase, base, { reference, schema });
      }
    return byBase;
  }
}
