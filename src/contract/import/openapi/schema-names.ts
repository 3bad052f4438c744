import type { ContractSchema } from "../../file/schema-shape";
import { stepsOf, type JsonObject } from "./pointers";

/** Unique names for the shared schemas of all documents of an import. */
export class SchemaNames {
  readonly #sources = new Map<string, string>();
  readonly #schemas = new Map<string, ContractSchema>();

  /** Converted schemas by name. */
  get schemas(): ReadonlyMap<string, ContractSchema> {
    return this.#schemas;
  }

  /**
   * Names the target of a reference. Equal schemas in several documents, as in those of Kubernetes, share a name.
   *
   * @returns the name, and whether its schema still has to be converted.
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
