import { describe, expect, it } from "vitest";
import { pageOf, pages, statements } from "./statements";

describe("what the pages say is so", () => {
  it.each(pages)("%s", (name) => {
    const page = pageOf(name);
    expect(Object.values(statements).flatMap((check) => check(page))).toEqual([]);
  });
});

/** Something of each kind that is not so. */
const wrong: Readonly<Record<string, string>> = {
  files: "See `src/text/nothing.ts`.",
  shortPaths: "See `nothing/thunks.ts`.",
  links: "See [the engine](docs/engine.md#nothing).",
  npmScripts: "Run `npm run nothing`.",
  benchSections: "Run `npm run bench nothing`.",
  commands: "Run `npx restraint nothing`.",
  options: "Run `restraint check --nothing`.",
  ruleNames: "See `no-nothing`.",
  names: "See `nothingHere`.",
  numbers: "It has 7 rules.",
  bounds: "A call has 7 rows at most, 7 (`mostRows`).",
};

describe("what is not so is found", () => {
  it.each(Object.entries(statements))("%s", (kind, check) => {
    expect(check(pageOf("README.md", `# A page\n\n${wrong[kind] ?? ""}\n`))).toHaveLength(1);
  });
});
