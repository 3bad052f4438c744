import { type ChildProcess, spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installCached } from "../../cached-package";
import { badTable, goodTable, makeFolder, fixableTable, runProgram } from "./program";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly uri?: string;
    readonly items?: readonly { readonly section?: string }[];
    readonly diagnostics?: readonly Diagnostic[];
  };
  readonly result?: unknown;
}

interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

/** Speaks the language-server protocol over a process's standard streams. */
class Client {
  readonly #server: ChildProcess;
  readonly #waiting = new Map<string, (message: Message) => void>();
  #buffer = Buffer.alloc(0);

  constructor(server: ChildProcess, settings: Readonly<Record<string, unknown>>) {
    this.#server = server;
    server.stdout?.on("data", (chunk: Buffer) => {
      this.#buffer = Buffer.concat([this.#buffer, chunk]);
      for (let message = this.#read(); message; message = this.#read()) {
        if (message.method === "workspace/configuration")
          this.send({
            id: message.id,
            result: message.params?.items?.map(({ section = "" }) => settings[section] ?? null),
          });
        else if (message.method !== undefined && message.id !== undefined) this.send({ id: message.id, result: null });
        this.#waiting.get(message.params?.uri ?? String(message.id))?.(message);
      }
    });
  }

  send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.#server.stdin?.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  /** @returns the next message about a document, or the answer with an id. */
  next(about: string): Promise<Message> {
    return new Promise((resolve) => this.#waiting.set(about, resolve));
  }

  #read(): Message | undefined {
    const header = /^(?:[^\r\n]+\r\n)*?Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/iu.exec(
      this.#buffer.toString("latin1"),
    );
    if (!header) return undefined;
    const end = header[0].length + Number(header[1]);
    if (this.#buffer.length < end) return undefined;
    const message = JSON.parse(this.#buffer.subarray(header[0].length, end).toString("utf8")) as Message;
    this.#buffer = this.#buffer.subarray(end);
    return message;
  }
}

const server = installCached("yaml-language-server", "1", "bin/yaml-language-server");

// Skipped where the server is not installed.
test.skipIf(server === undefined)(
  "yaml-language-server checks by the schema that `restraint kinds` prints",
  { timeout: 120_000 },
  async () => {
    const folder = makeFolder({});
    const schema = JSON.parse(runProgram(folder, ["kinds", "--format", "json-schema"]).stdout) as object;
    const files = makeFolder({ "kinds.schema.json": JSON.stringify(schema) });
    const schemaUri = pathToFileURL(join(files, "kinds.schema.json")).href;
    const child = spawn(process.execPath, [server ?? "", "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
    try {
      const yaml = {
        validate: true,
        schemas: { [schemaUri]: ["*.yaml"] },
        schemaStore: { enable: false },
        disableAdditionalProperties: false,
      };
      const client = new Client(child, { yaml });
      const root = pathToFileURL(files).href;
      const ready = client.next("1");
      client.send({
        id: 1,
        method: "initialize",
        params: {
          processId: process.pid,
          rootUri: root,
          capabilities: { workspace: { configuration: true } },
          workspaceFolders: [{ uri: root, name: "x" }],
        },
      });
      await ready;
      client.send({ method: "initialized", params: {} });
      client.send({ method: "workspace/didChangeConfiguration", params: { settings: { yaml } } });

      const messagesOf = async (name: string, text: string): Promise<readonly string[]> => {
        const uri = pathToFileURL(join(files, name)).href;
        const answer = client.next(uri);
        client.send({
          method: "textDocument/didOpen",
          params: { textDocument: { uri, languageId: "yaml", version: 1, text } },
        });
        return (
          (await answer).params?.diagnostics?.map(({ message, range }) => `${range.start.line + 1}: ${message}`) ?? []
        );
      };
      expect(await messagesOf("good.yaml", goodTable)).toEqual([]);
      expect(await messagesOf("bad.yaml", badTable)).toEqual([expect.stringContaining('Missing property "tableName"')]);
      expect(await messagesOf("slip.yaml", fixableTable)).toContainEqual(expect.stringMatching(/^8: .*table_name/u));
      expect(
        await messagesOf("foreign.yaml", "apiVersion: argoproj.io/v1alpha1\nkind: Application\nspec: { x: 1 }\n"),
      ).toEqual([]);
    } finally {
      child.kill();
    }
  },
);
