// Generated applications with the sizes and forms of real ones: callers, callees, and the many files that are neither.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { plainFile } from "../projects/code-files.mjs";
import { cache } from "../measure.mjs";

/**
 * A text with the usual content of an application's files: a package's default import, templates, names that clients
 * have too.
 */
function page(index) {
  return `import React from "react";
import { LIMIT } from "../client";
${plainFile(index)}
export const Title${index} = ({ name }: { name: string }) => React.createElement("h1", { title: \`\${name} of \${LIMIT}\` }, name);
`;
}

/**
 * The form of a generated application: the number of files, of which one in `calls` calls a client; the common files;
 * and the text of a caller.
 *
 * @typedef {{ files: number, calls: number, common: Record<string, string>, caller: (index: number) => string }} Form
 */

/** @type {Record<string, Form>} */
export const forms = {
  hooks: {
    files: 390,
    calls: 10,
    common: {
      "src/client.ts": `import axios from "axios";
export const LIMIT = 20;
export const request = (method: string, path: string, data?: object) => axios({ method, url: "https://api.example.com" + path, data });
`,
    },
    caller: (index) => `import { request } from "../client";
export const useEntry${index} = (id: string) => request("GET", \`/entries${index}/\${id}\`);
`,
  },
  classes: {
    files: 690,
    calls: 4,
    common: {
      "app.yml": "name: example\ndefault_permissions:\n  contents: read\n",
      "src/client.ts": `import axios, { AxiosInstance } from "axios";
export const LIMIT = 20;
export class EntryClient {
  axios: AxiosInstance;
  constructor(token: string) {
    this.axios = axios.create({ baseURL: "https://api.example.com", headers: { Authorization: \`Bearer \${token}\` } });
  }
  fetchEntry(id: string) { return this.axios.get(\`/entries/\${id}\`); }
  changeEntry(id: string, body: object) { return this.axios.patch(\`/entries/\${id}\`, body); }
}
`,
    },
    caller: (index) => `import { EntryClient } from "../client";
export async function handle${index}(client: EntryClient) {
  const { data } = await client.fetchEntry("${index}");
  await client.changeEntry("${index}", { name: data.name });
}
`,
  },
  stores: {
    files: 2460,
    calls: 15,
    common: {
      "src/client.ts": `export const LIMIT = 20;
class Client {
  post(path: string, data?: object) { return this.send("POST", path, data); }
  send(method: string, path: string, data?: object) { return fetch("/api" + path, { method, body: JSON.stringify(data) }); }
}
export const client = new Client();
`,
    },
    caller: (index) => `import { client } from "../client";
export class Store${index} {
  list(params: object) { return client.post("/entries${index}.list", params); }
}
`,
  },
};

/** Writes an application unless it exists. @returns its folder. */
export function writeApplication(folder, { files, calls, common, caller }) {
  if (existsSync(join(folder, "package.json"))) return folder;
  const texts = { ...common, ".git/HEAD": "", "tsconfig.json": "{}" };
  for (let index = 0; index < files; index += 1)
    texts[index % calls === 0 ? `src/part${index % 20}/call${index}.ts` : `src/part${index % 20}/page${index}.ts`] =
      index % calls === 0 ? caller(index) : page(index);
  for (const [name, text] of Object.entries({ ...texts, "package.json": '{"private": true}' })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** @returns the folders of all generated applications, in the benchmarks' cache. */
export function generatedApplications() {
  return Object.entries(forms).map(([name, form]) => writeApplication(join(cache, "hosts", name), form));
}
