import { describe, expect, test } from "vitest";
import { requestsIn } from "../harness/project-requests";
import { renderRequest } from "../request/render";

/** What is sent: by a method as such, and by those who call it. */
const requestsOf = (text: string): readonly string[] => [
  ...new Set(requestsIn({ "a.ts": text }).map((each) => renderRequest(each).replace(" []", ""))),
];

const service = (field: string, more = ""): string => `declare function register(given: unknown): void;
class Service {
  ${field}
  ${more}
  load() { register(this); return fetch(this.base + "/b"); }
}
new Service().load();`;

describe("a field that only the constructor of its class assigns", () => {
  test.each(['private base = "/a";', 'readonly base = "/a";', '#base = "/a"; private base = "/a";'])(
    "is what it was after code that nobody knows: %s",
    (field) => {
      expect(requestsOf(service(field))).toEqual(["GET /a/b"]);
    },
  );

  test.each([
    ["that others may assign", 'base = "/a";', ""],
    ["that a method assigns", 'private base = "/a";', "set(base: string) { this.base = base; }"],
    [
      "that another object's method assigns",
      'private base = "/a";',
      "static set(one: Service, base: string) { one.base = base; }",
    ],
  ])("is not one %s", (_, field, more) => {
    expect(requestsOf(service(field, more))).not.toEqual(["GET /a/b"]);
  });

  test("holds an object that may have other members", () => {
    const text = `declare function register(given: unknown): void;
class Service {
  private readonly init: any = { method: "PUT" };
  load() { register(this); return fetch("/a", this.init); }
}
new Service().load();`;
    expect(requestsOf(text)).not.toEqual(["PUT /a"]);
  });

  test("is read without what was called on the object since", () => {
    const steps = Array.from(
      { length: 40 },
      (_, index) => `if (options.k${index}) this.state.k${index} = String(options.k${index});`,
    );
    const text = `import axios from "axios";
class Service {
  private readonly http = axios.create({ headers: { Accept: "text/plain" } });
  state: any = {};
  step(options: any) { ${steps.join(" ")} }
  load(options: any) { ${"this.step(options); ".repeat(60)} return this.http.put("/a", "x"); }
}
new Service().load(JSON.parse("{}"));`;
    expect(requestsOf(text)).toEqual([expect.stringMatching(/^PUT \/a \[accept=text\/plain/u)]);
  });
});

describe("the method that a call of an object runs", () => {
  test("is found without what was called on the object since", () => {
    const members = Array.from({ length: 60 }, (_, index) => `if (key === ${index}) this.done[${index}] = key;`).join(
      " ",
    );
    const text = `class Api {
  done: any = {};
  note(key: any) { ${members} }
  async put(path: string) { this.note(path); return fetch(path, { method: "PUT" }); }
}
const api = new Api();
export async function all(key: any) {
  ${Array.from({ length: 60 }, (_, index) => `await api.put("/a/${index}"); api.note(key + ${index});`).join("\n  ")}
}`;
    expect(requestsOf(text).filter((each) => /^PUT \/a\/\d+/u.test(each))).toHaveLength(60);
  });

  test("reads the object as it is when it is called", () => {
    const text = `class Api {
  path = "/a";
  set(path: string) { this.path = path; }
  put() { return fetch(this.path, { method: "PUT" }); }
}
const api = new Api();
api.set("/b");
api.put();`;
    expect(requestsOf(text).at(-1)).toBe("PUT /b");
  });

  test("is that which was put in its place", () => {
    const text = `class Api { put() { return fetch("/a", { method: "PUT" }); } }
const api: any = new Api();
api.put = () => fetch("/b", { method: "PUT" });
api.put();`;
    expect(requestsOf(text)).toContain("PUT /b");
  });
});
