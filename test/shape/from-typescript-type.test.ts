import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { checkFields } from "../../src/fields/check";
import { parseFields } from "../../src/fields/parse";
import { TypeShapes } from "../../src/shape/from-typescript-type";
import type { Shape } from "../../src/shape/shape";
import { typedText } from "../harness/typed-text";

/** Name, type, and the shape as `print` writes it. */
const cases: readonly (readonly [string, string, string])[] = [
  ["Interface", "interface Interface { id: string; count?: number }", "{id: string, count?: number}"],
  ["Alias", "type Alias = { on: boolean }", "{on: boolean}"],
  [
    "Extended",
    "interface Base { id: string } interface Extended extends Base { own: 1 | 2 }",
    "{own: number, id: string}",
  ],
  ["Generic", "interface Page<T> { items: T[] } type Generic = Page<{ id: string }>", "{items: [{id: string}]}"],
  ["Either", "type Either = { a: string } | { b: string }", "{a: string} | {b: string}"],
  ["Both", "type Both = { a: string } & { b: number }", "{a: string, b: number}"],
  ["Mapped", "type Mapped = { [K in 'a' | 'b']: number }", "{a: number, b: number}"],
  [
    "Conditional",
    "type If<T> = T extends string ? { s: string } : { n: number }; type Conditional = If<string>",
    "{s: string}",
  ],
  ["Indexed", "interface Outer { inner: { id: string } } type Indexed = Outer['inner']", "{id: string}"],
  ["Picked", "type Picked = Pick<{ a: string; b: string }, 'b'>", "{b: string}"],
  ["ReadOnlyArray", "type ReadOnlyArray = readonly { id: string }[]", "[{id: string}]"],
  ["Tuple", "type Tuple = [{ a: string }, { b: string }]", "[{a: string} | {b: string}]"],
  ["Dictionary", "type Dictionary = Record<string, { id: string }>", "map of {id: string}"],
  ["Open", "interface Open { id: string; [key: string]: unknown }", "{id: string, …}"],
  ["Vague", "interface Vague { a: any; b: unknown }", "{a: any, b: any}"],
  ["Class", "class Class { id = ''; #own = 1; get(): number { return this.#own; } }", "{id: string}"],
  ["Dated", "interface Dated { at: Date }", "{at: string}"],
  ["Money", "interface Money { toJSON(): string; cents: number }", "any"],
  ["Branded", "interface Branded { id: string & { readonly __brand: 'id' } }", "{id: string}"],
  [
    "Nullable",
    "interface Nullable { owner: { id: string } | null; name: string | null }",
    "{owner: {id: string} | null, name: string | null}",
  ],
  ["Optional", "interface Optional { owner?: { id: string } | undefined }", "{owner?: {id: string}}"],
  ["Enumerated", "enum Kind { A = 'a' } interface Enumerated { kind: Kind }", "{kind: string}"],
  [
    "Recursive",
    "interface Recursive { id: string; children: Recursive[] }",
    "{id: string, children: [{id: string, children: [{…}]}]}",
  ],
  [
    "Json",
    "type Json = string | Json[] | { [key: string]: Json }",
    "string | [string | […] | map of …] | map of string | [] | map of ",
  ],
];

const many = Array.from({ length: 2000 }, (_, index) => `field${index}: { id: string; next: Many };`).join("\n");

let checker: ts.TypeChecker;
let declared: ReadonlyMap<string, ts.Type>;

beforeAll(() => {
  const text = [...cases.map(([, code]) => code), `interface Many { ${many} }`, "export {};"].join("\n");
  const typed = typedText(text);
  checker = typed.checker;
  declared = new Map(
    typed.sourceFile.statements.flatMap((statement) =>
      ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isClassDeclaration(statement)
        ? [[statement.name?.text ?? "", checker.getTypeAtLocation(statement.name ?? statement)] as const]
        : [],
    ),
  );
}, 60_000);

function typeNamed(name: string): ts.Type {
  const type = declared.get(name);
  if (!type) throw new Error(name);
  return type;
}

function print(shape: Shape, depth = 0): string {
  const suffix = shape.type !== "any" && shape.type !== "union" && shape.nullable ? " | null" : "";
  switch (shape.type) {
    case "object": {
      if (depth > 3) return "{…}";
      const fields = [...shape.fields.values()].map(
        (field) => `${field.name}${field.required ? "" : "?"}: ${print(field.shape, depth + 1)}`,
      );
      return `{${[...fields, ...(shape.open ? ["…"] : [])].join(", ")}}${suffix}`;
    }
    case "map":
      return `map of ${print(shape.values, depth + 1)}${suffix}`;
    case "array":
      return `[${print(shape.elements, depth + 1)}]${suffix}`;
    case "union":
      return shape.options.map((option) => print(option, depth + 1)).join(" | ");
    default:
      return `${shape.type}${suffix}`;
  }
}

/** The values too, in their order. */
function written(shape: Shape): string {
  return shape.type === "string" || shape.type === "number" ? JSON.stringify(shape.values) : print(shape);
}

describe("the shape of a type", () => {
  it.each(cases.slice(0, -1).map(([name, , expected]) => [name, expected] as const))("%s", (name, expected) => {
    expect(print(new TypeShapes(ts, checker).of(typeNamed(name)))).toBe(expected);
  });

  it("is one and the same whenever it is asked for, and holds itself where the type does", () => {
    const shape = new TypeShapes(ts, checker).of(typeNamed("Recursive"));
    if (shape.type !== "object") throw new Error("no object");
    const children = shape.fields.get("children")?.shape;
    expect(children?.type === "array" && children.elements).toBe(shape);
  });

  it.each([
    ["type First = 'open' | 'closed' | 'archived'; type Second = 'archived' | 'closed' | 'open'"],
    ["type First = 10 | 9 | 2; type Second = 2 | 9 | 10"],
    ["type A = { a: string }; type B = { b: string }; type First = { at: B | A }; type Second = { at: A | B }"],
  ])("does not depend on what the checker met before: %s", (text) => {
    const shapesIn = (order: readonly string[]): readonly string[] => {
      const typed = typedText(`${text}; let before: ${order[0]}; let behind: ${order[1]}; export {};`);
      const shapes = new TypeShapes(ts, typed.checker);
      const found = new Map<string, string>();
      for (const name of order) {
        const alias = typed.sourceFile.statements.find(
          (each) => ts.isTypeAliasDeclaration(each) && each.name.text === name,
        );
        if (!alias) throw new Error(name);
        found.set(name, written(shapes.of(typed.checker.getTypeAtLocation(alias))));
      }
      return [found.get("First") ?? "", found.get("Second") ?? ""];
    };
    const [first, second] = shapesIn(["First", "Second"]);
    expect([first, second]).toEqual(shapesIn(["Second", "First"]));
    expect(first).toBe(second);
  });

  it("ends for aliases that hold themselves", () => {
    const shape = new TypeShapes(ts, checker).of(typeNamed("Json"));
    expect(shape.type).toBe("union");
    expect(checkFields(parseFields("a/b/c/d").selectors, shape)).toEqual([]);
  });

  it.each([
    ["Many", "field7/id", 4],
    ["Many", "field7/next/field9/next/field11(id)", 10],
    ["Recursive", "children/children/children/children/id", 3],
  ])("of %s costs what %s touches", (name, selector, lookups) => {
    const shapes = new TypeShapes(ts, checker);
    expect(checkFields(parseFields(selector).selectors, shapes.of(typeNamed(name)))).toEqual([]);
    expect(shapes.lookups).toBe(lookups);
  });
});
