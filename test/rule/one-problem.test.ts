import ts from "typescript";
import { describe, expect, it } from "vitest";
import { analyseCode } from "../../src/analysis/code";
import { conventionNames } from "../../src/contract/description/endpoint";
import { createCodebase } from "../../src/analysis/codebase";
import { builtinContract } from "../../src/contract/builtin";
import { type Facts, noFacts } from "../../src/contract/configuration/configuration";
import { runRules } from "../../src/rule/run";
import { selectRules } from "../../src/rule/select";
import type { Range } from "../../src/text/range";
import { rules } from "../../rules";

const facts: Facts = {
  ...noFacts,
  service: { baseUrls: ["https://api.example.com"], conventions: [...conventionNames], etags: true },
};

interface Told {
  /** The file, the rule, and the marked text. */
  readonly problem: string;
  /** The texts of the calls that are named beside it. */
  readonly calls: readonly string[];
}

/** @returns what is reported when each file is looked at by itself, as editors and ESLint do. */
function toldOf(files: Readonly<Record<string, string>>): readonly Told[] {
  const trees = new Map(
    Object.entries(files).map(([name, text]) => [name, ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)]),
  );
  const sources = {
    find: (_: string, specifier: string) =>
      [`${specifier.slice(2)}.ts`, `${specifier.slice(2)}.tsx`].find((name) => trees.has(name)),
    file: (name: string) => trees.get(name),
  };
  return [...trees].flatMap(([name, sourceFile]) => {
    const codebase = createCodebase(ts, sources, facts);
    const analysis = analyseCode({ ts, sourceFile, codebase, contract: builtinContract, facts });
    const { findings, failures } = runRules(analysis, selectRules("recommended", {}, rules), {
      contract: builtinContract,
      facts,
    });
    expect(failures).toEqual([]);
    const textOf = ({ start, end }: Range): string => sourceFile.text.slice(start, end);
    return findings.map(({ rule, range, related }) => ({
      problem: `${name} ${rule} ${textOf(range)}`,
      calls: related.map((place) => textOf(place.range)),
    }));
  });
}

const findingsOf = (files: Readonly<Record<string, string>>): readonly string[] =>
  toldOf(files).map(({ problem }) => problem);

const callers = (use: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["b", "c", "d"].map((name) => [
      `${name}.ts`,
      `import { client } from "./a";\nexport const go = (id: string) => ${use};\n`,
    ]),
  );

const wrong = "headers: { Authorization: `token ${process.env.T}` }";
const send =
  'export const send = (path: string, options: object) => fetch("https://api.example.com" + path, options);\n';
const http = `export class Http {
  constructor(private readonly headers: Record<string, string>) {}
  list(path: string) { return fetch("https://api.example.com" + path, { headers: this.headers }); }
  change(path: string, body: object) {
    return fetch("https://api.example.com" + path, { method: "PATCH", headers: { "Content-Type": "application/json", ...this.headers }, body: JSON.stringify(body) });
  }
}
export const make = (headers: Record<string, string>) => ({ list: (path: string) => fetch("https://api.example.com" + path, { headers }) });
`;

describe("a problem of what one file makes is told there, and by none of the three files that use it", () => {
  it.each([
    [
      "a function that forwards to one of another file",
      {
        "a.ts": `import { send } from "./s";\nexport const client = (id: string) => send("/orgs/" + id, { ${wrong} });\n`,
        "s.ts": send,
      },
      "client(id)",
      "a.ts bearer-authorization token",
    ],
    [
      "a method of a class",
      {
        "a.ts": `class Api { get(path: string) { return fetch("https://api.example.com" + path, { ${wrong} }); } }\nexport const client = new Api();\n`,
      },
      'client.get("/orgs")',
      "a.ts bearer-authorization token",
    ],
    [
      "a client of a library",
      {
        "a.ts": `import axios from "axios";\nexport const client = axios.create({ baseURL: "https://api.example.com", ${wrong} });\n`,
      },
      'client.get("/orgs")',
      "a.ts bearer-authorization token",
    ],
    [
      "an instance of a class of another file",
      {
        "a.ts": `import { Http } from "./http";\nexport const client = new Http({ Authorization: "token x", "If-Match": "*" });\n`,
        "http.ts": http,
      },
      'client.list("/orgs")',
      "a.ts bearer-authorization Http",
    ],
    [
      "what a function of another file makes",
      {
        "a.ts": `import { make } from "./http";\nexport const client = make({ Authorization: "token x" });\n`,
        "http.ts": http,
      },
      'client.list("/orgs")',
      "a.ts bearer-authorization make",
    ],
  ])("%s", (_, files, use, expected) => {
    expect(findingsOf({ ...files, ...callers(use) })).toEqual([expected]);
  });

  it("also what an instance lacks", () => {
    const files = {
      "a.ts": `import { Http } from "./http";\nexport const client = new Http({ Authorization: "Bearer x" });\n`,
      "http.ts": http,
    };
    expect(findingsOf({ ...files, ...callers('client.change("/orgs/" + id, { name: id })') })).toEqual([
      "a.ts require-if-match Http",
    ]);
  });
});

