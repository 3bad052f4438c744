// Tests the packaged extension in a real VS Code: node editors/vscode/test/editor.mjs VSIX [--pictures FOLDER]
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findEditor, Window } from "./window.mjs";

const [vsix, option, pictures] = process.argv.slice(2);
const editor = findEditor();
if (editor === undefined) {
  console.log(
    "skipped: there is no code-server (RESTRAINT_CODE_SERVER names its out/node/entry.js), or no Chromium (RESTRAINT_CHROMIUM)",
  );
  process.exit(0);
}

const sample = new URL("../../../fixtures/projects/editor/", import.meta.url);
const files = Object.fromEntries(
  readdirSync(sample).map((name) => [name, readFileSync(new URL(name, sample), "utf8")]),
);
const code = files["list.ts"];

/** Takes a picture of the editor alone. */
async function picture(window, name) {
  if (option !== "--pictures") return;
  await window.page.waitForTimeout(400);
  const clip = { x: 348, y: 28, width: 932, height: 290 };
  await window.page.screenshot({ path: join(pictures, `vscode-${name}.png`), clip });
}

/**
 * Checks diagnostics, completions, hovers and fixes in code, from the plugin in VS Code's TypeScript server or from the
 * language server.
 */
async function tryCode(window, by) {
  const { page } = window;
  await window.openFile("list.ts");
  await page.waitForSelector(".squiggly-error, .squiggly-warning");
  await window.moveTo(7, code.split("\n")[6].indexOf("data/") + 2);
  await window.run("Show or Focus Hover");
  assert.match(await window.textOf(".monaco-hover", "no-data-prefix"), /data/u);
  if (by === "plugin") await picture(window, "finding");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+.");
  await page.waitForSelector(".action-widget .monaco-list-row");
  const offered = await page.locator(".action-widget").innerText();
  assert.match(offered, /Disable restraint\/no-data-prefix for this line/u);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".view-lines")?.textContent?.includes("fields=items(id)"));
  await window.moveTo(7, code.split("\n")[6].indexOf("data/") + "items(id".length + 1);
  await page.keyboard.type(",");
  await page.keyboard.press("Control+Space");
  assert.match(await window.textOf(".suggest-widget .monaco-list-row", "owner"), /owner/u);
  if (by === "plugin") await picture(window, "completion");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".view-lines")?.textContent?.includes("items(id,owner)"));
  await window.moveTo(7, code.split("\n")[6].indexOf("data/") + 2);
  await window.run("Show or Focus Hover");
  await window.textOf(".monaco-hover", "(field of the response) items");
  await page.keyboard.press("Escape");
  console.log(`ok  code, by the ${by}: a finding, a fix, a completion accepted, a hover`);
}

async function tryManifest(window) {
  const { page } = window;
  await window.openFile("table.yaml");
  await page.waitForSelector(".squiggly-error, .squiggly-warning");
  await window.moveTo(9, 7);
  await page.keyboard.press("Control+.");
  await page.waitForSelector(".action-widget .monaco-list-row");
  await picture(window, "manifest");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".view-lines")?.textContent?.includes("tableName"));
  await window.moveTo(10, 1);
  await page.keyboard.type("    retentionP");
  await page.keyboard.press("Control+Space");
  await window.textOf(".suggest-widget .monaco-list-row", "retentionProperties");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() =>
    document.querySelector(".view-lines")?.textContent?.includes("retentionProperties:"),
  );
  await window.moveTo(6, 5);
  await window.run("Show or Focus Hover");
  await window.textOf(".monaco-hover", "(field) providerRef");
  console.log("ok  a manifest: a finding, a fix, a completion accepted, a hover");
}

console.log(`code-server ${editor.version}`);
for (const by of ["plugin", "server"]) {
  const window = await Window.open(editor, vsix, files, { "restraint.code": by });
  try {
    await tryCode(window, by);
    if (by === "plugin") await tryManifest(window);
  } catch (error) {
    await window.page.screenshot({ path: join(process.env.RESTRAINT_SHOTS ?? "/tmp", `failed-${by}.png`) });
    throw error;
  } finally {
    await window.close();
  }
}
