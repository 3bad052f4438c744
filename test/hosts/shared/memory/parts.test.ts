import { describe, expect, test } from "vitest";
import { AskedFiles, digestOf } from "../../../../src/hosts/shared/sources/asked";
import { type Parts, Reach } from "../../../../src/hosts/shared/memory/parts";
import type { Sources, Told } from "../../../../src/project/sources";

/** `page` imports `wrapper`, `given` a package, and so do tests, of which the project does not tell; `alone` imports nothing. */
const imports: Readonly<Record<string, readonly string[]>> = {
  "/p/src/page.ts": ["./wrapper"],
  "/p/src/wrapper.ts": [],
  "/p/src/given.ts": ["client"],
  "/p/src/alone.ts": [],
};
const files = ["page", "wrapper", "given", "alone"].map((each) => `src/${each}.ts`);

const sources: Sources = {
  find: (_, specifier) => (specifier === "client" ? undefined : `/p/src/${specifier.replace(/^.*\//u, "")}.ts`),
  file: () => undefined,
  text: (name) => (name.endsWith("page.test.ts") ? 'import { page } from "../../src/page";\n' : 'import "client";\n'),
};

const before: Parts = {
  files: Object.fromEntries(files.map((each) => [each, { told: digestOf(each), nothing: ["typed Api"] }])),
  named: {},
  called: ["src/called.ts"],
  names: digestOf("names"),
};

function reach(
  changed: string,
  now: Partial<Told> & { readonly said?: Readonly<Record<string, string>>; readonly named?: Parts["named"] } = {},
): Reach {
  const asked = new AskedFiles("/p");
  asked.specifiersOf = new Map(Object.entries(imports));
  const said = { ...Object.fromEntries(files.map((each) => [each, each])), ...now.said };
  const told: Told = {
    files: new Map(Object.entries(said).map(([name, text]) => [`/p/${name}`, { text, leadsTo: [], handedBy: [] }])),
    names: "names",
    hasNothing: () => true,
    leadsFrom: () => [],
    ...now,
  };
  return new Reach(
    "/p",
    { before: { ...before, named: now.named ?? {} }, changed: new Set([changed]), told },
    { sources, asked },
  );
}

const all = [...files, "src/called.ts", "test/page.test.ts", "test/own.test.ts"];
const reached = (of: Reach): readonly string[] => all.filter((each) => of.has(each));

describe("a change reaches", () => {
  test("those that lead to the file by imports, and those of which the callers count", () => {
    expect(reached(reach("src/wrapper.ts"))).toEqual([
      "src/page.ts",
      "src/wrapper.ts",
      "src/called.ts",
      "test/page.test.ts",
    ]);
    expect(reached(reach("src/alone.ts"))).toEqual(["src/alone.ts", "src/called.ts"]);
  });

  test("those of which the flow says something else, or nothing any more", () => {
    expect(reached(reach("src/alone.ts", { said: { "src/given.ts": "more" } }))).toContain("src/given.ts");
    const fewer = new Map(
      files
        .filter((each) => !each.includes("given"))
        .map((each) => [`/p/${each}`, { text: each, leadsTo: [], handedBy: [] }]),
    );
    expect(reached(reach("src/alone.ts", { files: fewer }))).toContain("src/given.ts");
  });

  test("those that lead to it by what the flow has followed", () => {
    const led = new Map(
      files.map((each) => [
        `/p/${each}`,
        { text: each, leadsTo: each.includes("given") ? ["/p/src/alone.ts"] : [], handedBy: [] },
      ]),
    );
    expect(reached(reach("src/alone.ts", { files: led }))).toContain("src/given.ts");
  });

  test("those that lead to what the file was looked for by a name", () => {
    const ofFile = reach("src/alone.ts", { named: { "src/wrapper.ts": ["src/alone.ts"] } });
    expect(reached(ofFile)).toEqual([
      "src/page.ts",
      "src/wrapper.ts",
      "src/alone.ts",
      "src/called.ts",
      "test/page.test.ts",
    ]);
    const ofPackage = reach("src/alone.ts", { named: { "package client": ["src/alone.ts"] } });
    expect(reached(ofPackage)).toEqual(["src/given.ts", "src/alone.ts", "src/called.ts", "test/own.test.ts"]);
  });

  test("all, where it has something now that was looked for by names", () => {
    expect(reached(reach("src/alone.ts", { hasNothing: () => false }))).toEqual(all);
  });

  test("files that are not looked into, where the names that lead are others", () => {
    expect(reached(reach("src/alone.ts", { names: "others" }))).toEqual([
      "src/alone.ts",
      "src/called.ts",
      "test/page.test.ts",
      "test/own.test.ts",
    ]);
  });
});
