import { describe, expect, it } from "vitest";
import type { Import } from "../../src/code/types";
import type { TypeMeaning } from "../../src/project/named-types";
import { type Graph, projectOf } from "./graphs";

const imported = (specifier: string, name: string, local = name): Import => ({ specifier, name, local });

const module = { kind: "module", outer: -1 } as const;
const named = (...name: readonly string[]) => ({ kind: "name", name, arguments: [], start: 0, end: 0 }) as const;
const alias = (name: string, type: number) =>
  ({ name, kind: "alias", type, extends: [], parameters: [], in: 0 }) as const;

const graphs: Record<string, Graph> = {
  "types.ts": {
    functions: [module] as never,
    values: [{ kind: "class", class: 0 }],
    classes: [{ name: "Api", in: 0 }] as never,
    types: [named("Docs"), named("docs_v1", "Docs"), { kind: "object", members: [], open: false }],
    declaredTypes: [
      alias("Docs", 1),
      alias("Own", 0),
      { name: "Orders", kind: "interface", type: 2, extends: [], parameters: [], in: 0 },
      alias("Loop", 3),
    ],
    imports: [imported("googleapis", "docs_v1")],
    exports: [
      { kind: "value", name: "Api", value: 0 },
      { kind: "value", name: "default", value: 0 },
      { kind: "type", name: "Own", type: 1 },
      { kind: "type", name: "Orders", type: 2 },
    ],
  },
  "all.ts": {
    exports: [
      { kind: "all", specifier: "./types" },
      { kind: "from", name: "ns", specifier: "./types", imported: "*" },
    ],
  },
  "a.ts": {
    functions: [module, { kind: "function", outer: 0 }] as never,
    classes: [{ name: "Inner", in: 1 }] as never,
    imports: [
      imported("./types", "default", "Default"),
      imported("./all", "Api", "Renamed"),
      imported("./all", "*", "all"),
      imported("./all", "Own"),
      imported("@octokit/rest", "Octokit"),
      imported("@octokit/core", "*", "core"),
      imported("googleapis", "calendar_v3", "calendar"),
    ],
  },
};

function meaning(name: readonly string[], within = 0): string {
  const project = projectOf(graphs);
  const file = project.file("a.ts");
  return told(file && project.typeNamed(file, name, within));
}

function told(found: TypeMeaning | undefined): string {
  if (!found) return "nothing";
  if (found.kind === "class") return `class ${found.class} of ${found.file.name}`;
  if (found.kind === "declared") return `${found.type.kind} ${found.type.name} of ${found.file.name}`;
  if (found.kind === "parameter") return "a parameter";
  const name = [...(found.namespace === undefined ? [] : [found.namespace]), found.name].join(".");
  return found.kind === "global" ? `global ${name}` : `${name} of ${found.specifier}`;
}

describe("what the name of a type means", () => {
  it.each([
    ["Default", "class 0 of types.ts"],
    ["Renamed", "class 0 of types.ts"],
    ["all.Orders", "interface Orders of types.ts"],
    ["all.ns.Orders", "interface Orders of types.ts"],
    ["all.Nothing", "nothing"],
    ["Own", "docs_v1.Docs of googleapis"],
    ["Octokit", "Octokit of @octokit/rest"],
    ["core.Octokit", "Octokit of @octokit/core"],
    ["calendar.Calendar", "calendar_v3.Calendar of googleapis"],
    ["Headers", "global Headers"],
    ["Intl.Locale", "global Intl.Locale"],
  ])("%s is %s", (name, expected) => {
    expect(meaning(name.split("."))).toBe(expected);
  });

  it("is that of the function around it first", () => {
    expect(meaning(["Inner"], 1)).toBe("class 0 of a.ts");
    expect(meaning(["Inner"], 0)).toBe("global Inner");
  });
});

it("does not go through a file's imports and types for each name", () => {
  let looks = 0;
  const watched = <T extends object>(each: T): T =>
    new Proxy(each, {
      get: (target, key, receiver): unknown => {
        looks += 1;
        return Reflect.get(target, key, receiver);
      },
    });
  const numbers = Array.from({ length: 100 }, (_, index) => index);
  const project = projectOf({
    "a.ts": {
      functions: [module] as never,
      imports: numbers.map((index) => watched(imported("some-package", `Imported${index}`))),
      declaredTypes: numbers.map((index) => watched(alias(`Own${index}`, 0))),
      types: [{ kind: "object", members: [], open: false }],
    },
  });
  const file = project.file("a.ts");
  if (!file) throw new Error("a.ts");
  for (const index of numbers)
    for (const name of [`Imported${index}`, `Own${index}`])
      expect(project.typeNamed(file, [name], 0)).toMatchObject({
        kind: name.startsWith("Own") ? "declared" : "package",
      });
  expect(looks).toBeLessThan(20 * numbers.length);
});
