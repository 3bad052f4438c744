import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Framing } from "../../../src/hosts/lsp/framing";
import { LanguageServer } from "../../harness/hosts/language-server";

function frame(body: string, header = `Content-Length: ${Buffer.byteLength(body)}`): string {
  return `${header}\r\n\r\n${body}`;
}

/** What comes out of texts that come in as they are, or byte by byte, and what is said of them. */
function passed(text: string, size: number): { readonly out: string; readonly said: number } {
  const reports: string[] = [];
  const framing = new Framing((message) => reports.push(message));
  const out: Buffer[] = [];
  framing.on("data", (chunk: Buffer) => out.push(chunk));
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) framing.write(bytes.subarray(at, at + size));
  return { out: Buffer.concat(out).toString(), said: reports.length };
}

const [first, second] = [frame('{"a":"é😀"}'), frame('{"b":1}', "content-length:7\r\nContent-Type: x")];

test.each<[what: string, text: string, out: string, said: number]>([
  ["messages as they are", first + second, first + second, 0],
  [
    "no message without a length",
    first + frame("{}", "Content-Type: x") + second,
    first + second.toLowerCase().slice(0, 14),
    1,
  ],
  ["no message with a length that is no number", frame("{}", "Content-Length: two") + first, first, 1],
  ["no message that has no end", frame("{}", "Content-Length: 99999999999999") + first, first, 1],
  ["nothing of what is no message", `hello\r\n\r\n\r\n\r\n${first}`, first, 1],
])("pass on %s", async (_, text, out, said) => {
  for (const size of [1, 7, 10_000]) {
    const found = passed(text, size);
    await new Promise((resolve) => setImmediate(resolve));
    expect(found.out.startsWith(out)).toBe(true);
    expect(found.said).toBe(said);
  }
});

test("the server answers after a message without a length", { timeout: 120_000 }, async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "restraint-lsp-")));
  try {
    writeFileSync(join(folder, "restraint.config.yaml"), "groups: { a: { name: timestream.example.dev } }\n");
    const server = new LanguageServer(folder);
    await server.start(folder);
    server.process.stdin?.write(frame('{"jsonrpc":"2.0","id":900,"method":"shutdown"}', "Content-Type: x"));
    const text = "apiVersion: timestream.example.dev/v1alpha1\nkind: Table\nspec: { providerRef: {}, resource: {} }\n";
    const uri = server.open(join(folder, "table.yaml"), text);
    expect((await server.diagnostics(uri)).map(({ code }) => code)).toEqual([
      "require-kind-fields",
      "require-kind-fields",
    ]);
    expect(server.log).toEqual(["A message from the client does not tell its length, and is left out."]);
    expect(await server.stop()).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
