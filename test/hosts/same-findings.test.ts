import { execFile } from "node:child_process";
import type { Linter } from "eslint";
import { join, relative } from "node:path";
import * as svelteParser from "svelte-eslint-parser";
import type ts from "typescript";
import tseslint from "typescript-eslint";
import type { CodeAction } from "vscode-languageserver/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as vueParser from "vue-eslint-parser";
import { rules } from "../../rules/index";
import { createPlugin } from "../../src/hosts/eslint/create-plugin";
import { applyEdits } from "../../src/rule/edits";
import { OpenText } from "../../src/hosts/lsp/open-text";
import { LineTable } from "../../src/text/lines";
import { eslintVersions } from "../harness/hosts/eslint";
import {
  inOrder,
  isCode,
  checkCase,
  writeEveryCase,
  type Case,
  type EveryCase,
  type Seen,
} from "../harness/every-case";
import { readFixtures, root } from "../harness/fixtures";
import { isManifest } from "../harness/check";
import { editsOf, LanguageServer } from "../harness/hosts/language-server";
import { partOf, partOfWeek } from "../harness/runs";
import { TsServer, typescriptEnds, typescriptsInTurn, typescriptVersions } from "../harness/hosts/tsserver";

/** One rule, every host: the engine alone says what is right, and each host has to show exactly that. */

let every: EveryCase;
beforeAll(() => {
  every = writeEveryCase("eslint-plugin-restraint", partOfWeek(readFixtures(), 1 / 12));
});

/**
 * Compares a host with the engine on the cases that it can take.
 *
 * @param step a version between the oldest and the newest that are served looks at one case in so many.
 */
async function expectSame(
  takes: (item: Case) => boolean,
  typed: (item: Case) => boolean,
  look: (item: Case) => Seen[] | Promise<Seen[]>,
  step = 1,
): Promise<void> {
  const cases = every.cases.filter((item, index) => takes(item) && index % step === 0);
  const differences: object[] = [];
  let findings = 0;
  for (const item of cases) {
    const expected = checkCase(item, typed(item) ? every.program : undefined);
    const seen = inOrder(await look(item));
    findings += expected.length;
    if (JSON.stringify(seen) !== JSON.stringify(expected))
      differences.push({ case: `${item.fixture.rule}/${item.fixture.name}`, seen, expected });
  }
  expect(differences).toEqual([]);
  // A host that looks at nothing must not pass.
  expect(findings).toBeGreaterThan(cases.length / 4);
}

describe.each(eslintVersions)("ESLint $version", ({ Linter }) => {
  const plugin = createPlugin(rules, "0.0.0");
  const typescript = tseslint.parser as Linter.Parser;

  function lint({ fixture, file }: Case): Seen[] {
    const { text, marked, extension, rule, options } = fixture;
    const ruleOptions = Object.keys(options).length > 0 ? [options] : [];
    const config: Linter.Config[] = [
      {
        files: ["**/*.*"],
        plugins: { restraint: plugin },
        rules: { [`restraint/${rule}`]: ["error", ...ruleOptions] },
        ...parsing(extension),
      },
    ];
    const messages = new Linter({ cwd: every.folder }).verify((marked ? "\uFEFF" : "") + text, config, {
      filename: file,
    });
    const lines = new LineTable(text, isManifest(fixture) ? "data" : "code");
    const apply = ({ range, text: replacement }: { range: readonly number[]; text: string }): string => {
      const [start = 0, end = 0] = range;
      return applyEdits(text, [[{ range: { start, end }, text: replacement }]]).text;
    };
    return messages.map(
      ({ ruleId, message, line, column, endLine = line, endColumn = column, fix, suggestions = [] }) => ({
        rule: ruleId?.replace("restraint/", "") ?? "",
        start: lines.offsetAt({ line, column }),
        end: lines.offsetAt({ line: endLine, column: endColumn }),
        message,
        fixed: fix && apply(fix),
        suggestions: suggestions.map((suggestion) => [suggestion.desc, apply(suggestion.fix)] as const),
      }),
    );
  }

  function parsing(extension: string): Linter.Config {
    if (/^(?:ya?ml|json)$/u.test(extension)) return { language: "restraint/yaml" };
    if (extension === "vue") return { languageOptions: { parser: vueParser, parserOptions: { parser: typescript } } };
    if (extension === "svelte")
      return { languageOptions: { parser: svelteParser, parserOptions: { parser: typescript } } };
    if (extension.endsWith("s") && extension.includes("j")) return { languageOptions: { sourceType: "module" } };
    if (extension === "jsx") return { languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } };
    return {
      languageOptions: { parser: typescript, parserOptions: { projectService: true, tsconfigRootDir: every.folder } },
    };
  }

  it("shows the same", async () => {
    await expectSame(
      () => true,
      ({ fixture }) => /^[cm]?tsx?$/u.test(fixture.extension),
      lint,
    );
  }, 900_000);
});

const between = typescriptVersions.filter((version) => !typescriptEnds.includes(version));

