import { describe, expect, it } from "vitest";
import { type Draft, evaluateProject } from "../../harness/evaluating";
import { type Files, given, project, run } from "./projects";

describe("a module that files import which it imports itself", () => {
  const many = Array.from({ length: 100 }, (_, index) => `list.push({ id: ${index} });`).join("\n");

  it("is run with the file to which it leads back", () => {
    const both = project({
      "main.ts": `import { late } from "./helper"; export const state = { path: "/a" }; state.path = "/b"; late();`,
      "helper.ts": `import { state } from "./main"; export function late() { send(state.path); }`,
      "other.ts": `import { late } from "./helper"; export function other() { late(); }`,
    });
    for (const name of ["other.ts", "main.ts", "other.ts"])
      expect(new Set(given(run(both, name)))).toEqual(new Set(["/b"]));
  });

  it("runs with those that it imports in a circle, whichever is asked for first", () => {
    const circle: Files = {
      "a.ts": `import { b } from "./b"; export const a = "/a"; export function both() { return a + b; }`,
      "b.ts": `import { both } from "./a"; export const b = "/b"; export function again() { return both(); }`,
      "one.ts": `import { both } from "./a"; send(both());`,
      "two.ts": `import { again } from "./b"; send(again());`,
    };
    for (const names of [
      ["one.ts", "two.ts"],
      ["two.ts", "one.ts"],
    ]) {
      const both = project(circle);
      expect(names.map((name) => given(run(both, name)))).toEqual([["/a/b"], ["/a/b"]]);
    }
  });

  it.each([
    ["type", `import type { One } from "./one";`],
    ["name that only types mention", `import { One } from "./one";`],
  ])("is run once where it imports no more than a %s of the files that import it", (_, imported) => {
    const list = `${imported}\nconst list: One[] = [];\n${many}\nexport const base = "/v1";`;
    const both = project({
      "base.ts": list,
      "one.ts": `import { base } from "./base"; export class One {} export function one() { send(base + "/one"); }`,
      "two.ts": `import { base } from "./base"; import "./one"; export function two() { send(base + "/two"); }`,
    });
    expect(given(run(both, "two.ts"))).toEqual(["/v1/two"]);
    const own = run(both, "one.ts");
    expect(given(own)).toEqual(["/v1/one"]);
    expect(own.nodes).toBeLessThan(50);
  });

  it("is run with the file from which it imports a value, also to hand it on", () => {
    for (const imported of [
      `import { One } from "./one"; new One();`,
      `import { One } from "./one"; export { One };`,
    ]) {
      const both = project({
        "base.ts": `${imported}\nconst list = [];\n${many}\nexport const base = "/v1";`,
        "one.ts": `import { base } from "./base"; export class One {} export function one() { send(base + "/one"); }`,
      });
      const twice = ["one.ts", "one.ts"].map((name) => run(both, name));
      for (const each of twice) {
        expect(given(each)).toEqual(["/v1/one"]);
        expect(each.nodes).toBeGreaterThan(400);
      }
    }
  });
});

it(
  "a large circle of modules that need each other is run as far as it counts, and each file is looked at to its end",
  { tags: ["long"] },
  () => {
    const number = 300;
    const files = Object.fromEntries(
      Array.from({ length: number }, (_, index) => [
        `m${index}.ts`,
        `import { o${(index + 1) % number} } from "./m${(index + 1) % number}";
       export const o${index} = { base: "/${index}", next: o${(index + 1) % number} };
       export const f${index} = () => send(o${(index + 1) % number}.base);`,
      ]),
    );
    const { sent, complete, nodes } = evaluateProject(files);
    expect(complete).toBe(true);
    expect(sent.map(({ draft }) => (draft as Draft).arguments[0])).toMatchObject([
      { kind: "string", parts: [{ kind: "text", text: "/1" }] },
    ]);
    expect(nodes).toBeLessThan(number * 8);
  },
);
