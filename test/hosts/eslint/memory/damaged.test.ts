import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { root } from "../../../harness/fixtures";
import { isItsTurn, partOfWeek } from "../../../harness/runs";
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

/** Lints in a process of its own. @param killed after so many milliseconds. @returns its status. */
function runApart(folder: string, killed?: number): Promise<unknown> {
  return new Promise((resolve) => {
    const script = join(root, "bench/hosts.mjs");
    const env = { ...process.env, RESTRAINT_CACHE: places(folder) };
    const child = spawn(process.execPath, [script, "--within", "recommended"], { cwd: folder, env });
    child.on("close", resolve);
    if (killed !== undefined) setTimeout(() => child.kill("SIGKILL"), killed);
  });
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
  test("is damaged looks at all files again, and remembers them", { timeout: 240_000 }, async () => {
    const folder = writeProject(project);
    const { found } = await lint(folder);
    expect(Object.values(found).flat()).toHaveLength(3);
    // What is remembered after one harm is harmed by the next one.
    for (const [name, harm] of Object.entries(harms)) {
      harm(folder);
      const again = await lint(folder);
      expect(again.found, name).toEqual(found);
      expect(again.graphs, name).toBeGreaterThan(0);
      expect(await lint(folder), name).toEqual({ found, graphs: 0, looked: [] });
    }
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
    expect((await lint(folder, { cache: "off" })).found).toEqual(fixed.found);
  });

  test("is written by programs that are killed is whole", { timeout: 240_000 }, async () => {
    const folder = writeProject(project);
    const { found } = await lint(folder, { cache: "off" });
    const started = performance.now();
    expect(await runApart(folder)).toBe(0);
    const whole = performance.now() - started;
    for (const part of partOfWeek([0.8, 0.95, 1], 1 / 3)) {
      rmSync(places(folder), { recursive: true, force: true });
      await runApart(folder, whole * part);
      expect((await lint(folder)).found, `killed after ${part} of a run`).toEqual(found);
    }
  });

  test("threads of one ESLint write is whole", { timeout: 240_000 }, () => {
    const folder = writeProject(project);
    const plugin = pathToFileURL(join(root, "dist/src/hosts/eslint/plugin.js")).href;
    const typescript = pathToFileURL(join(root, "node_modules/typescript-eslint/dist/index.js")).href;
    write(
      folder,
      "eslint.config.mjs",
      `import restraint from "${plugin}";
import tseslint from "${typescript}";
export default [{ files: ["**/*.ts"], languageOptions: { parser: tseslint.parser } }, ...restraint.configs.recommended];
`,
    );
    const program = [join(root, "node_modules/eslint/bin/eslint.js"), "--format", "json", "."];
    const run = (env: object, ...more: readonly string[]): string =>
      spawnSync(process.execPath, [...program, ...more], {
        cwd: folder,
        encoding: "utf8",
        env: { ...process.env, ...env },
      }).stdout;
    const without = run({ RESTRAINT_CACHE: "off" });
    expect(JSON.parse(without)).toHaveLength(4);
    for (let round = 0; round < (isItsTurn(8, 2) ? 3 : 1); round += 1)
      expect(run({}, "--concurrency", "2")).toBe(without);
    expect(existsSync(places(folder))).toBe(true);
  });

  test("several programs write at once is whole", { timeout: 120_000 }, async () => {
    const folder = writeProject(project);
    const cache = places(folder);
    expect(await Promise.all([runApart(folder), runApart(folder)])).toEqual([0, 0]);
    expect(readdirSync(cache)).toHaveLength(1);
    const { found } = await lint(folder, { cache: "off" });
    expect((await lint(folder)).found).toEqual(found);
  });
});
