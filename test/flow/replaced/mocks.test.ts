import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const api = `import axios from "axios";
export class Api { save(id: string) { return fetch("https://h/save/" + id, { method: "POST" }); } }
export const load = (id: string) => fetch("https://h/load/" + id);
export const list = (id: string) => axios.get("https://h/list/" + id);`;

const sentWith = (mock: string): readonly string[] =>
  requestsOf({
    "a.test.ts": `import { Api, list, load } from "./api";\n${mock}\nnew Api().save("1"); load("1"); list("1");`,
    "api.ts": api,
  });

const [save, load, list] = ["POST https://h/save/1", "GET https://h/load/1", "GET https://h/list/1"];

describe("what a test sends through a module that it mocks", () => {
  test.each([
    ["of the project", 'vi.mock("./api");', []],
    ["of the project, by another one", 'jest.mock("./api", () => ({ load: () => 1 }));', []],
    ["that is imported to name it", 'vi.mock(import("./api"));', []],
    ["by a function that is imported", 'import { vi as v } from "vitest"; v.mock("./api");', []],
    ["in part", 'vi.mock("./api", async (original) => ({ ...(await original()), load: vi.fn(), Api: Fake }));', [list]],
    ["that is a client's package", 'jest.mock("axios");', [save, load]],
    ["that it watches alone", 'vi.mock("./api", { spy: true });', [save, load, list]],
    ["that is another one", 'vi.mock("./other");', [save, load, list]],
    ["of something else by that name", 'const vi = make(); vi.mock("./api");', [save, load, list]],
    ["not at all", "", [save, load, list]],
  ])("is not sent: %s", (_, mock, expected) => {
    expect(sentWith(mock)).toEqual(expected);
  });
});

test("an instance is none of a package that is mocked", () => {
  const files = {
    "a.test.ts": `import { save } from "./api"; jest.mock("axios"); save("1");`,
    "api.ts": `import { http } from "./http"; export const save = (id: string) => http.put("/" + id);`,
    "http.ts": `import axios from "axios"; export const http = axios.create({ baseURL: "https://h" });`,
  };
  expect(requestsOf(files)).toEqual([]);
  expect(requestsOf({ ...files, "a.test.ts": `import { save } from "./api"; save("1");` })).toEqual([
    "PUT https://h/1",
  ]);
});

describe("what goes through a member that a test replaces", () => {
  const client = `import axios from "axios"; import * as api from "./api"; import { Api, list, load } from "./api";
import sinon from "sinon"; let boxes; beforeEach(() => { boxes = sinon.createSandbox(); });`;
  const all = [list, load, save];
  const sentAfter = (replacing: string): readonly string[] =>
    requestsOf({
      "a.test.ts": `${client} it("a", () => { ${replacing} list("1"); api.load("1"); const made = new Api(); made.save("1"); });`,
      "api.ts": api,
    });

  test.each([
    ["of a client", 'vi.spyOn(axios, "get").mockResolvedValue({});', [load, save]],
    ["of a client, by an assignment", "axios.get = vi.fn().mockName('get');", [load, save]],
    ["that is global", 'jest.spyOn(globalThis, "fetch").mockImplementation(() => 1);', [list]],
    ["that is global, by an assignment", "global.fetch = jest.fn();", [list]],
    ["that is global, by its name", 'vi.stubGlobal("fetch", () => 1);', [list]],
    ["of a module", 'vi.spyOn(api, "load").mockReturnValue(1);', [list, save]],
    ["of all instances", 'vi.spyOn(Api.prototype, "save").mockReturnValue(1);', [list, load]],
    ["that it watches alone", 'vi.spyOn(axios, "get");', all],
    ["of another client", 'vi.spyOn(axios, "post").mockResolvedValue({});', all],
    ["by sinon", 'sinon.stub(axios, "get").resolves({});', [load, save]],
    ["by a sandbox of sinon", 'const box = sinon.createSandbox(); box.stub(axios, "get");', [load, save]],
    ["by a sandbox that is made before", 'boxes.stub(axios, "get");', [load, save]],
    ["by sinon, which lets it through", 'sinon.stub(axios, "get").callThrough();', all],
    ["by something else that stubs", 'make().stub(axios, "get");', all],
    ["not by a test runner", "axios.get = make();", all],
  ])("is not sent: %s", (_, replacing, expected) => {
    expect(sentAfter(replacing)).toEqual(expected);
  });

  test("is sent by another test, but for what is replaced before each", () => {
    const sentBy = (first: string): readonly string[] =>
      requestsOf({ "a.test.ts": `${client} ${first} it("b", () => { list("1"); });`, "api.ts": api });
    const spy = 'vi.spyOn(axios, "get").mockResolvedValue({});';
    expect(sentBy(`it("a", () => { ${spy} });`)).toEqual([list]);
    expect(sentBy(`beforeEach(() => { ${spy} });`)).toEqual([]);
    expect(sentBy(`const setUp = () => { ${spy} };`)).toEqual([]);
  });

  test("is known by its name alone where nothing says what it is one of", () => {
    const files = {
      "a.test.ts": `import { Items } from "./items"; let http; let items: Items;
beforeAll(() => { items = find(Items); http = find("http"); });
it("a", async () => { jest.spyOn(http, "get").mockReturnValueOnce(1); await items.load("1"); await items.save("1"); });`,
      "items.ts": `import type { AxiosInstance } from "axios"; export class Items { constructor(private readonly http: AxiosInstance) {}
load(id: string) { return this.http.get("/items/" + id); } save(id: string) { return this.http.put("/items/" + id); } }`,
    };
    expect(requestsOf(files)).toEqual(["PUT {}/items/1"]);
  });
});
