import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const only = (text: string): readonly string[] => requestsOf({ "a.ts": text });
const imports = 'import { AxiosInstance } from "axios";\nimport { make } from "lib";\n';

describe("a client of which only the written type is known", () => {
  it.each([
    ["a variable", "const api: AxiosInstance = make();\nexport const go = () => api.get(`/x`);"],
    [
      "a variable that is awaited",
      "export async function go() { const api: AxiosInstance = await make(); await api.get(`/x`); }",
    ],
    [
      "a variable that is assigned later",
      "export function go() { let api: AxiosInstance; api = make(); return api.get(`/x`); }",
    ],
    ["a field", "export class A { private api: AxiosInstance = make(); go() { return this.api.get(`/x`); } }"],
    [
      "a field that the constructor assigns",
      "export class A { private api: AxiosInstance; constructor() { this.api = make(); } go() { return this.api.get(`/x`); } }",
    ],
    [
      "a field that keeps what the constructor is given",
      "export class A { api: AxiosInstance; constructor(given) { this.api = given; } go() { return this.api.get(`/x`); } }",
    ],
    [
      "the result of a function",
      "function api(): AxiosInstance { return make(); }\nexport const go = () => api().get(`/x`);",
    ],
    [
      "the result of an async function",
      "const api = async (): Promise<AxiosInstance> => make();\nexport const go = async () => (await api()).get(`/x`);",
    ],
    ["a cast", "export const go = () => (make() as AxiosInstance).get(`/x`);"],
    [
      "a member of an interface",
      "interface Given { api: AxiosInstance }\nexport const go = (given: Given) => given.api.get(`/x`);",
    ],
    [
      "a member that is taken out",
      "type Given = { api: AxiosInstance };\nexport const go = ({ api }: Given) => api.get(`/x`);",
    ],
  ])("is seen: %s", (_, text) => {
    expect(only(imports + text)).toEqual(["GET {}/x"]);
  });

  it.each([
    [
      "a parameter hides the variable",
      "let api: AxiosInstance;\nexport const go = (api) => { api = make(); return api.get(`/x`); };",
    ],
    [
      "another member has the type",
      "interface Given { api: AxiosInstance }\nexport const go = (given: Given) => given.other.get(`/x`);",
    ],
    [
      "the value is an answer",
      "export const go = async () => { const api: AxiosInstance = (await fetch(`/y`)).json(); api.get(`/x`); };",
    ],
  ])("is none where %s", (_, text) => {
    expect(only(imports + text).filter((each) => each.includes("/x"))).toEqual([]);
  });

  it("is one for each class that keeps what it is given, whatever others keep", () => {
    const text = `${imports}const keep = (it, path) => { const a = path + ""; const b = a + ""; const c = b + ""; const d = c + ""; return it.get(d); };
export class A { api: AxiosInstance; constructor(given) { this.api = given; keep(given, "/a"); } }
export class B { api: Map<string, string>; constructor(given) { this.api = given; keep(given, "/b"); } }`;
    expect(only(text)).toEqual(["GET {}/a"]);
  });
});

describe("an object of the project of which only the written type is known", () => {
  const file = (text: string): string => `import { Api } from "./api";\nimport { make } from "lib";\n${text}`;
  const api =
    "export class Api { read(id: string) { return fetch(`/things/${id}`); } }\nexport class Other { read() {} }";

  it.each([
    [
      "a field that the constructor assigns",
      "export class A { private api: Api; constructor() { this.api = make(); } go() { return this.api.read('1'); } }",
    ],
    ["the result of a function", "function api(): Api { return make(); }\nexport const go = () => api().read('1');"],
  ])("sends what its class sends: %s", (_, text) => {
    expect(requestsOf({ "a.ts": file(text), "api.ts": api })).toEqual(["GET /things/1"]);
  });
});
