// Runs yaml-language-server on every file of a folder: node yaml-language-server.mjs PEERS SCHEMA FOLDER
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { linesByLanguageServer } from "../comparison/protocols.mjs";

const [, , peers, schema, folder] = process.argv;
const files = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith(".yaml"))
  .map((name) => join(folder, name));
const settings = { yaml: { schemas: { [schema]: ["*.yaml"] }, validate: true, schemaStore: { enable: false } } };
const command = [
  process.execPath,
  join(peers, "node_modules/yaml-language-server/bin/yaml-language-server"),
  "--stdio",
];
console.log(`${(await linesByLanguageServer(command, folder, files, settings)).length} lines marked`);
// The server's CPU time is counted when it has ended.
await setTimeout(200);
