import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

const outside = "declare function track(value: unknown): void;\n";

/** The requests of the callers, which know what they hand in. */
const callersOf = (text: string): readonly string[] =>
  requestsIn({ "a.ts": outside + text })
    .map((each) => renderRequest(each).replace(" []", ""))
    .filter((each) => !/[?{]/u.test(each));

describe("a value that is one of two", () => {
  test.each([
    [
      "a text of which the other was given away",
      `function load(id: string, other?: string) { const name = other || id; track(name); return fetch(\`/a/\${id}\`); }
export const one = (id: "1") => load(id, "x"); export const two = (id: "1") => load(id);`,
      ["GET /a/1", "GET /a/1"],
    ],
    [
      "a method over two joins",
      `function save(verb: string, run: boolean, other: boolean) { const method = other ? verb : "PUT"; track(run ? method : "GET"); return fetch("/a", { method: verb }); }
export const drop = (run: boolean, other: boolean) => save("DELETE", run, other);`,
      ["DELETE /a"],
    ],
    [
      "an object of which the other is changed",
      `function send(base: RequestInit, other?: RequestInit) { const target = other ?? base; target.method = "PUT"; return fetch("/a", base); }
export const one = () => send({ method: "POST" }); export const two = () => send({ method: "POST" }, { method: "DELETE" });`,
      ["POST /a", "PUT /a"],
    ],
    [
      "a default that is changed later",
      `function send(init?: RequestInit) { const own: RequestInit = { method: "POST" }; const used = init || own; own.method = "PUT"; return fetch("/a", used); }
export const one = () => send(); export const two = () => send({ method: "DELETE" });`,
      ["DELETE /a", "PUT /a"],
    ],
    [
      "a default that an unknown call cannot bring back",
      `const call = async (options: RequestInit = {}) => { const data = await (await fetch("/a", options)).json(); track(data.warnings); await fetch("/b", options); };
export const logout = () => call({ method: "POST" });`,
      ["POST /a", "POST /b"],
    ],
    [
      "a list that another one is",
      `function send(list: string[], other?: string[]) { const target = other || list; target.push("z"); return fetch("/a/" + list.join("-")); }
export const one = () => send(["a"]); export const two = () => send(["a"], ["b"]);`,
      ["GET /a/a", "GET /a/a-z"],
    ],
    [
      "a member of one of two",
      `function send(a: { o: RequestInit }, b: { o: RequestInit }, flag: boolean) { const first = a.o; const holder = flag ? a : b; holder.o.method = "PUT"; return fetch("/a", first); }
export const one = () => send({ o: { method: "POST" } }, { o: { method: "PATCH" } }, false); export const two = () => send({ o: { method: "POST" } }, { o: { method: "PATCH" } }, true);`,
      ["POST /a", "PUT /a"],
    ],
    [
      "a text in try and switch",
      `async function load(id: string, other?: string) { const key = other ?? id; try { await track(key); } catch { track(id); } switch (key) { case "a": track(key); break; default: track([key]); } return fetch(\`/a/\${id}/\${key}\`); }
export const one = () => load("x", "y"); export const two = () => load("x");`,
      ["GET /a/x/x", "GET /a/x/y"],
    ],
  ])("is changed only if it is the one: %s", (_, text, expected) => {
    expect([...callersOf(text)].sort()).toEqual(expected);
  });

  test.each([
    [
      "the one that is changed",
      `function send(flag: boolean) { const a: RequestInit = { method: "POST" }; const b: RequestInit = {}; const target = flag ? a : b; target.method = "PUT"; return fetch("/a", a); }
export const both = (flag: boolean) => send(flag);`,
      ["PUT|POST /a"],
    ],
    [
      "the one that unknown code changes",
      `function send(flag: boolean, a: RequestInit) { const b: RequestInit = {}; const target = flag ? a : b; track(target); return fetch("/a", a); }
export const both = (flag: boolean) => send(flag, { method: "POST" });`,
      [],
    ],
  ])("may be %s", (_, text, expected) => {
    expect(callersOf(text)).toEqual(expected);
  });
});
