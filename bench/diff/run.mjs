// Compares `restraint diff` of two descriptions of GitHub, with existing inventories, with reading the two descriptions
// alone.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, installPeers, program, race, root } from "../measure.mjs";

const callSites = 10_000;
const clients = 10;
const methods = ["get", "put", "post", "patch", "delete"];

/** @returns a call of an endpoint that sends its parameters and reads two fields. */
function callTo({ method, path, parameters = [] }, client, index) {
  const names = parameters.flatMap(({ in: place, name }) => (place === "query" ? [name] : []));
  const field = { presence: "always", types: ["string"] };
  const at = { line: index + 1, column: 1 };
  return {
    client,
    file: `src/calls-${index % 50}.ts`,
    ...at,
    endLine: index + 1,
    endColumn: 40,
    function: `call${index}`,
    method,
    path,
    tokens: [],
    query: { types: ["object"], fields: Object.fromEntries(names.map((name) => [name, field])) },
    headers: { types: ["object"], fields: {} },
    unknown: [],
    reads: { fields: { id: { whole: true, at }, name: { whole: true, at } } },
  };
}

/** Writes the inventories of ten clients, which call all endpoints in turn. @returns their files. */
function writeInventories(description) {
  const { paths } = JSON.parse(readFileSync(description, "utf8"));
  const endpoints = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ ...item[method], method: method.toUpperCase(), path }] : [])),
  );
  const folder = join(cache, "inventories");
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: clients }, (_, which) => {
    const client = `client-${which}`;
    const called = new Map();
    for (let index = which; index < callSites; index += clients) {
      const endpoint = endpoints[index % endpoints.length];
      const callers = called.get(endpoint) ?? [];
      callers.push(callTo(endpoint, client, index));
      called.set(endpoint, callers);
    }
    const file = join(folder, `${client}.json`);
    const listed = [...called].map(([{ method, path }, callers]) => ({ method, path, permissions: [], callers }));
    const rest = { unused: [], unclear: [], unlisted: [], unknown: [], notUnderstood: [] };
    writeFileSync(file, JSON.stringify({ version: 1, clients: [client], complete: true, endpoints: listed, ...rest }));
    return file;
  });
}

/** Prints the table. */
export async function run() {
  mkdirSync(cache, { recursive: true });
  const versions = ["14.0.0", "23.0.2"].map((version) => {
    const folder = installPeers(`octokit-openapi-${version}`, [`@octokit/openapi@${version}`]);
    if (folder === undefined) throw new Error("GitHub's descriptions cannot be installed.");
    return join(folder, "node_modules/@octokit/openapi/generated/api.github.com.json");
  });
  const inventories = writeInventories(versions[0]);
  const command = (...args) => [process.execPath, ...args];
  const diff = (...args) => ({ command: command(program, "diff", ...versions, ...args), cwd: cache });
  const nobody = join(cache, "inventories/nobody.json");
  const empty = { endpoints: [], unused: [], unclear: [], unlisted: [], unknown: [], notUnderstood: [] };
  writeFileSync(nobody, JSON.stringify({ version: 1, clients: ["nobody"], complete: true, ...empty }));
  await race("diff of two descriptions of GitHub (12 and 13 MB)", [
    { name: "reading both", command: command(join(root, "bench/diff/read.mjs"), ...versions) },
    { name: "diff, no calls", ...diff("--usage", nobody) },
    { name: "diff, 10,000 call sites in 10 inventories", ...diff("--usage", ...inventories) },
  ]);
}
