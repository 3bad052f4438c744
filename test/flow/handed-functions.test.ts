import { describe, expect, test } from "vitest";
import { requestsOf } from "../harness/project-requests";

const send = `const send = async (url: string, init: RequestInit = {}) => (await fetch("https://h" + url, init)).json(); type Call = (url: string, init?: RequestInit) => Promise<any>;`;
const rowsOf = (text: string): readonly string[] => requestsOf({ "a.tsx": `${send} ${text}` });

const put = `call("/a/" + id, { method: "PUT" })`;

describe("a call of a function that its callers hand in", () => {
  test.each([
    [
      "by a caller",
      `async function go(id: string, call: Call) { return ${put}; } export const all = () => go("7", send);`,
    ],
    [
      "through two functions, as an optional parameter, on a condition",
      `async function go(id: string, use = false, call?: Call) { if (use && call) { return ${put}; } }
const one = (id: string, use = false, call?: Call) => go(id, use, call); export const all = (use: boolean) => one("7", use, send);`,
    ],
    [
      "by a callback that unknown code is given",
      `async function go(id: string, call: Call) { return ${put}; } const one = (id: string, call: Call) => run(async () => go(id, call)); export const all = () => one("7", send);`,
    ],
    [
      "within a loop and try",
      `async function go(ids: string[], call: Call) { for (const id of ids) { try { await ${put}; } catch {} } } export const all = () => go(["7"], send);`,
    ],
    [
      "as a member of what it is given",
      `async function go(id: string, { call }: { call: Call }) { return ${put}; } export const all = () => go("7", { call: send });`,
    ],
    [
      "to the function around it",
      `const make = (call: Call) => ({ put: (id: string) => ${put} }); export const api = make(send);`,
    ],
    [
      "by an element",
      `export const Button = ({ id, call }: { id: string; call: Call }) => <button onClick={() => ${put}} />; export const Page = () => <Button id="7" call={send} />;`,
    ],
  ])("is told with what it supplies: %s", (_, text) => {
    expect(rowsOf(text)).toContain("PUT https://h/a/{id}");
  });

  test("is told for each function that is handed in", () => {
    const rows = rowsOf(
      `const other = (url: string, init?: RequestInit) => fetch("https://o" + url, init);
async function go(id: string, call: Call) { return ${put}; } export const all = () => [go("7", send), go("8", other)];`,
    );
    expect(rows).toEqual(expect.arrayContaining(["PUT https://h/a/{id}", "PUT https://o/a/{id}"]));
  });

  test("is told for all callers of the function that hands it in, whatever else one of them supplies", () => {
    const rows = rowsOf(
      `const retry = async (task: () => Promise<Response>) => await task();
class Http {
  request(url: string, options: { method: string; send?: Call }) {
    const { method } = options;
    const task = () => fetch("https://h" + url, { method });
    const throttle = throttleOf(url);
    const throttled = throttle ? () => throttle.add(task) : task;
    const queue = queueOf(url);
    const queued = queue ? () => queue.add(throttled) : throttled;
    return retry(queued);
  }
  put(url: string) { return this.request(url, { method: "PUT" }); }
  save(url: string) { return this.request(url, { method: "PATCH", send }); }
}
export const all = (http: Http) => [http.put("/a"), http.save("/b")];`,
    );
    expect(rows).toEqual(expect.arrayContaining(["PUT https://h/a", "PATCH https://h/b"]));
  });

  test("supplies no text of one caller, as others may give another one", () => {
    const rows = rowsOf(
      `async function go(id: string, call: Call) { return ${put}; } export const all = () => go("7", send);`,
    );
    expect(rows.filter((each) => each.includes("/a/")).toSorted()[0]).toBe("PUT https://h/a/7");
    expect(rows).toContain("PUT https://h/a/{id}");
  });

  test("is told nothing where nobody hands in what sends", () => {
    expect(rowsOf(`export async function go(id: string, call: Call) { return ${put}; }`).join()).not.toContain("/a/");
  });

  const lines = (count: number, line: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => line(index)).join(" ");

  test("is told however many functions have been entered before", () => {
    const rows = rowsOf(`const again = (task: () => Promise<any>, key: string) => { log(key); return task(); };
const pick = (a: string, b: string) => a + b;
const put = (id: string) => { const v0 = id; ${lines(90, (index) => `const v${index + 1} = pick(v${index}, "${index}");`)} return again(async () => ${put.replace("call", "send")}, v90); };
export const go = () => put("7");`);
    expect(rows).toContain("PUT https://h/a/7");
  });

  test("is told with what the many functions give through which its options go before", () => {
    const rows = rowsOf(`const mark = (options: any, name: string) => { log(name); return { ...options, name }; };
const request = (url: string, given: any) => { let options = { ...given }; ${lines(60, (index) => `options = mark(options, "${index}");`)} return send(url, { method: options.method }); };
export const go = () => request("/a/7", { method: "PUT" });`);
    expect(rows).toContain("PUT https://h/a/7");
  });
});

describe("a method of a client that a factory hands to a helper", () => {
  const factory = (give: string): string => `import axios from "axios";
async function safe(f: any, url: string, data: any) { return await f(url, data).catch(() => null); }
const own = (data: any) => ({ ...data, own: true });
function make(i: any) { return { async put(url: string, data: any) { return await ${give}; } }; }`;
  const rowsWith = (give: string, use: string): readonly string[] => requestsOf({ "a.ts": `${factory(give)} ${use}` });

  test.each([
    ["by its object", `const api = make(axios); export const go = (id: string) => api.put("/a/" + id, { x: 1 });`],
    [
      "by a field of its type",
      `class Api { constructor(private api: ReturnType<typeof make>) {} go(id: string) { return this.api.put("/a/" + id, { x: 1 }); } } export const api = new Api(make(axios));`,
    ],
  ])("is told with what is given %s", (_, use) => {
    expect(rowsWith("safe(i.put, url, data)", use)).toContain("PUT /a/{id} json {x}");
  });

  test("is nothing where the helper is given no client", () => {
    const use = `const api = make(axios); export const go = (id: string) => api.put("/a/" + id, { x: 1 });`;
    expect(rowsWith("own(data)", use)).toEqual([]);
  });
});

test("a function that is handed on on one way alone is told with what its caller supplies", () => {
  const text = `const run = (task: () => unknown) => { const queued = limiter.wrap(task); return queued(); };
const get = (path: string, isQueued: boolean) => { const task = () => fetch("https://h" + path); return run(isQueued ? () => limiter.add(task) : task); };
export const go = (isQueued: boolean) => get("/d", isQueued);`;
  expect(requestsOf({ "a.ts": text })).toContain("GET https://h/d");
});
