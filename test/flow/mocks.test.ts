import { describe, expect, test } from "vitest";
import { requestsOf } from "../harness/project-requests";

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
