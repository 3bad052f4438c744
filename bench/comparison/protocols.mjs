// Clients of two editor protocols, as far as needed to ask a server for the diagnostics of one file.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Splits a stream into messages with a `Content-Length` header. */
function onMessages(stream, take) {
  let buffer = Buffer.alloc(0);
  stream.on("data", (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const head = buffer.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/u.exec(buffer.subarray(0, Math.max(head, 0)).toString())?.[1]);
      const end = head + 4 + length;
      if (head < 0 || !(buffer.length >= end)) return;
      take(JSON.parse(buffer.subarray(head + 4, end).toString()));
      buffer = buffer.subarray(end);
    }
  });
}

/**
 * Returns the lines that a language server marks in files. They are opened at once, because the server waits before it
 * checks each.
 */
export async function linesByLanguageServer(command, folder, files, settings) {
  const child = spawn(command[0], command.slice(1), { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
  const send = (message) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  const waiting = new Map();
  const ready = new Promise((resolve) => {
    onMessages(child.stdout, (message) => {
      if (message.id === 1 && message.result) resolve();
      else if (message.method === "workspace/configuration")
        send({ id: message.id, result: message.params.items.map(({ section }) => settings[section] ?? null) });
      else if (message.method === "textDocument/publishDiagnostics")
        waiting.get(message.params.uri)?.(message.params.diagnostics);
      else if (message.id !== undefined && message.method) send({ id: message.id, result: null });
    });
  });
  const capabilities = { workspace: { configuration: true }, textDocument: { publishDiagnostics: {} } };
  send({
    id: 1,
    method: "initialize",
    params: { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities },
  });
  await ready;
  send({ method: "initialized", params: {} });
  send({ method: "workspace/didChangeConfiguration", params: { settings } });
  const answers = files.map((file) => {
    const uri = pathToFileURL(file).href;
    const answer = new Promise((resolve) => waiting.set(uri, resolve));
    const textDocument = { uri, languageId: "yaml", version: 1, text: readFileSync(file, "utf8") };
    send({ method: "textDocument/didOpen", params: { textDocument } });
    return answer;
  });
  const found = (await Promise.all(answers)).flat().map(({ range }) => range.start.line + 1);
  child.kill();
  return found;
}

/**
 * Returns the lines that tsserver marks in a file, with the plugins of the folder's tsconfig.json. Plugins that read a
 * schema need time to start.
 */
export async function linesByTsserver(tsserver, folder, file) {
  const child = spawn(process.execPath, [tsserver, "--disableAutomaticTypingAcquisition"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map();
  onMessages(child.stdout, (message) => waiting.get(message.request_seq)?.(message.body ?? []));
  let last = 0;
  const send = (command, args) => {
    last += 1;
    child.stdin.write(`${JSON.stringify({ seq: last, type: "request", command, arguments: args })}\n`);
    return new Promise((resolve) => waiting.set(last, resolve));
  };
  void send("open", { file, fileContent: readFileSync(file, "utf8") });
  let lines = [];
  for (let tries = 0; tries < 10 && lines.length === 0; tries += 1) {
    const diagnostics = await send("semanticDiagnosticsSync", { file });
    lines = diagnostics.filter(({ category }) => category !== "suggestion").map(({ start }) => start.line);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  child.kill();
  return lines;
}
