import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../../harness/fixtures";
import { lint, write, writeProject } from "./runs";

const wrapper = `export const send = (path: string, body: object) =>
  fetch("https://api.example.com/v1" + path, { method: "PATCH", headers: { "If-Match": "*" }, body: JSON.stringify(body) });
`;
const project = {
  "package.json": "{}",
  "src/api.ts": wrapper,
  "src/a.ts": 'import { send } from "./api";\nsend("/things/1", { tags: ["a"] });\n',
  "src/own.ts": 'void fetch("https://api.example.com/v1/things/1?fields=data/id");\n',
};

const places = (folder: string): string => join(folder, "node_modules/.cache/restraint");
const placeIn = (folder: string): string => join(places(folder), readdirSync(places(folder))[0] ?? "");

/** A memory that has been changed by somebody who knows how it is sealed, but for the version. */
function forge(folder: string, change: (body: string) => string): void {
  const [, body = ""] = readFileSync(placeIn(folder), "utf8").split("\n");
  const changed = change(body);
  const seal = createHash("sha1").update("\n").update(changed).digest("base64url");
  writeFileSync(placeIn(folder), `${seal}\n${changed}`);
}

const harms: Readonly<Record<string, (folder: string) => void>> = {
  "is gone": (folder) => {
    rmSync(places(folder), { recursive: true });
  },
  "is empty": (folder) => {
    writeFileSync(placeIn(folder), "");
  },
  "is half written": (folder) => {
    const text = readFileSync(placeIn(folder), "utf8");
    writeFileSync(placeIn(folder), text.slice(0, text.length / 2));
  },
  "has no findings any more": (folder) => {
    writeFileSync(placeIn(folder), readFileSync(placeIn(folder), "utf8").replaceAll(/\[\{"messageId"[^\]]*\]/gu, "[]"));
  },
  "was sealed by somebody else": (folder) => {
    forge(folder, (body) => body.replaceAll(/"rules":\{[^}]*\}/gu, '"rules":{}'));
  },
  "is of another kind": (folder) => {
    rmSync(placeIn(folder));
    mkdirSync(join(places(folder), "eslint"));
  },
};

describe("ESLint with a memory that", () => {
  test.each(Object.entries(harms))("%s looks at all files again, and remembers them", async (_, harm) => {
    const folder = writeProject(project);
    const { found } = await lint(folder);
    expect(Object.values(found).flat()).toHaveLength(3);
    harm(folder);
    const again = await lint(folder);
    expect(again.found).toEqual(found);
    expect(again.graphs).toBeGreaterThan(0);
    expect(await lint(folder)).toEqual({ found, graphs: 0, looked: [] });
  });

  test.each<[string, (folder: string) => void]>([
    [
      "is a file",
      (folder) => {
        write(folder, "node_modules/.cache", "");
      },
    ],
    [
      "nobody may write to",
      (folder) => {
        mkdirSync(places(folder), { recursive: true });
        chmodSync(places(folder), 0o500);
      },
    ],
    [
      "is a full disk",
      (folder) => {
        mkdirSync(join(folder, "node_modules/.cache"));
      },
    ],
  ])("lies in a folder that %s is done without", async (name, prepare) => {
    const folder = writeProject(project);
    prepare(folder);
    const cache = name === "is a full disk" && existsSync("/dev/full") ? "/dev/full" : undefined;
    const { found } = await lint(folder, cache === undefined ? {} : { cache });
    expect((await lint(folder, cache === undefined ? {} : { cache })).found).toEqual(found);
    expect(Object.values(found).flat()).toHaveLength(3);
  });

  test("is switched off is neither read nor written", async () => {
    const folder = writeProject(project);
    await lint(folder, { config: { settings: { restraint: { cache: false } } } });
    await lint(folder, { cache: "off" });
    expect(existsSync(places(folder))).toBe(false);
  });

  test("lies where the environment says is used there", async () => {
    const folder = writeProject(project);
    const cache = join(folder, "elsewhere");
    const { found } = await lint(folder, { cache });
    expect(await lint(folder, { cache })).toEqual({ found, graphs: 0, looked: [] });
    expect(existsSync(places(folder))).toBe(false);
  });

  test("is left by a fix finds what the fixed files have", async () => {
    const folder = writeProject(project);
    await lint(folder);
    const fixed = await lint(folder, { fix: true });
    expect(readFileSync(join(folder, "src/own.ts"), "utf8")).toContain("fields=id");
    expect((await lint(folder)).found).toEqual(fixed.found);
    expect(fixed.found).toEqual((await lint(folder, { cache: "off" })).found);
  });

  test("several programs write at once is whole", { timeout: 120_000 }, async () => {
    const folder = writeProject(project);
    const cache = join(folder, "node_modules/.cache/restraint");
    const run = (): Promise<unknown> =>
      new Promise((resolve) => {
        const script = join(root, "bench/hosts.mjs");
        const env = { ...process.env, RESTRAINT_CACHE: cache };
        spawn(process.execPath, [script, "--within", "recommended"], { cwd: folder, env }).on("close", resolve);
      });
    expect(await Promise.all([run(), run()])).toEqual([0, 0]);
    expect(readdirSync(cache)).toHaveLength(1);
    const { found } = await lint(folder, { cache: "off" });
    expect((await lint(folder)).found).toEqual(found);
  });
});
