import { runInNewContext } from "node:vm";
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { type Files, type ListedSite, listSites } from "./listed-sites";

/**
 * Layers of a project between a request and the code that asks for it. Each is a module that exports `call(method, path)`, made of the module below
 * it; a real run and the graph have to agree on what is sent.
 */
const layers: Readonly<Record<string, (below: string) => string>> = {
  function: (below) =>
    `import { call as next } from "./${below}";\nexport function call(method: string, path: string) { return next(method, path); }`,
  reExport: (below) => `export { call } from "./${below}";`,
  renamed: (below) => `import * as all from "./${below}";\nexport const call = all.call;`,
  singleton: (below) => `import { call as next } from "./${below}";
class Client { constructor(private readonly base: string) {} request(method: string, path: string) { return next(method, this.base + path); } }
let client: Client | undefined;
function get() { return (client ??= new Client("")); }
export const call = (method: string, path: string) => get().request(method, path);`,
  interface: (below) => `import { call as next } from "./${below}";
interface Api { send(method: string, path: string): unknown }
function make(): Api { return { send: (method, path) => next(method, path) }; }
function use(api: Api, method: string, path: string) { return api.send(method, path); }
export const call = (method: string, path: string) => use(make(), method, path);`,
  container: (below) => `import { call as next } from "./${below}";
class Service { execute(method: string, path: string) { return next(method, path); } }
const made = new Map<unknown, unknown>();
function getService<T>(type: new () => T): T { if (!made.has(type)) made.set(type, new type()); return made.get(type) as T; }
export const call = (method: string, path: string) => getService(Service).execute(method, path);`,
  queue: (below) => `import { call as next } from "./${below}";
const queue: (() => unknown)[] = [];
function add(task: () => unknown) { queue.push(task); return queue.shift()?.(); }
export const call = (method: string, path: string) => add(() => next(method, path));`,
  preamble: (below) => `import { call as next } from "./${below}";
let isIn = false;
function login() { if (!isIn) { isIn = true; next("POST", "/login"); } }
export function call(method: string, path: string) { login(); return next(method, path); }`,
  options: (below) => `import { call as next } from "./${below}";
function request(options: { method: string; path: string }) { const { method, path } = { ...options }; return next(method, path); }
export const call = (method: string, path: string) => request({ path, method });`,
  superclass: (below) => `import { call as next } from "./${below}";
abstract class Base { run(method: string, path: string) { return this.send(method, path); } protected abstract send(method: string, path: string): unknown }
class Own extends Base { protected send(method: string, path: string) { return next(method, path); } }
export const call = (method: string, path: string) => new Own().run(method, path);`,
};

const base =
  'export function call(method: string, path: string) { return fetch("https://api.example.com" + path, { method }); }';

function projectOf(names: readonly string[], calls: readonly (readonly [string, string])[]): Files {
  const files: Record<string, string> = {};
  const last = names.length;
  files["entry.ts"] =
    `import { call } from "./layer${last}";\n${calls.map(([method, path]) => `call("${method}", "${path}");`).join("\n")}`;
  for (const [index, name] of names.entries()) files[`layer${index + 1}.ts`] = layers[name]?.(`layer${index}`) ?? "";
  files["layer0.ts"] = base;
  return files;
}

/** Runs a project. @returns the requests that it sent. */
function run(files: Files): readonly string[] {
  const sent: string[] = [];
  const loaded = new Map<string, Record<string, unknown>>();
  const load = (specifier: string): Record<string, unknown> => {
    const name = `${specifier.replace("./", "")}.ts`;
    const known = loaded.get(name);
    if (known) return known;
    const module = { exports: {} as Record<string, unknown> };
    loaded.set(name, module.exports);
    const { outputText } = ts.transpileModule(files[name] ?? "", {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const fetch = (url: string, { method }: { method: string }): void => void sent.push(`${method} ${url}`);
    runInNewContext(outputText, { require: load, exports: module.exports, fetch });
    return module.exports;
  };
  load("./entry");
  return sent;
}

/** @returns what a site stands for: a hole may be any text, and a site whose path ends in one tells of no request. */
function patternOf({ method, url = "" }: ListedSite): RegExp {
  if (url.endsWith("}")) return /(?!)/u;
  const text = url.replace(/[.*+?^$()|[\]\\]/gu, "\\$&").replace(/\{[^{}]*\}/gu, ".*");
  return new RegExp(`^${method ?? "[A-Z]+"} ${text}$`, "u");
}

const call = fc.tuple(fc.constantFrom("GET", "PUT", "PATCH"), fc.constantFrom("/orders", "/orders/1", "/items"));
const project = fc.record({
  names: fc.array(fc.constantFrom(...Object.keys(layers)), { minLength: 1, maxLength: 4 }),
  calls: fc.uniqueArray(call, { minLength: 1, maxLength: 3, selector: ([method, path]) => method + path }),
});

describe("generated projects", () => {
  it("send nothing that is not listed", () => {
    fc.assert(
      fc.property(project, ({ names, calls }) => {
        const files = projectOf(names, calls);
        const listed = [...listSites(files).values()].flat();
        const isListed = (request: string): boolean => listed.some((site) => patternOf(site).test(request));
        expect(run(files).filter((each) => !isListed(each))).toEqual([]);
      }),
      { numRuns: Number(process.env.GRAPH_PROJECTS ?? 40) },
    );
  });
});
