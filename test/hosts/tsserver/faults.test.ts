import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type TS from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { platformTypes } from "../../harness/hosts/platform";
import { projectWithPackage, writeFiles } from "../../harness/hosts/installed";
import { largeContract } from "../../harness/hosts/large-contract";
import { TsServer, typescriptsInTurn, typescriptVersions } from "../../harness/hosts/tsserver";

/**
 * What goes wrong while people type: with the plugin, tsserver answers each question that it answers without it, what TypeScript itself says is never
 * missing, and after it all the plugin finds what it found before. `npm run campaign` tries every offset.
 */

const code = `interface Widget { id: string; owner: { name: string } }
export const list = async (id: string) => {
  const response = await fetch(\`https://api.example.com/v1/widgets/\${id}?fields=data/items(id,owner/name)\`, { headers: { "If-Match": "*" } });
  return (await response.json()) as { items: Widget[] };
};
const wrong: number = "";
`;
const configuration = "service: { baseUrls: [https://api.example.com/v1], conventions: [all] }\n";

const isWhole = process.env.RESTRAINT_CAMPAIGN !== undefined;
/** Of the offsets, one in so many is tried. */
const stride = isWhole ? 1 : 53;
const seed = Number(process.env.RESTRAINT_SEED ?? 0);

type Diagnostic = TS.server.protocol.Diagnostic;

const isOurs = ({ source = "" }: Diagnostic): boolean => source.startsWith("restraint");

/** @returns the end of a text, as tsserver counts. */
function endOf(text: string): TS.server.protocol.Location {
  const lines = text.split("\n");
  return { line: lines.length, offset: (lines.at(-1)?.length ?? 0) + 1 };
}

