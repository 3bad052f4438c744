import type { ContractSchema } from "../../file/schema-shape";
import { stepsOf, type JsonObject } from "./pointers";

/** The shared schemas of all documents of an import, under unique names. */
export class SchemaNames {
  readonly #sources = new Map<string, string>();
  readonly #schemas = new Map<string, ContractSchema>();

  /** Those that were asked for, by name. */
  get schemas(): ReadonlyMap<string, ContractSchema> {
    return this.#schemas;
  }

  /**
   * Names what a reference leads to. Documents that repeat a schema, as those of Kubernetes do, share it.
   *
   * @returns the name, and whether its schema has yet to be converted.
   */
  nameOf(reference: string, source: JsonObject): { readonly name: string; readonly isNew: boolean } {
    const text = JSON.stringify(source);
    const base = (stepsOf(reference).at(-1) ?? "").replace(/[^\w.-]+/gu, "_") || "schema";
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}_${number}`;
      const known = this.#sources.get(name);
      if (known === text) return { name, isNew: false };
      if (known !== undefined) continue;
      this.#sources.set(name, text);
      return { name, isNew: true };
    }
  }

  set(name: string, schema: ContractSchema): void {
    this.#schemas.set(name, schema);
  }
}