describe("a problem of a call is told there", () => {
  it.each([
    [
      "of an instance of another file",
      'import { Http } from "./http";\nexport const client = new Http({ Authorization: "Bearer x", "If-Match": "*" });\n',
      'client.change("/orgs/" + id, [id])',
    ],
    [
      "of a client of a library",
      'import axios from "axios";\nexport const client = axios.create({ baseURL: "https://api.example.com", headers: { "If-Match": "*" } });\n',
      'client.patch("/orgs/" + id, [id])',
    ],
  ])("%s", (_, a, use) => {
    expect(findingsOf({ "a.ts": a, "http.ts": http, ...callers(use) })).toEqual(
      ["b.ts", "c.ts", "d.ts"].map((name) => `${name} valid-body [id]`),
    );
  });
});

describe("nothing is told of a client", () => {
  it.each([
    [
      "that sends nothing with its arguments",
      'import axios from "axios";\nexport const client = axios.create({ baseURL: "https://api.example.com", headers: { Accept: "text/plain" } });\n',
    ],
    [
      "of which calls may give the rest",
      'import axios from "axios";\nexport const client = axios.create({ baseURL: "https://api.example.com", method: "PATCH" });\n',
    ],
    [
      "of another host",
      `import axios from "axios";\nexport const client = axios.create({ baseURL: "https://other.example.org", ${wrong} });\n`,
    ],
  ])("%s", (_, a) => {
    expect(findingsOf({ "a.ts": a })).toEqual([]);
  });
});

describe("a problem in a hook of React is told there, and by none of the components that use it", () => {
  const hook = `import { useCallback, useEffect } from "react";
export function useNotifications() {
  const read = useCallback(async (id: string) => {
    await fetch("https://api.example.com/threads/" + id, { method: "PATCH", headers: { "Content-Type": "application/json", Authorization: "token x" }, body: "{}" });
  }, []);
  useEffect(() => { void read("first"); }, [read]);
  return { read };
}
`;
  const orders = `export class Orders {
  constructor(private readonly token: string) {}
  rename(id: string, name: string) {
    return fetch("https://api.example.com/orders/" + id, { method: "PATCH", headers: { "Content-Type": "application/json", Authorization: \`Bearer \${this.token}\` }, body: JSON.stringify({ name }) });
  }
}
`;
  const component = `import { useEffect } from "react";
import { useNotifications } from "./useNotifications";
import { Orders } from "./orders";
export function GlobalEffects() {
  const { read } = useNotifications();
  useEffect(() => { void read("1"); void new Orders("t").rename("1", "x"); }, [read]);
  return <button onClick={() => read("2")} />;
}
`;

  it("and neither where an instance is made nor where its method is called", () => {
    const files = { "useNotifications.ts": hook, "orders.ts": orders, "GlobalEffects.tsx": component };
    expect(toldOf(files)).toEqual([
      { problem: 'useNotifications.ts require-if-match "PATCH"', calls: ['read("first")'] },
      { problem: "useNotifications.ts bearer-authorization token", calls: ['read("first")'] },
      { problem: 'orders.ts require-if-match "PATCH"', calls: [] },
    ]);
  });

  it("with the calls of its own file beside it, a few at most", () => {
    const calls = [1, 2, 3, 4, 5, 6, 7].map((each) => `void new Orders("t").rename("${each}", "x");`);
    const [told, ...others] = toldOf({ "orders.ts": `${orders}${calls.join("\n")}` });
    expect(others).toEqual([]);
    expect(told?.problem).toBe('orders.ts require-if-match "PATCH"');
    expect(told?.calls).toEqual([1, 2, 3, 4, 5].map((each) => `new Orders("t").rename("${each}", "x")`));
  });
});
