import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installCached } from "../cached-package";
import { makeFolder, root, run, succeed, write } from "../hooks/repository";

const installed = installCached("turbo", "2", "bin/turbo");
// There is a build of it for most machines, not for all.
const turbo =
  installed !== undefined && run(root, process.execPath, [installed, "--version"]).status === 0 ? installed : undefined;

/** The `turbo.json` that docs/scale.md shows. */
function recipe(): string {
  const page = readFileSync(join(root, "docs/scale.md"), "utf8");
  const found = /## Turborepo[\s\S]*?```json\n(.*?)```/su.exec(page)?.[1];
  if (found === undefined) throw new Error("docs/scale.md shows no turbo.json");
  return found;
}

const program = join(root, "dist/src/hosts/cli/main.js");
const member = (name: string, dependencies: object): string =>
  JSON.stringify({
    name,
    version: "1.0.0",
    exports: "./index.ts",
    dependencies,
    scripts: { restraint: `node ${JSON.stringify(program)} check --no-types --format json > restraint.json` },
  });

const contract = (field: string): string =>
  `groups: { shop.dev: { versions: [v1] } }\nkinds: [{ kind: Widget, group: shop.dev, schema: { type: object, properties: { ${field}: { type: string } } } }]\n`;

const files = {
  "package.json": JSON.stringify({ name: "shop", packageManager: "npm@10.9.0", workspaces: ["packages/*"] }),
  "package-lock.json": JSON.stringify({
    name: "shop",
    lockfileVersion: 3,
    packages: {
      "": { name: "shop", workspaces: ["packages/*"] },
      "node_modules/app": { resolved: "packages/app", link: true },
      "node_modules/client": { resolved: "packages/client", link: true },
      "packages/app": { version: "1.0.0", dependencies: { client: "*" } },
      "packages/client": { version: "1.0.0" },
    },
  }),
  "turbo.json": recipe(),
  ".gitignore": "node_modules\n.turbo\nrestraint.json\n",
  "restraint.config.yaml": "contract: [contracts/shop.yaml]\nrules: { no-array-in-patch: warn }\n",
  "contracts/shop.yaml": contract("size"),
  "packages/client/package.json": member("client", {}),
  "packages/client/index.ts":
    'export const send = (path: string, body: object) => fetch("https://api.example.com/v1" + path, { method: "PATCH", headers: { Authorization: "Bearer x", "Content-Type": "application/json", "If-Match": String(Math.random()) }, body: JSON.stringify(body) });\n',
  "packages/app/package.json": member("app", { client: "*" }),
  "packages/app/call.ts": 'import { send } from "client";\nawait send("/things/1", { tags: ["sale"] });\n',
  "packages/app/widget.yaml": "apiVersion: shop.dev/v1\nkind: Widget\nsize: a\n",
};

// Skipped only where npm cannot fetch turbo, or there is no build of it for this machine.
test.skipIf(turbo === undefined)("Turborepo keeps results until a contract or an imported package changes", () => {
  const folder = makeFolder();
  write(folder, files);
  const env = { TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1", TURBO_CACHE: "local:rw" };
  const start = (...more: string[]): string =>
    succeed(folder, process.execPath, [turbo ?? "", "run", "restraint", "--no-color", ...more], env);
  /** The packages whose results the next run takes from the cache. */
  const hits = (): readonly string[] => {
    const output = start("--dry=json");
    const { tasks } = JSON.parse(output.slice(output.indexOf("{"), output.lastIndexOf("}") + 1)) as {
      readonly tasks: readonly { readonly package: string; readonly cache: { readonly status: string } }[];
    };
    return tasks.filter(({ cache }) => cache.status === "HIT").map((task) => task.package);
  };

  expect(start()).toMatch(/Cached:\s+0 cached, 2 total/u);
  const report = join(folder, "packages/app/restraint.json");
  const first = readFileSync(report, "utf8");
  expect(first).toContain('"rule": "no-array-in-patch"');
  rmSync(report);
  expect(start()).toMatch(/Cached:\s+2 cached, 2 total/u);
  expect(readFileSync(report, "utf8")).toBe(first);

  write(folder, { "packages/app/widget.yaml": `${files["packages/app/widget.yaml"]}\n` });
  expect(hits()).toEqual(["client"]);
  write(folder, { "packages/app/widget.yaml": files["packages/app/widget.yaml"] });
  write(folder, { "packages/client/index.ts": `${files["packages/client/index.ts"]}\n` });
  expect(hits()).toEqual([]);
  write(folder, { "packages/client/index.ts": files["packages/client/index.ts"] });
  expect(hits()).toEqual(["app", "client"]);
  write(folder, { "contracts/shop.yaml": contract("width") });
  expect(hits()).toEqual([]);
});

test("what a run prints does not depend on where the repository is", () => {
  const printed = [0, 1].map(() => {
    const folder = makeFolder();
    write(folder, files);
    return run(folder, process.execPath, [program, "check", "--no-types", "--format", "json"]);
  });
  expect(printed[0]?.output).toContain("no-array-in-patch");
  expect(printed[1]).toEqual(printed[0]);
});
