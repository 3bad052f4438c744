import type { ContractSchema } from "../../contract/file/schema-shape";
import { addTo } from "../../text/groups";

/** The shared schemas of a description, by name. */
export type Schemas = Readonly<Record<string, ContractSchema>>;

const prefix = "#/schemas/";

/** Resolves references between schemas. */
export class Resolver {
  readonly #schemas: Schemas;
  readonly #made = new Map<string, ContractSchema>();
  readonly #ids = new Map<ContractSchema, string>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** @returns the schema with its reference resolved and merged with the keywords beside it. */
  resolve(schema: ContractSchema): ContractSchema {
    const { $ref, ...beside } = schema;
    if ($ref === undefined) return schema;
    const key = JSON.stringify(schema);
    const known = this.#made.get(key);
    if (known) return known;
    // A reference that leads to itself has no target.
    this.#made.set(key, beside);
    const name = $ref.slice(prefix.length);
    const target = Object.hasOwn(this.#schemas, name) ? this.#schemas[name] : undefined;
    const resolved = target ? this.resolve(target) : {};
    const required = [...(resolved.required ?? []), ...(beside.required ?? [])];
    const made = { ...resolved, ...beside, ...(required.length > 0 && { required }) };
    this.#made.set(key, made);
    return made;
  }

  /** @returns an id that is equal for equal references, and for the same schema object. */
  idOf(schema: ContractSchema): string {
    if (schema.$ref !== undefined) return JSON.stringify(schema);
    let id = this.#ids.get(schema);
    if (id === undefined) this.#ids.set(schema, (id = `#${this.#ids.size}`));
    return id;
  }
}

/** @returns the names of shared schemas that are equal in both versions, including everything that they refer to. */
export function findUnchanged(older: Schemas, newer: Schemas): ReadonlySet<string> {
  const references = new Map<string, readonly string[]>();
  for (const [name, schema] of Object.entries(older)) {
    if (!Object.hasOwn(newer, name)) continue;
    const text = JSON.stringify(schema);
    if (text === JSON.stringify(newer[name])) references.set(name, referencesIn(text));
  }
  const users = new Map<string, string[]>();
  for (const [name, used] of references) for (const each of used) addTo(users, each, name);
  const pending = [...references].flatMap(([name, used]) => (used.every((each) => references.has(each)) ? [] : [name]));
  for (let name = pending.pop(); name !== undefined; name = pending.pop())
    if (references.delete(name)) pending.push(...(users.get(name) ?? []));
  return new Set(references.keys());
}

/** @returns the names of the shared schemas to which a schema's JSON text refers. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(/"\$ref":"#\/schemas\/((?:[^"\\]|\\.)*)"/gu)].map(
    ([, name]) => JSON.parse(`"${name ?? ""}"`) as string,
  );
}
