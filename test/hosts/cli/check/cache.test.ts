import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { badTable, checkJson, goodTable, makeFolder, fixableTable, runProgram } from "../program";
import { forgeCache } from "../sealed-cache";

/** Puts a word into the message that the cache remembers, so that it shows whether a report came from there. */
function markCache(folder: string): void {
  forgeCache(folder, (body) => body.replace(/(?<="message":")(?:[^"\\]|\\.)*/u, "REMEMBERED"));
}

const shows = (folder: string, ...args: string[]): boolean =>
  runProgram(folder, ["check", "--cache", ...args]).stdout.includes("REMEMBERED");

test("a file is checked again once it, or the configuration, has changed", () => {
  const folder = makeFolder({ "restraint.config.yaml": "preset: recommended\n", "a.yaml": badTable });
  expect(shows(folder)).toBe(false);
  markCache(folder);
  expect(shows(folder)).toBe(true);

  writeFileSync(join(folder, "a.yaml"), `# changed\n${badTable}`);
  expect(shows(folder)).toBe(false);
  markCache(folder);
  writeFileSync(join(folder, "restraint.config.yaml"), "preset: strict\n");
  expect(shows(folder)).toBe(false);
});

test("a file is checked again once a contract has changed", () => {
  const contract = (field: string): string =>
    `kinds:\n  - { kind: Widget, group: shop.dev, schema: { type: object, properties: { ${field}: { type: string } } } }\ngroups: { shop.dev: { versions: [v1] } }\n`;
  const folder = makeFolder({
    "restraint.config.yaml": "contract: [c.yaml]\n",
    "c.yaml": contract("size"),
    "a.yaml": "apiVersion: shop.dev/v1\nkind: Widget\nsize: a\n",
  });
  expect(checkJson(folder, ["--cache"]).findings).toEqual([]);
  writeFileSync(join(folder, "c.yaml"), contract("sizes"));
  expect(checkJson(folder, ["--cache"]).findings.map(({ rule }) => rule)).toEqual(["no-unknown-kind-fields"]);
});

test("a remembered report gives the same output and status", () => {
  const folder = makeFolder({ "a.yaml": badTable, "b.yaml": goodTable, "c.yaml": "" });
  const first = runProgram(folder, ["check", "--cache", "--verbose"]);
  expect(first.status).toBe(1);
  expect(runProgram(folder, ["check", "--cache", "--verbose"])).toEqual(first);
});

test("what could not be checked is tried again", () => {
  const folder = makeFolder({ "a.yaml": `${goodTable} }` });
  expect(runProgram(folder, ["check", "--cache"]).status).toBe(2);
  expect(runProgram(folder, ["check", "--cache"]).status).toBe(2);
});

test("--fix changes what an earlier run has remembered", () => {
  const folder = makeFolder({ "a.yaml": fixableTable });
  expect(checkJson(folder, ["--cache"]).summary).toMatchObject({ errors: 1 });
  expect(checkJson(folder, ["--cache", "--fix"]).summary).toMatchObject({ errors: 0, fixed: 1 });
  expect(checkJson(folder, ["--cache"]).summary).toMatchObject({ errors: 0, fixed: 0 });
});

test("a broken cache is an empty one", () => {
  const folder = makeFolder({ "a.yaml": badTable, "place/cache.json": "{" });
  expect(runProgram(folder, ["check", "--cache", "--cache-location", "place/cache.json", "a.yaml"]).status).toBe(1);
});