describe.each([...typescriptsInTurn, ...partOf(between, 1 / 3)])("tsserver $version", (version) => {
  const { folder } = version;
  let server: TsServer | undefined;
  afterAll(() => server?.close());

  async function look({ fixture, file }: Case): Promise<Seen[]> {
    server ??= new TsServer(folder, { cwd: every.folder });
    const running = server;
    const { text } = fixture;
    const lines = new LineTable(text, "code");
    const offset = ({ line, offset: column }: ts.server.protocol.Location): number => lines.offsetAt({ line, column });
    const apply = ({ changes }: ts.server.protocol.CodeFixAction): string => {
      const edits = changes.flatMap(({ textChanges }) =>
        textChanges.map(({ start, end, newText }) => ({
          range: { start: offset(start), end: offset(end) },
          text: newText,
        })),
      );
      return applyEdits(text, [edits]).text;
    };
    running.open(file);
    const diagnostics = (await running.diagnostics(file)).filter(
      ({ source }) => source?.startsWith("restraint") === true,
    );
    const seen = diagnostics.map(async (diagnostic): Promise<Seen> => {
      const fixes = (await running.fixes(file, diagnostic)).filter(({ fixName }) => fixName === diagnostic.source);
      const fix = fixes.find(({ description }) => description === `Fix this ${diagnostic.source ?? ""} problem`);
      return {
        rule: diagnostic.source?.replace("restraint/", "") ?? "",
        start: offset(diagnostic.start),
        end: offset(diagnostic.end),
        message: diagnostic.text,
        fixed: fix && apply(fix),
        suggestions: fixes
          .filter((other) => other !== fix)
          .map((suggestion) => [suggestion.description, apply(suggestion)]),
      };
    });
    return Promise.all(seen);
  }

  it("shows the same", async () => {
    await expectSame(
      ({ fixture }) => isCode(fixture),
      () => true,
      look,
      typescriptEnds.includes(version) ? 1 : 3,
    );
  }, 900_000);
});

describe("restraint lsp", () => {
  let server: LanguageServer | undefined;
  afterAll(() => server?.stop());

  async function look({ fixture, file }: Case): Promise<Seen[]> {
    if (!server) {
      server = new LanguageServer(every.folder);
      await server.start(every.folder);
    }
    const { text, marked } = fixture;
    const uri = server.open(file, (marked ? "\uFEFF" : "") + text);
    const opened = new OpenText(uri, "", 1, (marked ? "\uFEFF" : "") + text, "utf-16");
    const apply = (action: CodeAction): string => {
      const edits = editsOf(action).map(({ range, newText }) => ({ range: opened.offsetsOf(range), text: newText }));
      return applyEdits(text, [edits]).text;
    };
    const seen: Seen[] = [];
    for (const diagnostic of await server.diagnostics(uri)) {
      const { start, end } = opened.offsetsOf(diagnostic.range);
      const isThis = (action: CodeAction): boolean =>
        JSON.stringify(action.diagnostics?.[0]?.range) === JSON.stringify(diagnostic.range) &&
        action.diagnostics?.[0]?.message === diagnostic.message &&
        !action.title.startsWith("Disable ");
      const actions = (await server.actions(uri, diagnostic.range)).filter(isThis);
      const fix = actions.find(({ isPreferred }) => isPreferred);
      const suggestions = actions.filter((action) => action !== fix).map((each) => [each.title, apply(each)] as const);
      const rule = String(diagnostic.code);
      seen.push({ rule, start, end, message: diagnostic.message, fixed: fix && apply(fix), suggestions });
    }
    server.close(uri);
    return seen;
  }

  it("shows the same", async () => {
    await expectSame(
      () => true,
      ({ fixture }) => isCode(fixture),
      look,
    );
    expect(server?.log).toEqual([]);
  }, 900_000);
});

describe("restraint check", () => {
  interface Line {
    readonly file: string;
    readonly rule: string;
    readonly message: string;
    readonly start: number;
    readonly end: number;
    readonly fixable: boolean;
  }

  it("shows the same", async () => {
    const stdout = await new Promise<string>((resolve) => {
      const args = [join(root, "dist/src/hosts/cli/main.js"), "check", "cases", "--format", "json"];
      execFile(process.execPath, args, { cwd: every.folder, maxBuffer: 2 ** 28 }, (_, output) => {
        resolve(output);
      });
    });
    const { findings } = JSON.parse(stdout) as { findings: Line[] };
    const short = ({ rule, start, end, message }: Seen): object => ({ rule, start, end, message });
    const differences = every.cases.flatMap((item) => {
      const expected = checkCase(item, isCode(item.fixture) ? every.program : undefined);
      const place = relative(every.folder, item.file);
      const seen = inOrder(
        findings
          .filter(({ file }) => file === place || file === item.file)
          .map((line) => ({ ...line, fixed: undefined, suggestions: [] })),
      );
      const isSame = JSON.stringify(seen.map(short)) === JSON.stringify(expected.map(short));
      return isSame
        ? []
        : [{ case: `${item.fixture.rule}/${item.fixture.name}`, seen: seen.map(short), expected: expected.map(short) }];
    });
    expect(differences).toEqual([]);
    expect(findings.length).toBeGreaterThan(every.cases.length / 4);
  }, 900_000);
});
