import { existsSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { type DocumentSelector, LanguageClient, TransportKind } from "vscode-languageclient/node";
import { clientOptions, pluginSettings, type Settings } from "./settings";

/** The client of the language server; one for all folders of a window. */
let client: LanguageClient | undefined;

/** Called by VS Code when a file of a supported language is opened. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const restart = async (): Promise<void> => {
    await stop();
    await start(context);
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("restraint.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("restraint")) void restart();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void restart()),
  );
  await start(context);
}

export function deactivate(): Promise<void> {
  return stop();
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const settings = readSettings();
  const module = serverIn(context.extensionPath, settings.path);
  const run = { module, transport: TransportKind.stdio, args: ["lsp"] };
  const { languages, initializationOptions } = clientOptions(settings);
  const documentSelector: DocumentSelector = languages.flatMap((language) => [
    { scheme: "file", language },
    ...(language === "yaml" ? [{ scheme: "untitled", language }] : []),
  ]);
  client = new LanguageClient(
    "restraint",
    "Restraint",
    { run, debug: run },
    { documentSelector, initializationOptions },
  );
  await Promise.all([client.start(), configurePlugin(settings)]);
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

function readSettings(): Settings {
  const settings = vscode.workspace.getConfiguration("restraint");
  return {
    code: settings.get<Settings["code"]>("code", "plugin"),
    manifests: settings.get("manifests", true),
    selectedFields: settings.get("inlayHints.selectedFields", false),
    path: settings.get("path", ""),
  };
}

/** A workspace may bring its own server, which runs only if the user trusts the workspace. */
function serverIn(extensionPath: string, path: string): string {
  const program = "dist/src/hosts/cli/main.js";
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const own = folders.map(({ uri }) => join(uri.fsPath, "node_modules/eslint-plugin-restraint"));
  const chosen = vscode.workspace.isTrusted && path !== "" ? [path] : [];
  const found = [...chosen, ...own].map((folder) => join(folder, program)).find((file) => existsSync(file));
  return found ?? join(extensionPath, "node_modules/eslint-plugin-restraint", program);
}

interface TypeScriptApi {
  configurePlugin(name: string, settings: object): void;
}

/** VS Code's TypeScript extension loads the plugin, because package.json declares it. */
async function configurePlugin(settings: Settings): Promise<void> {
  const typescript = vscode.extensions.getExtension<{ getAPI(version: 0): TypeScriptApi | undefined }>(
    "vscode.typescript-language-features",
  );
  const api = (await typescript?.activate())?.getAPI(0);
  api?.configurePlugin("eslint-plugin-restraint", pluginSettings(settings));
}
