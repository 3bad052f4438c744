import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { given, handing, linkedFiles, sendingFile as wrapper } from "../../../harness/hosts/linked-files";
import { isItsTurn, runsOf, week } from "../../../harness/runs";
import { lint, write, writeProject } from "./runs";

/** After the change of a file that takes part in requests, those are looked into again that the change may reach, and no others. */

const page = (index: number, body: string): string => `import { send } from "./send";
export const page${index} = () => send("/things/${index}", ${body});
`;
const project: Readonly<Record<string, string>> = {
  "package.json": "{}",
  "restraint.config.yaml": 'service: { baseUrls: ["https://api.example.com/v1"], conventions: [all] }\n',
  "src/send.ts": wrapper("PATCH"),
  "src/page0.ts": page(0, '{ tags: ["a"] }'),
  "src/page1.ts": page(1, '{ tags: ["a"] }'),
  "src/root.ts": 'import { page0 } from "./page0";\nexport const all = () => [page0(), fetch("/x?fields=a,")];\n',
  "src/alone.ts": 'void fetch("https://api.example.com/v1/things?fields=data/id");\n',
  "src/given.ts": given("things"),
  "src/handing.ts": handing("axios"),
  "test/page.test.ts":
    'import { page0 } from "../src/page0";\npage0();\nvoid fetch("https://api.example.com/v1/a?fields=b,");\n',
};

const callers = ["src/page0.ts", "src/page1.ts", "src/root.ts", "src/send.ts", "test/page.test.ts"];

const edits: readonly (readonly [name: string, file: string, text: string, looked: readonly string[] | "all"])[] = [
  ["what a page sends", "src/page1.ts", page(1, '{ name: "a" }'), ["src/page1.ts"]],
  [
    "what a page sends that others call",
    "src/page0.ts",
    page(0, "{ tags: [] }"),
    ["src/page0.ts", "src/root.ts", "test/page.test.ts"],
  ],
  ["a wrapper", "src/send.ts", wrapper("PUT"), callers],
  [
    "a file that nobody calls",
    "src/alone.ts",
    'void fetch("https://api.example.com/v1/things?fields=id,id");\n',
    ["src/alone.ts"],
  ],
  ["what is handed a client", "src/given.ts", given("other"), ["src/handing.ts"]],
  // No name leads to the client any more, and a test may have had it.
  ["what hands a client in", "src/handing.ts", handing("null"), ["src/handing.ts", "test/page.test.ts"]],
  [
    "what a page imports",
    "src/page1.ts",
    'import { run } from "./given";\nimport axios from "axios";\nrun(axios);\n',
    "all",
  ],
  ["a test", "test/page.test.ts", 'void fetch("https://api.example.com/v1/a?fields=b,b");\n', ["test/page.test.ts"]],
];

describe("ESLint with a memory", { timeout: 300_000 }, () => {
  test("looks into those files again that a change may reach", async () => {
    const folder = writeProject(project);
    await lint(folder);
    expect((await lint(folder)).looked).toEqual([]);
    for (const [index, [name, file, text, looked]] of edits.entries()) {
      write(folder, file, text);
      const again = await lint(folder);
      if (isItsTurn(3, index)) expect(again.found, name).toEqual((await lint(folder, { cache: "off" })).found);
      if (looked === "all") expect(again.looked.length, name).toBeGreaterThan(callers.length);
      else expect(again.looked, name).toEqual(looked);
      if (isItsTurn(4, index)) expect((await lint(folder)).looked, `${name}: a second run`).toEqual([]);
    }
  });
});

const rounds = runsOf(60, 1 / 20);

test(
  `finds the same after any ${rounds} changes, whatever leads from one file to another`,
  { timeout: 900_000 },
  async () => {
    const names = Object.keys(linkedFiles);
    const first = Object.fromEntries(names.map((name) => [name, linkedFiles[name]?.[0] ?? ""]));
    const folder = writeProject({
      ...first,
      "package.json": "{}",
      "restraint.config.yaml": project["restraint.config.yaml"] ?? "",
    });
    let state = week * 7919;
    const draw = (count: number): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) % count;
    const { looked } = await lint(folder);
    let spared = 0;
    for (let round = 0; round < rounds; round += 1) {
      const changed = Array.from({ length: 1 + (draw(97) % 2) }, () => names[draw(names.length)] ?? "");
      for (const name of changed) {
        const texts = linkedFiles[name] ?? [];
        if (draw(11) === 0) rmSync(join(folder, name), { force: true });
        else write(folder, name, texts[draw(101) % texts.length] ?? "");
      }
      const again = await lint(folder);
      expect(again.found, `round ${round}: ${changed.join(", ")}`).toEqual(
        (await lint(folder, { cache: "off" })).found,
      );
      spared += looked.length - again.looked.length;
    }
    expect(spared).toBeGreaterThan(0);
  },
);