describe.each(isWhole ? typescriptVersions : typescriptsInTurn)(
  "tsserver $version, when things go wrong",
  ({ version, folder }) => {
    const name = version.startsWith("5.4") ? "eslint-plugin-restraint" : "eslint-plugin-restraint/tsserver";

    /** A server with the plugin, and one without it, that are told and asked the same. */
    class Pair {
      readonly #folders: readonly [string, string];
      readonly #servers: readonly [TsServer, TsServer];
      readonly #texts = new Map<string, string>();

      constructor() {
        const compilerOptions = { strict: true, target: "es2022", lib: ["es2022"], types: [] };
        const files = {
          "platform.d.ts": platformTypes,
          "restraint.config.yaml": configuration,
          "list.ts": code,
          "gone.ts": code,
        };
        const withPlugin = (plugins: readonly object[]): string =>
          JSON.stringify({ compilerOptions: { ...compilerOptions, plugins } });
        const plugged = projectWithPackage({ ...files, "tsconfig.json": withPlugin([{ name }]) });
        const plain = projectWithPackage({ ...files, "tsconfig.json": withPlugin([]) });
        this.#folders = [plugged, plain];
        this.#servers = [new TsServer(folder, { cwd: plugged }), new TsServer(folder, { cwd: plain })];
      }

      /** The server with the plugin. */
      get server(): TsServer {
        return this.#servers[0];
      }

      path(file: string): string {
        return join(this.#folders[0], file);
      }

      write(files: Readonly<Record<string, string>>): void {
        for (const each of this.#folders) writeFiles(each, files);
      }

      remove(file: string): void {
        for (const each of this.#folders) rmSync(join(each, file));
      }

      notify(command: string, file: string, args: object = {}): void {
        for (const [index, server] of this.#servers.entries())
          server.notify(command, { ...args, file: join(this.#folders[index] ?? "", file) });
      }

      open(file: string, text: string): void {
        this.#texts.set(file, text);
        this.notify("open", file, { fileContent: text });
      }

      /** Replaces all of an open file. */
      change(file: string, insertString: string): void {
        const { line: endLine, offset: endOffset } = endOf(this.#texts.get(file) ?? "");
        this.#texts.set(file, insertString);
        this.notify("change", file, { line: 1, offset: 1, endLine, endOffset, insertString });
      }

      /** Asks both. @returns what the one with the plugin answers; `undefined` if it refuses, as the other one must too. */
      async ask<T>(command: string, file: string, args: object = {}): Promise<readonly (T | undefined)[]> {
        const answers = await Promise.all(
          this.#servers.map((server, index) =>
            server
              .request<T>(command, { ...args, file: join(this.#folders[index] ?? "", file) })
              .catch((error: unknown) => error as Error),
          ),
        );
        const [ours, plain] = answers;
        if (ours instanceof Error && !(plain instanceof Error)) throw ours;
        return answers.map((answer) => (answer instanceof Error ? undefined : answer));
      }

      /** @returns the sources of our findings, once it is sure that TypeScript's own are those that it has without us. */
      async findings(file: string): Promise<readonly (string | undefined)[]> {
        const [ours = [], plain = []] = await this.ask<Diagnostic[]>("semanticDiagnosticsSync", file);
        // They name places in the project of each.
        const [plugged, other] = this.#folders;
        expect(ours.filter((each) => !isOurs(each))).toEqual(
          JSON.parse(JSON.stringify(plain).replaceAll(other, plugged)),
        );
        return ours.filter(isOurs).map(({ source }) => source);
      }

      async close(): Promise<void> {
        await Promise.all(this.#servers.map((server) => server.close()));
      }
    }

    const pair = new Pair();
    beforeAll(() => {
      pair.open("list.ts", code);
    });
    afterAll(() => pair.close());
    const found = ["restraint/no-data-prefix"];

    it(
      "answers at each syntax error, and finds the same again when it is gone",
      async () => {
        pair.open("list.ts", code);
        expect(await pair.findings("list.ts")).toEqual(found);
        const pieces = ['"', "{", ")", "`", "\n", "- ", "é😀", ""];
        for (let offset = seed % stride; offset < code.length; offset += stride) {
          const piece = pieces[offset % pieces.length] ?? "";
          // Something is put there, and the rest is as it was, or is not there yet.
          const before = code.slice(0, offset) + piece;
          pair.change("list.ts", before + (offset % 2 === 0 ? code.slice(offset + 1) : ""));
          const at = endOf(before);
          await pair.findings("list.ts");
          const [ours, plain] = await pair.ask<TS.server.protocol.CompletionInfo>("completionInfo", "list.ts", at);
          const offered = new Set(ours?.entries.map((each) => each.name));
          expect(plain?.entries.filter((each) => !offered.has(each.name)) ?? []).toEqual([]);
          const place = { startLine: at.line, startOffset: at.offset, endLine: at.line, endOffset: at.offset };
          await Promise.all([
            pair.ask("quickinfo", "list.ts", at),
            pair.ask("definitionAndBoundSpan", "list.ts", at),
            pair.ask("references", "list.ts", at),
            pair.ask("getApplicableRefactors", "list.ts", place),
            pair.ask("getCodeFixes", "list.ts", { ...place, errorCodes: [100102, 2322] }),
          ]);
        }
        pair.change("list.ts", code);
        expect(await pair.findings("list.ts")).toEqual(found);
      },
      isWhole ? 1_200_000 : 120_000,
    );

    /** Asks many questions at once, cancels some, and edits between them. @returns what came of the questions. */
    async function overtake(round: number): Promise<ReadonlySet<string>> {
      const { server } = pair;
      const file = pair.path("list.ts");
      const commands = [
        "completionInfo",
        "quickinfo",
        "semanticDiagnosticsSync",
        "references",
        "rename",
        "getCodeFixes",
      ];
      const asked = Array.from({ length: 60 }, (_, at) => {
        const index = at + round * 61;
        if ((index + seed) % 3 === 0) pair.change("list.ts", `${code}// ${index}\n`);
        const { line, offset } = endOf(code.slice(0, code.indexOf("items(") + (index % 9)));
        const place = { startLine: line, startOffset: offset, endLine: line, endOffset: offset, errorCodes: [100102] };
        const answer = server.request(commands[index % commands.length] ?? "", { file, line, offset, ...place });
        if ((index + seed) % 4 === 0) server.cancelLast();
        return answer.then(
          () => "answered",
          (error: unknown) => (error as Error).message,
        );
      });
      return new Set(await Promise.all(asked));
    }

    it(
      "answers or says that it was cancelled, whatever is cancelled and however questions overtake edits",
      async () => {
        for (let round = 0; round < (isWhole ? 100 : 1); round += 1) {
          // TypeScript's words where there is nothing to say.
          const refused = [...(await overtake(round))].filter(
            (each) => each !== "answered" && !each.includes("No content available"),
          );
          expect(refused).toEqual([]);
        }
        pair.change("list.ts", code);
        expect(await pair.findings("list.ts")).toEqual(found);
      },
      isWhole ? 1_200_000 : 60_000,
    );

    it("has no fix where an edit has moved the finding, whether it is cancelled or not", async () => {
      const { server } = pair;
      const file = pair.path("list.ts");
      const at = endOf(code.slice(0, code.indexOf("data/")));
      const place = { startLine: at.line, startOffset: at.offset, endLine: at.line, endOffset: at.offset };
      for (let round = 0; round < (isWhole ? 100 : 4); round += 1) {
        pair.change("list.ts", code);
        if (round % 4 < 2) await server.diagnostics(file);
        pair.change("list.ts", `\n${code}`);
        if (round % 2 === 0) server.cancelNext();
        const fixes = server.request("getCodeFixes", {
          ...place,
          file,
          errorCodes: round % 3 === 0 ? [100102, 2322] : [100102],
        });
        expect([[], { canceled: true }], `round ${round}`).toContainEqual(await fixes);
      }
      pair.change("list.ts", code);
      expect(await pair.findings("list.ts")).toEqual(found);
    });

    it("survives files that are deleted while they are open, and questions out of order", async () => {
      pair.open("gone.ts", code);
      expect(await pair.findings("gone.ts")).toEqual(found);
      pair.remove("gone.ts");
      expect(await pair.findings("gone.ts")).toEqual(found);
      pair.change("gone.ts", `${code}// more\n`);
      expect(await pair.findings("gone.ts")).toEqual(found);
      pair.notify("close", "gone.ts");
      pair.notify("close", "gone.ts");
      pair.notify("change", "gone.ts", { line: 1, offset: 1, endLine: 1, endOffset: 1, insertString: "x" });
      await pair.ask("semanticDiagnosticsSync", "gone.ts");
      await pair.ask("completionInfo", "never.ts", { line: 99, offset: 99 });
      expect(await pair.findings("list.ts")).toEqual(found);
    });

    it("goes on while the configuration is broken, and heals with it", async () => {
      for (const broken of ["service: [", "preset: nothing\n", "\0", "contract: [./none.yaml, ../../etc/passwd]\n"]) {
        pair.write({ "restraint.config.yaml": broken });
        expect(await pair.findings("list.ts")).toContain("restraint");
        pair.write({ "restraint.config.yaml": configuration });
        expect(await pair.findings("list.ts")).toEqual(found);
      }
      pair.remove("restraint.config.yaml");
      expect(await pair.findings("list.ts")).toEqual(found);
      pair.write({ "restraint.config.yaml": configuration });
    });

    it.runIf(isWhole)("reads a contract of ten megabytes once, and answers at once afterwards", async () => {
      writeFileSync(pair.path("big.json"), largeContract());
      pair.write({ "restraint.config.yaml": `${configuration}contract: [./big.json]\n` });
      const before = process.hrtime.bigint();
      expect(await pair.findings("list.ts")).toEqual(found);
      const start = process.hrtime.bigint();
      for (let index = 0; index < 10; index += 1) {
        pair.change("list.ts", `${code}// ${index}\n`);
        expect(await pair.findings("list.ts")).toEqual(found);
      }
      // Ten reads would take ten times as long as the first answer, however busy the machine is.
      expect(Number(process.hrtime.bigint() - start)).toBeLessThan(5 * Number(start - before));
      pair.write({ "restraint.config.yaml": configuration });
    });

    it("ends when its editor is killed", async () => {
      const other = new Pair();
      other.open("list.ts", code);
      expect(await other.findings("list.ts")).toEqual(found);
      expect(await other.server.abandon()).toBe(0);
      await other.close();
    });
  },
);
