import { expect, test } from "vitest";
import { makeFolder, runProgram } from "../program";

const sources = {
  "restraint.config.yaml": 'service: { baseUrls: ["https://api.example.com/v1"], conventions: [all] }\n',
  "base/send.ts": `export interface Options { readonly tag?: string }
export const send = (method: string, path: string, body: unknown, { tag }: Options = {}): Promise<Response> =>
  fetch(\`https://api.example.com/v1\${path}\`, {
    method,
    headers: { Authorization: \`Bearer \${process.env.TOKEN}\`, "Content-Type": "application/json", ...(tag && { "If-Match": tag }) },
    body: JSON.stringify(body),
  });
`,
  "things/thing.ts": `import { send } from "../base/send";
export interface Thing { readonly name: string; readonly tags: readonly string[]; readonly etag: string }
export const rename = (id: string, name: string) => send("PATCH", \`/things/\${id}\`, { name, tags: ["new"] }, { tag: "*" });
`,
  "pages/page.ts": `import { send } from "../base/send";
import { rename, type Thing } from "../things/thing";
export async function show(id: string): Promise<string> {
  const thing = (await (await fetch(\`https://api.example.com/v1/things/\${id}?fields=name,data/tags\`)).json()) as Thing;
  await rename(id, thing.name);
  await send("PATCH", \`/things/\${id}\`, { ...thing });
  return thing.name;
}
`,
};
const configuration = '{ "compilerOptions": { "strict": true, "module": "nodenext", "types": [], "lib": ["es5"] } }\n';

/** What a command prints of the sources, with these configurations of the compiler: all that does not tell how much work it was. */
function run(command: readonly string[], folders: readonly string[]): unknown {
  const configurations = folders.map((folder) => [`${folder}tsconfig.json`, configuration] as const);
  const { status, stdout } = runProgram(makeFolder({ ...sources, ...Object.fromEntries(configurations) }), [
    ...command,
    "--format",
    "json",
  ]);
  const { findings, requests } = JSON.parse(stdout) as { findings?: unknown[]; requests?: unknown[] };
  expect((findings ?? requests)?.length).toBeGreaterThan(2);
  return { status, findings, requests };
}

test.each([
  ["requests", ["requests"]],
  ["findings", ["check"]],
])("the %s are the same with a tsconfig.json for all files and with one for each folder", (_, command) => {
  expect(run(command, ["base/", "things/", "pages/"])).toEqual(run(command, [""]));
});
