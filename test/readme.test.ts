import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(__dirname, "..");
const readme = readFileSync(join(root, "README.md"), "utf8");

test("the pictures in the README are what the program prints, and what editors mark", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, "fixtures/projects/picture.mjs"), "--check"], {
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const shown = [...readme.matchAll(/(?:src|srcset)="([^"]+)"/gu)].map(([, path = ""]) => path);
  expect(shown).toHaveLength(2);
  for (const path of shown) expect(readFileSync(join(root, path), "utf8"), path).toMatch(/^<svg xmlns/u);
});

test("links in the README lead somewhere", () => {
  for (const [, target = ""] of readme.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/gu))
    expect(() => readFileSync(join(root, target)), target).not.toThrow();
});
