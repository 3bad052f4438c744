import ts from "typescript";
import { describe, expect, test } from "vitest";
import { noFacts } from "../../src/contract/configuration/configuration";
import { Program } from "../../src/flow/program";
import type { Sources } from "../../src/project/sources";
import { createLibrary } from "../../src/request/library";

/** Twice as much of a project is twice as much work, by counts of what is evaluated and asked, and never by time. */

type Files = Readonly<Record<string, string>>;

interface Work {
  /** Values that were evaluated. */
  readonly visited: number;
  /** How often the text or the tree of a file was asked for. */
  readonly asked: number;
  /** Steps, by which long work is interrupted. */
  readonly steps: number;
  readonly requests: number;
}

function workOn(files: Files): Work {
  const trees = new Map<string, ts.SourceFile>();
  let asked = 0;
  const treeOf = (name: string): ts.SourceFile | undefined => {
    const text = files[name];
    if (text === undefined) return undefined;
    const tree = trees.get(name) ?? ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    trees.set(name, tree);
    return tree;
  };
  const sources: Sources = {
    find: (_, specifier) => {
      const name = `${specifier.replace(/^\.\//u, "")}.ts`;
      return name in files ? name : undefined;
    },
    file: (name) => {
      asked += 1;
      return treeOf(name);
    },
    text: (name) => {
      asked += 1;
      return files[name];
    },
    all: () => Object.keys(files),
  };
  const program = new Program(ts, createLibrary(ts, noFacts, sources), sources, undefined);
  let steps = 0;
  program.project.steps.take = (count?: number) => {
    steps += count ?? 1;
  };
  let requests = 0;
  for (const name of Object.keys(files)) {
    const file = program.project.file(name);
    if (!file) continue;
    for (const call of program.flow.candidateCalls(file)) requests += program.requests.of(call).length;
  }
  return { visited: program.evaluator.effort.visited, asked, steps, requests };
}

const each = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join("\n");
const filesOf = (count: number, make: (index: number) => string): Files =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`file${index}.ts`, make(index)]));

const send = `export const send = (method: string, path: string, body?: object) =>
  fetch("https://api.example.com" + path, { method, body: JSON.stringify(body) });\n`;
const klass = `export class Client {
  constructor(private base: string) {}
  get(path: string) { return fetch(this.base + path); }
}
export const client = new Client("https://api.example.com");\n`;

const grown: Readonly<Record<string, (count: number) => Files>> = {
  "files that send": (count) => filesOf(count, (index) => `fetch("https://api.example.com/${index}");\n`),
  "files that do not": (count) => ({
    ...filesOf(
      count,
      (index) => `import { send } from "./send";\nexport const page${index} = () => [send.name, ${index}];\n`,
    ),
    "send.ts": send,
  }),
  "callers of a wrapper, in files of their own": (count) => ({
    ...filesOf(count, (index) => `import { send } from "./send";\nsend("PATCH", "/${index}", { index: ${index} });\n`),
    "send.ts": send,
  }),
  "callers of a wrapper, in one file": (count) => ({
    "send.ts": send,
    "calls.ts": `import { send } from "./send";\n${each(count, (index) => `export const call${index} = (id: string) => send("GET", "/${index}/" + id);`)}`,
  }),
  "callers of an instance": (count) => ({
    ...filesOf(count, (index) => `import { client } from "./client";\nclient.get("/${index}");\n`),
    "client.ts": klass,
  }),
  "classes with a method of an own name": (count) =>
    filesOf(
      count,
      (index) => `export class Api${index} {
  load${index}Things(id: string) { return fetch("https://api.example.com/${index}/" + id); }
}
export const call = (api) => api.load${index}Things("1");\n`,
    ),
  "functions of one file": (count) => ({
    "file.ts": each(
      count,
      (index) => `export async function load${index}(id: string) {
  const url = "https://api.example.com/${index}/" + id;
  const answer = await fetch(url);
  return answer.ok ? answer.json() : undefined;
}`,
    ),
  }),
};

/** What twice as much may take. */
const most = 2.2;

describe("twice as many", { tags: ["long"] }, () => {
  test.each(Object.entries(grown))("%s", (_, make) => {
    const [once, twice] = [workOn(make(60)), workOn(make(120))];
    expect(once.requests).toBeGreaterThan(0);
    expect(twice.visited / once.visited).toBeLessThan(most);
    expect(twice.asked / once.asked).toBeLessThan(most);
    expect(twice.steps / once.steps).toBeLessThan(most);
  });
});

describe("requests that are begun by chains", () => {
  const makers = filesOf(
    60,
    (index) => `import axios from "axios";
const make = (path: string) => axios.create({ baseURL: "https://api.example.com/" + path });
const nameOf = (path: string) => [path, ...[1, 2, 3, 4].map((each) => path + "/" + each)].join("-");
export const clientOf${index} = (path: string) => make(nameOf(path));
`,
  );
  const chain = {
    "chain.ts": `import request from "superagent";
const begin = (path: string) => request.post("https://api.example.com" + path);
export const save = async (body: object) => { await begin("/orders").send(body); };
`,
  };

  test("are not looked for in what gives other clients", () => {
    const [alone, besides, both] = [workOn(chain), workOn(makers), workOn({ ...chain, ...makers })];
    expect(alone.requests).toBeGreaterThan(0);
    expect(both.requests).toBe(alone.requests);
    expect(both.visited).toBe(alone.visited + besides.visited);
  });
});
