// A window of a real VS Code: a code-server with the extension, in headless Chromium.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";

const browsers = ["/usr/bin/chromium", "/usr/bin/google-chrome", "/usr/bin/chromium-browser"];

/** @returns the commands that start code-server and a browser; `undefined` if either is missing. */
export function findEditor() {
  const browser = process.env.RESTRAINT_CHROMIUM ?? browsers.find((path) => existsSync(path));
  const entry = process.env.RESTRAINT_CODE_SERVER;
  const server = entry === undefined ? ["code-server"] : [process.execPath, entry];
  const answered = spawnSync(server[0], [...server.slice(1), "--version"], { encoding: "utf8" });
  return browser === undefined || answered.status !== 0
    ? undefined
    : { browser, server, version: answered.stdout.split("\n").find((line) => /^\d/u.test(line)) ?? "" };
}

const settings = {
  "security.workspace.trust.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "telemetry.telemetryLevel": "off",
  "editor.minimap.enabled": false,
  "editor.links": false,
  "editor.quickSuggestions": { strings: true },
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "files.autoSave": "off",
  "window.commandCenter": false,
  "chat.commandCenter.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
};

/** @returns a free port. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** A window with one folder. */
export class Window {
  /**
   * @param files by path below the folder.
   * @param more further user settings.
   */
  static async open({ browser, server }, vsix, files, more = {}) {
    const window = new Window();
    window.folder = mkdtempSync(join(tmpdir(), "restraint-vscode-"));
    const work = join(window.folder, "work");
    const place = { "user-data-dir": join(window.folder, "user"), "extensions-dir": join(window.folder, "extensions") };
    const options = Object.entries(place).flatMap(([name, path]) => [`--${name}`, path]);
    const all = { ...settings, ...more };
    write(window.folder, { "user/User/settings.json": JSON.stringify(all), "config.yaml": "" });
    write(work, files);
    const common = [...server.slice(1), "--config", join(window.folder, "config.yaml"), ...options];
    const installed = spawnSync(server[0], [...common, "--install-extension", vsix], { encoding: "utf8" });
    if (installed.status !== 0)
      throw new Error(`The extension was not installed: ${installed.stdout}${installed.stderr}`);
    const address = `127.0.0.1:${await freePort()}`;
    const quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--bind-addr", address];
    window.process = spawn(server[0], [...common, ...quiet], { stdio: ["ignore", "pipe", "pipe"], detached: true });
    await new Promise((resolve, reject) => {
      window.process.stdout.on("data", (data) => String(data).includes("HTTP server listening") && resolve());
      window.process.on("exit", () => reject(new Error("code-server has ended")));
    });
    window.browser = await chromium.launch({ executablePath: browser, args: ["--no-sandbox"] });
    window.page = await window.browser.newPage({ viewport: { width: 1280, height: 640 }, deviceScaleFactor: 2 });
    window.page.setDefaultTimeout(120_000);
    await window.page.goto(`http://${address}/?folder=${encodeURIComponent(work)}`);
    await window.page.waitForSelector(".monaco-workbench .explorer-folders-view");
    return window;
  }

  /** Opens a file in the explorer. */
  async openFile(name) {
    await this.page.locator(`.explorer-folders-view .monaco-list-row[aria-label*="${name}"]`).first().dblclick();
    await this.page.waitForSelector(`.tab.active[data-resource-name="${name}"]`);
    await this.page.waitForSelector(".editor-instance .view-lines .view-line");
  }

  /** Moves the cursor. Lines and columns are 1-based. */
  async moveTo(line, column) {
    await this.page.keyboard.press("Control+G");
    await this.page.waitForSelector(".quick-input-widget input");
    await this.page.keyboard.type(`${line}:${column}`);
    await this.page.keyboard.press("Enter");
    await this.page.waitForTimeout(300);
  }

  /** Runs a command of the palette. */
  async run(command) {
    await this.page.keyboard.press("F1");
    await this.page.waitForSelector(".quick-input-widget input");
    await this.page.keyboard.type(command);
    await this.page.waitForTimeout(500);
    await this.page.keyboard.press("Enter");
  }

  /** @returns the text of the first matching element that contains a part. */
  async textOf(selector, part) {
    const found = this.page.locator(selector).filter({ hasText: part }).first();
    await found.waitFor();
    return found.innerText();
  }

  /** @returns the lines of the editor as shown. */
  async lines() {
    const text = await this.page.locator(".editor-instance .view-lines").first().innerText();
    return text.replaceAll("\u00A0", " ");
  }

  async close() {
    await this.browser?.close();
    try {
      // Kills the process group, which includes the extension host and language servers.
      process.kill(-this.process.pid);
    } catch {
      // It has ended already.
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
