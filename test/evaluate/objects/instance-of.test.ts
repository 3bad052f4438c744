import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const sentBy = (code: string): readonly string[] => requestsOf({ "a.ts": code });

const post = `function post(path: string, data?: any) {
  let body: any;
  if (data instanceof FormData || typeof data === "string") body = data;
  else if (typeof data === "object" && Object.prototype.toString.call(data) === "[object Object]") body = JSON.stringify(data);
  return fetch("https://h" + path, { method: "POST", body });
}`;

describe("a body by the kind of what is given", () => {
  test.each([
    ["an object", 'post("/a", { id })', "POST https://h/a json {id}"],
    ["a text", 'post("/a", "t")', "POST https://h/a text string"],
    ["nothing", 'post("/a")', "POST https://h/a"],
    ["a list", 'post("/a", [id])', "POST https://h/a"],
    ["a form", 'const f = new FormData(); f.append("file", id); return post("/a", f);', "POST https://h/a form {file}"],
  ])("is decided for each call: %s", (_, code, expected) => {
    expect(sentBy(`${post}\nexport function run(id: string) { ${code} }`).at(-1)).toBe(expected);
  });

  test("is one of several for what may be several", () => {
    const sent = sentBy(`${post}\nexport const run = (given: any) => post("/a", given);`);
    expect(sent.at(-1)).toContain("unknown");
  });
});

describe("a body by classes of packages", () => {
  const send = `import FormData from "form-data"; import { Readable } from "node:stream";
const isStream = (given: unknown) => given instanceof Readable || given instanceof FormData;
function send(data?: any) {
  const body = typeof data === "string" || Buffer.isBuffer(data) || isStream(data) ? data : data instanceof FormData ? data.getBuffer() : JSON.stringify(data);
  return fetch("https://h/a", { method: "POST", body });
}`;

  test.each([
    ["an object literal is none of theirs", "send({ id })", "POST https://h/a json {id}"],
    ["nor is a text", 'send("t")', "POST https://h/a text string"],
  ])("%s", (_, code, expected) => {
    expect(sentBy(`${send}\nexport const run = (id: string) => ${code};`).at(-1)).toBe(expected);
  });

  test("an instance of a class of a package may be one of another", () => {
    const sent = sentBy(`${send}\nimport { Part } from "parts"; export const run = () => send(new Part());`);
    expect(sent.at(-1)).toContain("unknown");
  });
});

describe("a condition leaves those of several that it may hold for", () => {
  const one = (condition: string): string | undefined =>
    sentBy(`class A { path = "/a"; } class B extends A { path = "/b"; } class C { path = "/c"; }
export const run = (n: number) => { const x: any = n > 2 ? new B() : n > 1 ? new C() : { path: "/d" };
  if (${condition}) fetch("https://h" + x.path); };`).at(-1);

  test.each([
    ["x instanceof A", "GET https://h/b"],
    ["x instanceof C", "GET https://h/c"],
    ["!(x instanceof A || x instanceof C)", "GET https://h/d"],
    ["!(n && x instanceof A)", "GET https://h/b | /c | /d"],
    ["!(x && x instanceof A)", "GET https://h/c | /d"],
  ])("%s", (condition, expected) => {
    expect(one(condition)).toBe(expected);
  });

  test("which a list holds", () => {
    const sent = sentBy(
      `export const run = (flag: boolean) => { const m = flag ? "GET" : "PUT"; if (["GET", "HEAD"].includes(m)) fetch("https://h/a", { method: m }); };`,
    );
    expect(sent).toEqual(["GET https://h/a"]);
  });
});

test("what a function of the language changes that another one calls is not as it was", () => {
  const sent = sentBy(`export const run = (more: string[]) => {
  const list = ["a"]; Array.prototype.push.call(list, "b"); Reflect.apply(Array.prototype.push, list, more);
  return fetch("https://h/" + list.join("/")); };`);
  expect(sent).not.toContain("GET https://h/a");
});

test("a class that says itself what its instances are is not decided", () => {
  const sent = sentBy(`class Any { static [Symbol.hasInstance]() { return true; } }
export const run = () => fetch(({} as any) instanceof Any ? "https://h/yes" : "https://h/no");`);
  expect(sent).toEqual(["GET https://h/yes | /no"]);
});
