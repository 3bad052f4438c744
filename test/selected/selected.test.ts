import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkFields } from "../../src/fields/check";
import { parseFields } from "../../src/fields/parse";
import { installCached } from "../cached-package";
import { anyObject, anySelector, Chance, projectBy, shapeOf } from "../fields/projections";
import { root } from "../harness/fixtures";
import { partOfWeek } from "../harness/runs";
import { isJsonObject, type Json } from "../service/json";

const folder = mkdtempSync(join(tmpdir(), "restraint-selected-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const installed = (name: string) => (): string => join(root, "node_modules", name, "bin/tsc");
const all: readonly (readonly [string, () => string | undefined])[] = [
  ["5.4", installed("typescript-5.4")],
  ["5.9", installed("typescript-5.9")],
  ["6.0", installed("typescript")],
  ["7", () => installCached("typescript", "^7.0.0", "bin/tsc")],
];
const compilers = partOfWeek(all, 1 / 2).map(([name, find]) => [name, find()] as const);

interface Compiled {
  readonly output: string;
  readonly instantiations: number;
}

/** Compiles files by a compiler's own program. */
function compile(compiler: string, ...files: readonly string[]): Compiled {
  const project = join(folder, "tsconfig.json");
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
    lib: ["es2022"],
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const { stdout } = spawnSync(process.execPath, [compiler, "-p", project, "--extendedDiagnostics"], {
    encoding: "utf8",
  });
  return { output: stdout, instantiations: Number(/^Instantiations:\s*(\d+)/mu.exec(stdout)?.[1]) };
}

function errorsIn({ output }: Compiled): readonly string[] {
  return output.split("\n").filter((line) => / error TS\d+:/u.test(line));
}

function written(name: string, text: string): string {
  const file = join(folder, name);
  const source = join(root, "src/partial-response/selected").replaceAll("\\", "/");
  writeFileSync(file, `import type { Selected } from "${source}";\n${text}\nexport {};\n`);
  return file;
}

/** The type of exactly the values that look like one. */
function typeOf(value: Json): string {
  if (Array.isArray(value)) return `${typeOf((value as readonly Json[])[0] ?? {})}[]`;
  if (!isJsonObject(value)) return typeof value;
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${typeOf(inner)}`)
    .join("; ")} }`;
}

/** @returns statements that hold if `Selected` is the type of what the selector leaves. */
function sample(count: number): string {
  const chance = new Chance(11);
  const lines: string[] = [];
  while (lines.length < count) {
    const object = anyObject(chance);
    const selector = anySelector(chance, false);
    const misfits = checkFields(parseFields(selector).selectors, shapeOf(object));
    const type = `Selected<${typeOf(object)}, "${selector}">`;
    const index = lines.length;
    // What no child has below a wildcard is no mistake for the compiler: it leaves empty objects.
    if (misfits.length > 0 && selector.includes("*")) continue;
    if (misfits.length > 0)
      lines.push(`declare const wrong${index}: ${type}; wrong${index}.invalidSelector satisfies string;`);
    else lines.push(`export const right${index}: ${type} = ${JSON.stringify(projectBy(selector, object))};`);
  }
  return lines.join("\n");
}

/** A type of 300 fields, and a selector of about 500 characters. */
function large(): string {
  const fields = Array.from(
    { length: 300 },
    (_, index) => `  field${index}: { id: string; inner: { a: number; b: string } }[];`,
  );
  let selector = "";
  for (let index = 0; selector.length < 480; index += 1)
    selector += `${selector === "" ? "" : ","}field${(index * 7) % 300}(id,inner/a)`;
  return `interface Large {\n${fields.join("\n")}\n}\ndeclare const large: Selected<Large, "${selector}">;\nlarge.field7[0]!.inner.a satisfies number;\n// @ts-expect-error: not selected\nlarge.field7[0]!.inner.b;`;
}

describe.each(compilers)("Selected, in TypeScript %s", (_, compiler) => {
  let compiled: readonly string[] | undefined;
  /** The errors in the file of the grammar's cases and in that of the sample: a compiler takes longer to start than to read both. */
  const errors = (): readonly string[] =>
    (compiled ??= errorsIn(
      compile(compiler ?? "", join(root, "fixtures/types/selected.ts"), written("sample.ts", sample(200))),
    ));
  const isOfSample = (error: string): boolean => error.includes("sample.ts");

  it.skipIf(compiler === undefined)(
    "is what the grammar says",
    () => {
      expect(errors().filter((error) => !isOfSample(error))).toEqual([]);
    },
    120_000,
  );

  it.skipIf(compiler === undefined)(
    "is the type of what 200 selectors leave of 200 objects",
    () => {
      expect(errors().filter(isOfSample)).toEqual([]);
    },
    120_000,
  );

  it.skipIf(compiler === undefined)(
    "stays far below the compiler's limits for a long selector of a large type",
    () => {
      const compiled = compile(compiler ?? "", written("large.ts", large()));
      expect(errorsIn(compiled)).toEqual([]);
      expect(compiled.instantiations, "instantiations").toBeLessThan(50_000);
    },
    120_000,
  );
});
