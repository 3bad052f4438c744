// A client for tsserver, which behaves like an editor.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../measure.mjs";

/** A tsserver process. */
export class Server {
  #process;
  #events = new Set();
  #answers = new Map();
  #output = Buffer.alloc(0);
  #sequence = 0;

  /**
   * @param nodeOptions options of the process.
   * @param plugins the folder of a plugin for every project, or nothing.
   */
  constructor(cwd, nodeOptions, plugins) {
    const globals = plugins
      ? ["--globalPlugins", "eslint-plugin-restraint/tsserver", "--pluginProbeLocations", plugins]
      : [];
    const server = join(root, "node_modules/typescript/lib/tsserver.js");
    // As VS Code does: after an event that findings have changed, the editor asks for them itself.
    const quiet = ["--disableAutomaticTypingAcquisition", "--noGetErrOnBackgroundUpdate"];
    this.#process = spawn(process.execPath, [...nodeOptions, server, ...quiet, ...globals], {
      cwd,
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#process.stdout.on("data", (data) => this.#read(data));
  }

  notify(command, args) {
    this.#sequence += 1;
    const message = { seq: this.#sequence, type: "request", command, arguments: args };
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** @returns the body of the answer. */
  request(command, args) {
    this.notify(command, args);
    return new Promise((resolve) => this.#answers.set(this.#sequence, resolve));
  }

  /** @returns the body of the next event of a name. */
  event(name) {
    return new Promise((resolve) => {
      const listener = (event) => {
        if (event.event !== name) return;
        this.#events.delete(listener);
        resolve(event.body);
      };
      this.#events.add(listener);
    });
  }

  /** @returns the diagnostics of a file. */
  async diagnostics(file) {
    const answer = this.event("semanticDiag");
    this.notify("geterr", { files: [file], delay: 0 });
    return (await answer).diagnostics;
  }

  get pid() {
    return this.#process.pid;
  }

  /** @returns resident memory in megabytes; 0 if the system does not report it. */
  memory() {
    try {
      const status = readFileSync(`/proc/${this.#process.pid}/status`, "utf8");
      return Math.round(Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024);
    } catch {
      return 0;
    }
  }

  async end() {
    const ended = new Promise((resolve) => this.#process.on("exit", resolve));
    this.notify("exit", {});
    await ended;
  }

  #read(data) {
    this.#output = Buffer.concat([this.#output, data]);
    for (;;) {
      const header = /^Content-Length: (\d+)\r?\n\r?\n/u.exec(this.#output.toString("latin1", 0, 100));
      if (header === null) return;
      const end = header[0].length + Number(header[1]);
      if (this.#output.length < end) return;
      const message = JSON.parse(this.#output.toString("utf8", header[0].length, end));
      this.#output = this.#output.subarray(end);
      if (message.type === "event") for (const listener of [...this.#events]) listener(message);
      else this.#answers.get(message.request_seq)?.(message.body);
    }
  }
}
