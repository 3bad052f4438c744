import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { sharing } from "../../harness/hosts/edited";
import { platformTypes } from "../../harness/hosts/platform";
import { projectWithPackage } from "../../harness/hosts/installed";
import { describeDiagnostics, TsServer, typescriptsInTurn } from "../../harness/hosts/tsserver";

const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [] };

/** Statements, and requests whose bodies take long to evaluate, and cost TypeScript little. */
const statements = Array.from({ length: 200 }, (_, index) => `export function f${index}() {\n  log("a");\n}\n`).join(
  "",
);
const members = Array.from({ length: 900 }, (_, index) => `a${index}: ${index}`).join(", ");
const long = `void fetch("https://api.example.com/v1/orders", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ${members} }) });\n`;
const call = `fetch("https://api.example.com/v1/orders/1?fields=data/id");`;
const text = `declare function log(it: string): void;\nconst wrong: number = "";\n${statements}${long.repeat(10)}${call}\n`;
const line = text.split("\n").indexOf(call) + 1;
const wrong = "2:7-2:12 error 2322";
const prefixed = (at: number): string => `${at}:51-${at}:55 error 100102`;

describe.each(typescriptsInTurn)("tsserver $version", ({ version, folder }) => {
  const name = version.startsWith("5.4") ? "eslint-plugin-restraint" : "eslint-plugin-restraint/tsserver";

  it("shows TypeScript's errors at once where a check takes long, and then what it found", async () => {
    const project = projectWithPackage({
      "tsconfig.json": JSON.stringify({ compilerOptions: { ...compilerOptions, plugins: [{ name }] } }),
      "platform.d.ts": platformTypes,
      "client.ts": text,
      "short.ts": `export const it = ${call}`,
    });
    const server = new TsServer(folder, { cwd: project, isToldEvents: true });
    onTestFinished(() => server.close());
    const file = join(project, "client.ts");
    const shown = async (of = file): Promise<string[]> =>
      describeDiagnostics(await server.checked(of)).map((each) => each.split(" ").slice(0, 3).join(" "));
    const isToldToAskAgain = (): Promise<unknown> => server.nextEvent("projectsUpdatedInBackground");

    server.open(join(project, "short.ts"));
    server.open(file);
    let told = isToldToAskAgain();
    expect(await shown()).toEqual([wrong]);
    await told;
    expect(await shown()).toEqual([wrong, prefixed(line)]);
    // Nothing has changed since.
    expect(await shown()).toEqual([wrong, prefixed(line)]);

    told = isToldToAskAgain();
    server.change(file, { line: 1, offset: 1 }, { line: 1, offset: 1 }, `${call}\n`);
    expect(await shown()).toEqual([wrong.replaceAll("2:", "3:"), prefixed(line + 1)]);
    await told;
    expect(await shown()).toEqual([wrong.replaceAll("2:", "3:"), prefixed(1), prefixed(line + 1)]);

    // The same code is not checked again: with a line more, and back as it was.
    told = isToldToAskAgain();
    server.change(file, { line: 2, offset: 1 }, { line: 2, offset: 1 }, "\n");
    expect(await shown()).toEqual([wrong.replaceAll("2:", "4:"), prefixed(1), prefixed(line + 2)]);
    server.change(file, { line: 2, offset: 1 }, { line: 3, offset: 1 }, "");
    expect(await shown()).toEqual([wrong.replaceAll("2:", "3:"), prefixed(1), prefixed(line + 1)]);
    expect(await Promise.race([told.then(() => "told"), delay(600, "not told")])).toBe("not told");

    // Another file that it may see has changed.
    server.change(join(project, "short.ts"), { line: 1, offset: 1 }, { line: 1, offset: 1 }, "const a = 1;\n");
    expect(await shown()).toEqual([wrong.replaceAll("2:", "3:"), prefixed(1), prefixed(line + 1)]);
    await told;

    // Who asks for fixes has waited for them already.
    server.change(file, { line: 1, offset: 1 }, { line: 1, offset: 1 }, `${call}\n`);
    await server.request("getCodeFixes", {
      ...{ file, startLine: 1, startOffset: 1, endLine: 1, endOffset: 60 },
      errorCodes: [100102],
    });
    expect(await shown()).toEqual([wrong.replaceAll("2:", "4:"), prefixed(1), prefixed(2), prefixed(line + 2)]);

    expect(await shown(join(project, "short.ts"))).toEqual([expect.stringMatching(/error 100102$/u)]);
  });

  it("shows what was known before an edit of another file, and then what follows from it", async () => {
    const project = projectWithPackage({
      "tsconfig.json": JSON.stringify({ compilerOptions: { ...compilerOptions, plugins: [{ name }] } }),
      "platform.d.ts": platformTypes,
      ...sharing,
    });
    const server = new TsServer(folder, { cwd: project, isToldEvents: true });
    onTestFinished(() => server.close());
    const [sends, shares] = [join(project, "sends.ts"), join(project, "shares.ts")];
    const shown = async (of: string): Promise<string[]> =>
      describeDiagnostics(await server.checked(of)).map((each) => each.split(" ").slice(0, 3).join(" "));

    for (const file of [sends, shares]) server.open(file);
    expect(await shown(sends)).toEqual([]);
    expect(await shown(shares)).toEqual([]);
    const told = server.nextEvent("projectsUpdatedInBackground");
    server.change(shares, { line: 1, offset: 24 }, { line: 1, offset: 28 }, "data/id");
    expect(await shown(shares)).toEqual([]);
    expect(await shown(sends)).toEqual([]);
    await told;
    expect(await shown(sends)).toEqual([expect.stringMatching(/error 100102$/u)]);
    // All is settled: nothing is told again.
    const again = server.nextEvent("projectsUpdatedInBackground");
    expect(await shown(shares)).toEqual([]);
    expect(await Promise.race([again.then(() => "told"), delay(2500, "not told")])).toBe("not told");
  });
});
