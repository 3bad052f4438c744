import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { main, makeFolder, runProgram } from "./program";

const client =
  'export const save = (id, body) => fetch(`https://api.shop.test/v1/items/${id}`, { method: "PATCH", body });\n';

/** `script` of util-linux gives a program a terminal. */
const script = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout as string | null;
const hasTerminal = script?.includes("util-linux") === true;

function answer(folder: string, answers: readonly string[]): string {
  const { stdout } = spawnSync("script", ["-qec", `"${process.execPath}" "${main}" init`, "/dev/null"], {
    cwd: folder,
    encoding: "utf8",
    input: answers.map((each) => `${each}\n`).join(""),
    timeout: 60_000,
  });
  return stdout;
}

it.skipIf(!hasTerminal)("asks for conventions in words on a terminal, and writes those that hold", () => {
  const folder = makeFolder({ "client.js": client });
  const shown = answer(folder, ["y", "no", "", "YES", "n", "n", "y"]);
  expect(shown).toContain("Do updates need If-Match?");
  expect(parse(readFileSync(join(folder, "restraint.config.yaml"), "utf8"))).toEqual({
    service: { conventions: ["entity-tags", "bearer"], baseUrls: ["https://api.shop.test/v1"] },
  });
});

it.skipIf(!hasTerminal)("writes nothing where the last answer is not yes", () => {
  const folder = makeFolder({ "client.js": client });
  expect(answer(folder, ["y", "n", "n", "n", "n", "n", ""])).toContain("Nothing was written.");
  expect(existsSync(join(folder, "restraint.config.yaml"))).toBe(false);
});

it("leaves them out with --yes, each with its question", () => {
  const folder = makeFolder({ "client.js": client });
  runProgram(folder, ["init", "--yes"]);
  const text = readFileSync(join(folder, "restraint.config.yaml"), "utf8");
  expect(parse(text)).toEqual({ service: { baseUrls: ["https://api.shop.test/v1"] } });
  expect(text).toContain("# Do updates need If-Match? (entity-tags)\n");
  expect(text).toContain("# conventions: [entity-tags, merge-patch, put-replaces, bearer, wrapped, fields]\n");
});
