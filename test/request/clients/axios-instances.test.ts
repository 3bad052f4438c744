import { describe, expect, test } from "vitest";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { requestsOf } from "../../harness/project-requests";

const key = `(c) => { c.headers["X-Key"] = "k"; return c; }`;

const made = `import axios from "axios";
const plain = axios.create({ baseURL: "https://h" });
const keyed = axios.create({ baseURL: "https://h" });`;

const used = `import { plain, keyed } from "./made";
export const one = () => plain.get("/plain"); export const two = () => keyed.get("/keyed");`;

const each = ["GET https://h/plain", "GET https://h/keyed [x-key]"];
const onlyNames = (sent: readonly string[]): readonly string[] => sent.map((row) => row.replace(/\?\]/u, "]"));

describe("an interceptor", () => {
  test("is of the instance that the file sets it on which makes several", () => {
    const files = {
      "use.ts": used,
      "made.ts": `${made}\nkeyed.interceptors.request.use(${key});\nexport { plain, keyed };`,
    };
    expect(onlyNames(requestsOf(files))).toEqual(each);
  });

  test("is of the instance that another file sets it on, by a name of its own", () => {
    const files = {
      "use.ts": used,
      "made.ts": `${made}\nexport { plain, keyed };`,
      "setup.ts": `import { keyed as mine } from "./made"; mine.interceptors.request.use(${key});`,
    };
    expect(onlyNames(requestsOf(files))).toEqual(each);
  });

  test("of all that axios itself sends is of no instance, and the other way round", () => {
    const files = {
      "use.ts": `${made} axios.interceptors.request.use(${key}); keyed.interceptors.request.use((c) => { c.headers["X-Other"] = "o"; return c; });
export const one = () => plain.get("/plain"); export const all = () => axios.get("https://h/all");`,
    };
    expect(onlyNames(requestsOf(files))).toEqual(["GET https://h/plain", "GET https://h/all [x-key]"]);
  });

  test("may be of any where a name does not tell it", () => {
    const files = {
      "use.ts": used,
      "made.ts": `${made}\nfor (const all of [plain, keyed]) all.interceptors.request.use(${key});\nexport { plain, keyed };`,
    };
    expect(onlyNames(requestsOf(files))).toEqual(["GET https://h/plain [x-key]", "GET https://h/keyed [x-key]"]);
  });
});

test("all that a file sets up on axios itself counts, also if that file is followed first", () => {
  const files = {
    "use.ts": `import axios from "axios"; export const two = () => axios.get("https://h/other");`,
    "setup.ts": `import axios from "axios"; axios.interceptors.request.use(${key}); axios.defaults.headers.common["X-Default"] = "1";`,
  };
  const sent = requestsOf(files, noFacts, { lookedAt: ["setup.ts", "use.ts"] });
  expect(sent.join()).toContain("X-Default");
});
