import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isItsTurn } from "../harness/runs";
import { makeFolder } from "../hosts/cli/program";

const root = join(__dirname, "../..");

/** Checks a copy of the sources with a line added to some files. */
function check(added: Readonly<Record<string, string>>): { readonly status: number | null; readonly stderr: string } {
  const copy = makeFolder({});
  for (const folder of ["src", "rules", "docs", "site/engine"])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  for (const [file, line] of Object.entries(added)) appendFileSync(join(copy, file), `\n${line}\n`);
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, "imports.mjs"), copy], { encoding: "utf8" });
  return { status, stderr };
}

// `npm run lint` checks this in each run.
test.runIf(isItsTurn(8, 7))("the sources as they are keep to the architecture", () => {
  expect(check({})).toEqual({ status: 0, stderr: "" });
});

const breaches: readonly (readonly [name: string, added: Readonly<Record<string, string>>, message: string])[] = [
  [
    "an import against the direction",
    { "src/text/range.ts": 'import type { Analysis } from "../analysis/analysis";' },
    "src/text may not import src/analysis",
  ],
  [
    "imports in a circle",
    { "src/text/lines.ts": 'export * from "./scripts";', "src/text/scripts.ts": 'export * from "./lines";' },
    "circular: src/text/",
  ],
  [
    "types of many files that speak of each other",
    { "src/value/value.ts": 'import type { Analysis } from "../analysis/analysis";' },
    "files speak of each other, types included: ",
  ],
  [
    "an import of another host",
    { "src/hosts/eslint/plugin.ts": 'import "../cli/exit";' },
    "hosts never import each other",
  ],
  [
    "an import of eslint outside its host",
    { "src/request/method.ts": 'import { Linter } from "eslint";' },
    "only the ESLint host may",
  ],
  [
    "an import of TypeScript in the analysis",
    { "src/request/method.ts": 'import ts from "typescript";' },
    "the analysis is handed the one to use",
  ],
  [
    "a table's folder that is gone",
    { "docs/architecture.md": "| `src/gone` | nothing | nothing |" },
    "docs/architecture.md names src/gone, which is not there",
  ],
  [
    "an import of the file system in a rule",
    { "rules/patch/valid-body.ts": 'import "node:fs";' },
    "a rule is a pure function",
  ],
  [
    "what the playground lacks of a module of Node that it has",
    { "src/text/range.ts": 'import { watchFile } from "node:fs";' },
    "src/text/range.ts takes watchFile of node:fs: site/engine/platform lacks it",
  ],
  [
    "a module of Node that the playground lacks",
    { "src/text/near.ts": 'import { format } from "node:util";' },
    "src/text/near.ts takes all of node:util: site/engine/platform lacks it",
  ],
  [
    "a package that the playground's engine loads and does not hold",
    { "src/value/yaml-parser.ts": 'createRequire(__filename)("left-pad");' },
    "src/value/yaml-parser.ts loads left-pad: site/engine/platform/module.mjs lacks it",
  ],
];

let told: ReturnType<typeof check> | undefined;

/** One run for all breaches, because reading the sources takes seconds. */
function checkBreaches(): ReturnType<typeof check> {
  const lines = new Map<string, string>();
  for (const [, added] of breaches)
    for (const [file, line] of Object.entries(added)) lines.set(file, `${lines.get(file) ?? ""}${line}\n`);
  return (told ??= check(Object.fromEntries(lines)));
}

test.each(breaches)("%s: what is against the architecture fails", (_, _added, message) => {
  const { status, stderr } = checkBreaches();
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});
