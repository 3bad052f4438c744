import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, runProgram } from "./hosts/cli/program";

const root = join(__dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

test("the picture in the README is what the program prints", () => {
  const block = /^```text\n\$ restraint (?<args>.*)\n(?<output>[^`]*?(?:`[^`]+`[^`]*?)*)^```$/mu.exec(readme);
  const { args = "", output = "" } = block?.groups ?? {};
  const shop = makeFolder({});
  cpSync(join(root, "fixtures/projects/shop"), shop, { recursive: true });
  expect(output).toBe(`\n${runProgram(shop, args.split(" ")).stdout}`);
});

test("links in the README lead somewhere", () => {
  for (const [, target = ""] of readme.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/gu))
    expect(() => readFileSync(join(root, target)), target).not.toThrow();
});
