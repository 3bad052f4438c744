import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { check, eslintsFor, fresh, installedFolder, lint, project, runInstalling, shell } from "./fresh-project";
import { type Files, writeFiles } from "../harness/hosts/installed";
import { LanguageServer } from "../harness/hosts/language-server";
import { TsServer } from "../harness/hosts/tsserver";

export type Trial = (text: string) => Promise<void>;

export const finds = (output: string, ...rules: readonly string[]): void => {
  for (const rule of rules) expect(output).toContain(rule);
};

export const eslintTrial: Trial = async (text) => {
  for (const eslint of eslintsFor(text)) {
    const { status, output } = await lint(text, {}, eslint);
    finds(output, "things.ts", "no-data-prefix", "items.js", "no-array-in-patch", "table.yaml", "require-kind-fields");
    expect(status).toBe(1);
  }
};

export const yamlTrial =
  (...rules: readonly string[]): Trial =>
  async (text) => {
    const { status, output } = await lint(text);
    finds(output, "items.js", "no-array-in-patch", "table.yaml", "require-kind-fields", ...rules);
    expect(status).toBe(1);
  };

export const jsonTrial: Trial = async (text) => {
  for (const eslint of eslintsFor(text)) {
    const { output } = await lint(text, {}, eslint);
    finds(output, "table.json", "require-kind-fields");
  }
};

export const installTrial: Trial = async (text) => {
  const folder = mkdtempSync(join(tmpdir(), "restraint-docs-"));
  writeFiles(folder, project);
  const { status, output } = await runInstalling(folder, text);
  if (!text.includes("restraint check"))
    expect({ status, output: status === 0 ? "" : output }).toEqual({ status: 0, output: "" });
  else {
    finds(output, "no-array-in-patch", "no-data-prefix", "require-kind-fields", "Checked:", "Not checked:", "Next:");
    expect(status).toBe(1);
  }
};

let pasted: Files = {};

/** A file that is pasted under the name in its first line. */
export const pasteTrial: Trial = async (text) => {
  const [, name = ""] = /^\/\/ (\S+)/u.exec(text) ?? [];
  pasted = { [name]: text };
  expect((await check(pasted, name)).status).toBe(1);
};

/** What `check` is told to print of it, without the code that it shows. */
export const toldTrial: Trial = async (text) => {
  const { output } = await check(pasted, Object.keys(pasted).join(" "));
  finds(output, ...text.trimEnd().split("\n"));
  expect(output).toContain(`${text.match(/^error/gmu)?.length ?? 0} errors, 0 warnings`);
};

export const tsserverTrial =
  (options: object, expected: readonly string[]): Trial =>
  async (text) => {
    const pasted = JSON.parse(text) as { compilerOptions?: object; plugins?: readonly object[] };
    const own = (JSON.parse(project["tsconfig.json"] ?? "") as { compilerOptions: object }).compilerOptions;
    const compilerOptions = { ...own, ...options, ...(pasted.compilerOptions ?? pasted) };
    const folder = fresh({ "tsconfig.json": JSON.stringify({ compilerOptions }) });
    const server = new TsServer(join(folder, "node_modules/typescript"), { cwd: folder });
    try {
      server.open(join(folder, "src/things.ts"));
      const diagnostics = await server.diagnostics(join(folder, "src/things.ts"));
      expect(diagnostics.flatMap(({ source = "" }) => (source.startsWith("restraint/") ? [source] : []))).toEqual(
        expected,
      );
    } finally {
      await server.close();
    }
  };

/** Starts the server by the command that is told, and opens a manifest. */
export const serverTrial: Trial = async (text) => {
  const folder = fresh();
  const [, ...words] = text.trim().split(" ");
  const [program = "", ...args] = words;
  const server = new LanguageServer(folder, [join(folder, "node_modules/.bin", program), ...args]);
  await server.start(folder);
  const path = join(folder, "deploy/table.yaml");
  const found = await server.diagnostics(server.open(path, readFileSync(path, "utf8")));
  expect(found.map(({ code }) => code)).toContain("require-kind-fields");
  expect(await server.stop()).toBe(0);
};

/**
 * Runs what a job of a CI server would: its command lines, as they are in the file.
 *
 * @param ends shows what the job has found, where it does not print that itself.
 */
export const jobTrial =
  (ends?: string): Trial =>
  async (text) => {
    const lines = [...text.matchAll(/(?:run|script): (.*)/gu)].map(([, line = ""]) => line);
    expect(lines.length).toBeGreaterThan(0);
    expect(parse(text)).toBeTruthy();
    const folder = fresh();
    let printed = "";
    for (const line of lines) {
      const { status, output } = await shell(folder, line);
      expect(status).toBe(1);
      printed = output;
    }
    finds(ends === undefined ? printed : (await shell(folder, ends)).output, "no-array-in-patch");
  };

export const settingsTrial: Trial = async (text) => {
  const names = [
    ...Object.keys((JSON.parse(text) as { "eslint.validate"?: string[] })["eslint.validate"] ?? {}),
    ...Object.keys(JSON.parse(text) as object),
  ];
  expect(names.length).toBeGreaterThan(0);
  if (text.includes("tsdk")) {
    const { "typescript.tsdk": place = "" } = JSON.parse(text) as Readonly<Record<string, string>>;
    expect(readdirSync(join(installedFolder(), place))).toContain("tsserver.js");
  }
  await Promise.resolve();
};

export const hookTrial: Trial = async (text) => {
  const folder = fresh();
  const [line = ""] = [...text.matchAll(/(?:entry|run): (.*)/gu)].map(([, found = ""]) => found);
  const command = line
    .replace(/^restraint/u, "node_modules/.bin/restraint")
    .replace("{staged_files}", "deploy/table.yaml");
  const { status, output } = await shell(folder, command.includes("deploy") ? command : `${command} deploy/table.yaml`);
  finds(output, "require-kind-fields");
  expect(status).toBe(1);
};

export const configurationTrial =
  (files: Files = {}): Trial =>
  async (text) => {
    // The manifests show it: to read the code would load TypeScript each time.
    const { status, output } = await check({ "restraint.config.yaml": text, ...files }, "deploy");
    expect(output).not.toMatch(/restraint\.config\.yaml:\d/u);
    finds(output, "require-kind-fields");
    expect(status).toBe(1);
  };
