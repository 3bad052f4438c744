import type { Shape } from "../../shape/shape";
import { shapeFromSchema, type ContractSchema, type SchemaReading } from "../file/schema-shape";

const prefix = "#/schemas/";

/** The shared schemas of a contract file, with one reading for requests and one for responses. A schema is read when a shape first refers to it. */
export class SchemaTable {
  readonly #find: (name: string) => ContractSchema | undefined;
  readonly #readings: Readonly<Record<"request" | "response" | "both", SchemaReading>>;

  constructor(find: (name: string) => ContractSchema | undefined) {
    this.#find = find;
    this.#readings = {
      request: this.#reading("request"),
      response: this.#reading("response"),
      both: this.#reading(undefined),
    };
  }

  /** @returns the shape of a schema, which may contain references. */
  shapeOf(schema: ContractSchema, name: string, direction: "request" | "response" | "both"): Shape {
    return shapeFromSchema(schema, name, name, this.#readings[direction]);
  }

  #reading(direction: "request" | "response" | undefined): SchemaReading {
    const shapes = new Map<string, Shape>();
    const inProgress = new Set<string>();
    const reading: SchemaReading = {
      ...(direction !== undefined && { direction }),
      resolve: (reference) => {
        const known = shapes.get(reference);
        if (known !== undefined) return known;
        // An option of a union may refer to the union.
        if (inProgress.has(reference)) return lazyUnion(() => shapes.get(reference));
        const name = reference.slice(prefix.length);
        const schema = reference.startsWith(prefix) ? this.#find(name) : undefined;
        if (schema === undefined) return { type: "any" };
        inProgress.add(reference);
        const shape = shapeFromSchema(schema, name, name, reading);
        inProgress.delete(reference);
        shapes.set(reference, shape);
        return shape;
      },
    };
    return reading;
  }
}

function lazyUnion(find: () => Shape | undefined): Shape {
  return {
    type: "union",
    get options(): readonly Shape[] {
      const shape = find();
      return shape === undefined || shape.type === "union" ? [{ type: "any" }] : [shape];
    },
  };
}
