import { createRequire } from "node:module";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type * as Run from "../../../../src/hosts/cli/check/run";
import { linkedFiles } from "../../../harness/hosts/linked-files";
import { runsOf, week } from "../../../harness/runs";
import { makeFolder, runProgram } from "../program";

/** What a file finds depends on who hands it a client, and from where: no import of its own need lead there. */

const { check } = createRequire(join(__dirname, "../../../../dist/src/hosts/cli/check/run.js"))(
  "./run.js",
) as typeof Run;

const tsconfig = JSON.stringify({
  compilerOptions: {
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2022",
    jsx: "preserve",
    noLib: true,
    types: [],
  },
});

const names = Object.keys(linkedFiles);
const first = Object.fromEntries(names.map((name) => [name, linkedFiles[name]?.[0] ?? ""]));

function makeProject(): string {
  return makeFolder({
    ...first,
    "package.json": "{}",
    "tsconfig.json": tsconfig,
    "restraint.config.yaml": 'service: { baseUrls: ["https://api.example.com/v1"], conventions: [all] }\n',
  });
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

interface Checked {
  readonly findings: readonly string[];
  /** The files that were looked at. */
  readonly looked: readonly string[];
}

async function run(cwd: string, types: boolean, cached = true): Promise<Checked> {
  // What was written in the moment before is not trusted.
  await delay(60);
  const cache = cached ? join(cwd, ".restraintcache") : undefined;
  const { files } = await check({ cwd, paths: ["."], configuration: undefined, fix: false, cache, types });
  return {
    findings: files.flatMap(({ file, findings }) =>
      findings.map(({ line, rule, message }) => `${file}:${line} ${rule} ${message}`),
    ),
    looked: files
      .filter(({ remembered, file }) => remembered !== true && /\.tsx?$/u.test(file))
      .map(({ file }) => file),
  };
}

/** @returns what the program prints. */
const printed = (folder: string, ...options: readonly string[]): string =>
  runProgram(folder, ["check", "--format", "json", ...options]).stdout;

/** By the file that hands something in: what it hands in later, and a file that does not import it and finds something else then. */
const handingIn: Readonly<Record<string, readonly [later: string, reached: string]>> = {
  "src/client.ts": [linkedFiles["src/client.ts"]?.[1] ?? "", "src/by-type.ts"],
  "src/provider.tsx": [linkedFiles["src/provider.tsx"]?.[1] ?? "", "src/consumer.tsx"],
};

describe.each([
  ["with types", []],
  ["without types", ["--no-types"]],
])("%s", (_, options) => {
  test.each(Object.entries(handingIn))(
    "what %s hands in counts for those that get it",
    async (changed, [later, reached]) => {
      const folder = makeProject();
      // Nothing is there but for what somebody provides.
      write(folder, "src/context.tsx", linkedFiles["src/context.tsx"]?.[1] ?? "");
      const findingsIn = (text: string): readonly string[] =>
        (JSON.parse(text) as { findings: readonly { file: string; rule: string; message: string }[] }).findings
          .filter(({ file }) => file === reached)
          .map(({ rule, message }) => `${rule} ${message}`);
      const before = printed(folder, "--cache", ...options);
      expect(before).toBe(printed(folder, ...options));
      await delay(60);
      write(folder, changed, later);
      const after = printed(folder, "--cache", ...options);
      expect(findingsIn(after)).not.toEqual(findingsIn(before));
      expect(after).toBe(printed(folder, ...options));
    },
  );
});

describe.each([
  ["with types", true],
  ["without types", false],
])("%s", (_, types) => {
  test("an edit that says nothing else to others is looked at with those that lead to it alone", async () => {
    const folder = makeProject();
    const { looked } = await run(folder, types);
    expect(looked.length).toBeGreaterThan(20);
    expect((await run(folder, types)).looked).toEqual([]);
    write(folder, "src/through.ts", first["src/through.ts"]?.replace("things/6", "things/60") ?? "");
    expect((await run(folder, types)).looked).toEqual(["src/through.ts"]);
    write(folder, "src/send.ts", first["src/send.ts"]?.replace("PATCH", "PUT") ?? "");
    const callers = (await run(folder, types)).looked;
    expect(callers).toEqual(expect.arrayContaining(["src/send.ts", "src/through.ts", "src/index.ts"]));
    expect(callers).not.toEqual(expect.arrayContaining(["src/axios.ts"]));
    write(folder, "src/more.ts", "export const nothing = 1;\n");
    expect((await run(folder, types)).looked).toEqual(["src/more.ts"]);
  });

  test("a change of a file that was found by a name is looked at with those that lead to what it was looked for", async () => {
    const folder = makeProject();
    const subclass = (path: string): string =>
      `import { Sender } from "./sender";\nexport class Things extends Sender {\n  path(): string { return "${path}"; }\n}\n`;
    write(
      folder,
      "src/sender.ts",
      'export class Sender {\n  path(): string { return "tables/1"; }\n  send(body: object): unknown {\n    return fetch(`https://api.example.com/v1/${this.path()}`, { method: "PATCH", body: JSON.stringify(body) });\n  }\n}\n',
    );
    write(
      folder,
      "src/given-sender.ts",
      'import type { Sender } from "./sender";\nexport const save = (sender: Sender) => sender.send({ name: "a" });\n',
    );
    write(folder, "src/things.ts", subclass("things/6"));
    await run(folder, types);
    write(folder, "src/things.ts", subclass("things/60"));
    const again = await run(folder, types);
    expect(again.looked).toEqual(expect.arrayContaining(["src/things.ts", "src/sender.ts", "src/given-sender.ts"]));
    expect(again.looked).not.toEqual(expect.arrayContaining(["src/send.ts"]));
    expect(again.findings).toEqual((await run(folder, types, false)).findings);
  });

  test("a change of what is set up on a client counts for those that use the client", async () => {
    const folder = makeProject();
    const base = (host: string): string => `export const base = "https://${host}/v1";\n`;
    write(folder, "src/shared-client.ts", 'import axios from "axios";\nexport const client = axios.create();\n');
    write(
      folder,
      "src/set-up.ts",
      'import { base } from "./base";\nimport { client } from "./shared-client";\nclient.defaults.baseURL = base;\n',
    );
    write(folder, "src/base.ts", base("other.example.com"));
    write(
      folder,
      "src/uses-client.ts",
      'import { client } from "./shared-client";\nvoid client.get("/things?fields=data/id");\n',
    );
    const isInUse = (finding: string): boolean => finding.startsWith("src/uses-client.ts");
    expect((await run(folder, types)).findings.filter(isInUse)).toEqual([]);
    write(folder, "src/base.ts", base("api.example.com"));
    const again = await run(folder, types);
    expect(again.findings.filter(isInUse)).not.toEqual([]);
    expect(again.findings).toEqual((await run(folder, types, false)).findings);
  });

  test("who gets a text of a table from a file does not count for others that use the table", async () => {
    const folder = makeProject();
    const listening = (event: string): string =>
      `import { EVENTS } from "./events";\nimport { on } from "./bus";\non(EVENTS.${event}, 1);\nexport const other = on(EVENTS.load, 2);\n`;
    write(folder, "src/bus.ts", "export const on = (name: string, by: number) => [name, by];\n");
    write(folder, "src/events.ts", 'export const EVENTS = { save: "things", load: "load", size: 2 * 3 } as const;\n');
    write(folder, "src/listening.ts", listening("save"));
    write(
      folder,
      "src/uses-events.ts",
      'import { EVENTS } from "./events";\nvoid fetch(`https://api.example.com/v1/${EVENTS.save}?fields=data/id`);\n',
    );
    await run(folder, types);
    write(folder, "src/listening.ts", listening("size"));
    expect((await run(folder, types)).looked).toEqual(["src/listening.ts"]);
  });

  test("who gets an object of a table from a file counts for others that use the table", async () => {
    const folder = makeProject();
    const setting = (path: string): string =>
      `import { TABLE } from "./table";\nconst set = (where: { path: string }) => { where.path = "${path}"; };\nset(TABLE.where);\n`;
    write(folder, "src/table.ts", 'export const TABLE = { where: { path: "ping" }, name: "a" };\n');
    write(folder, "src/setting.ts", setting("ping"));
    write(
      folder,
      "src/uses-table.ts",
      'import { TABLE } from "./table";\nvoid fetch(`https://api.example.com/v1/${TABLE.where.path}?fields=data/id`);\n',
    );
    await run(folder, types);
    write(folder, "src/setting.ts", setting("things"));
    const again = await run(folder, types);
    expect(again.looked).toEqual(expect.arrayContaining(["src/setting.ts", "src/table.ts", "src/uses-table.ts"]));
    expect(again.findings).toEqual((await run(folder, types, false)).findings);
  });

  test("a link that leads elsewhere counts where it may show code", async () => {
    const elsewhere = makeFolder({ "notes.md": "", "code.ts": "" });
    const folder = makeProject();
    symlinkSync(join(elsewhere, "notes.md"), join(folder, "NOTES.md"));
    await run(folder, types);
    expect((await run(folder, types)).looked).toEqual([]);
    symlinkSync(join(elsewhere, "code.ts"), join(folder, "src/linked.ts"));
    await run(folder, types);
    expect((await run(folder, types)).looked.length).toBeGreaterThan(20);
  });

  const rounds = runsOf(60, 1 / 10);
  test(
    `finds the same after any ${rounds} changes, whatever leads from one file to another`,
    { timeout: 900_000 },
    async () => {
      const folder = makeProject();
      let state = week * 7919 + (types ? 1 : 2);
      const draw = (count: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % count;
      const { looked } = await run(folder, types);
      let spared = 0;
      for (let round = 0; round < rounds; round += 1) {
        const changed = Array.from({ length: 1 + (draw(97) % 2) }, () => names[draw(names.length)] ?? "");
        for (const name of changed) {
          const texts = linkedFiles[name] ?? [];
          if (draw(11) === 0) rmSync(join(folder, name), { force: true });
          else write(folder, name, texts[draw(101) % texts.length] ?? "");
        }
        const again = await run(folder, types);
        const { findings } = await run(folder, types, false);
        expect(again.findings, `round ${round}: ${changed.join(", ")}`).toEqual(findings);
        spared += looked.length - again.looked.length;
      }
      expect(spared).toBeGreaterThan(0);
    },
  );
});
