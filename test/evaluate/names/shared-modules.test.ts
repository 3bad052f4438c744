import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { createEngine } from "../../../src/flow/evaluate-file";
import type { Evaluation } from "../../../src/clients/evaluation";
import type { Sources } from "../../../src/project/sources";
import { noFacts } from "../../../src/contract/configuration/configuration";
import type { Draft as ClientDraft } from "../../../src/request/drafts/draft";
import { asText, optionsOf } from "../../../src/request/drafts/known";
import { createLibrary } from "../../../src/request/library";
import { getHeader } from "../../../src/request/derived/headers";
import type { Request } from "../../../src/request/request";
import { type Draft, parse, testLibrary } from "../../harness/evaluating";
import { type Files, given, project, run } from "./projects";

describe("a module", () => {
  const many = Array.from({ length: 100 }, (_, index) => `list.push({ id: ${index} });`).join("\n");
  const files: Files = {
    "base.ts": `const list = [];\n${many}\nexport const base = "/v1";`,
    "one.ts": `import { base } from "./base"; export function one() { send(base + "/one"); }`,
    "two.ts": `import { base } from "./base"; export function two() { send(base + "/two"); }`,
  };

  it("is run once for all files", () => {
    const both = project(files);
    const [first, second] = [run(both, "one.ts"), run(both, "two.ts")];
    expect([given(first), given(second)]).toEqual([["/v1/one"], ["/v1/two"]]);
    expect(first.nodes).toBeGreaterThan(400);
    expect(second.nodes).toBeLessThan(50);
  });

  it("is run once where it sends, and its answer is no other request's", () => {
    const fetches = `const list = [];\n${many}\nconst answer = await fetch("/settings"); export const tag = answer.headers.get("etag");`;
    const put = (path: string): string =>
      `import { tag } from "./settings"; const read = await fetch("${path}"); const own = read.headers.get("etag");
       await fetch("${path}", { method: "PUT", headers: { "If-Match": tag, "X-Own": own } });`;
    const both = project({ "settings.ts": fetches, "one.ts": put("/one"), "two.ts": put("/two") }, (sources) =>
      createLibrary(ts, noFacts, sources),
    );
    const [first, second] = [run(both, "one.ts"), run(both, "two.ts")];
    expect(second.nodes).toBeLessThan(first.nodes / 4);
    for (const { sent } of [first, second]) {
      expect(sent).toHaveLength(2);
      const written = sent[1]?.draft as Request;
      const requests = ["If-Match", "X-Own"].map((name) => {
        const { value } = getHeader(written, name);
        return value?.origin?.response?.request;
      });
      expect(requests).toEqual([expect.any(Number), sent[0]?.id]);
      expect(requests[0]).not.toBe(requests[1]);
    }
  });

  it("is run anew when it has changed, or one that it imports", () => {
    const through = { ...files, "three.ts": `import { path } from "./path"; export function three() { send(path); }` };
    const all = { ...through, "path.ts": `import { base } from "./base"; export const path = base + "/three";` };
    const trees = new Map(Object.entries(all).map(([name, text]) => [name, parse(text, name)]));
    const sources: Sources = {
      find: (_, specifier) => `${specifier.replace("./", "")}.ts`,
      file: (name) => trees.get(name),
    };
    const both = { engine: createEngine({ ts, library: testLibrary, sources }), trees };
    expect(given(run(both, "one.ts"))).toEqual(["/v1/one"]);
    expect(given(run(both, "three.ts"))).toEqual(["/v1/three"]);
    trees.set("base.ts", parse(`export const base = "/v2";`, "base.ts"));
    expect(given(run(both, "two.ts"))).toEqual(["/v2/two"]);
    expect(given(run(both, "three.ts"))).toEqual(["/v2/three"]);
  });

  it("is in a file what that makes of it, and in others what it was and what any of them makes of it", () => {
    const both = project({
      "state.ts": `export const state = { path: "/a" };`,
      "changes.ts": `import { state } from "./state"; state.path = "/b"; send(state.path);`,
      "reads.ts": `import { state } from "./state"; send(state.path);`,
    });
    expect(given(run(both, "changes.ts"))).toEqual(["/b"]);
    const [read] = run(both, "reads.ts").sent;
    const path = (read?.draft as Draft | undefined)?.arguments[0];
    expect(path && optionsOf(path).map(asText)).toEqual(["/a", "/b"]);
    expect(given(run(both, "changes.ts"))).toEqual(["/b"]);
  });

  it("brings along what it changes of others", () => {
    const both = project({
      "state.ts": `export const state = { path: "/a" };`,
      "set-up.ts": `import { state } from "./state"; state.path = "/b"; export const done = true;`,
      "with.ts": `import { state } from "./state"; import { done } from "./set-up"; if (done) send(state.path);`,
      "without.ts": `import { state } from "./state"; send(state.path);`,
    });
    for (const name of ["with.ts", "without.ts", "with.ts"])
      expect(given(run(both, name))).toEqual([name === "with.ts" ? "/b" : "/a"]);
  });

  it("leaves no tree alive that nobody else has", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const api =
      "export async function api() { const parts = []; parts.push(1, 2, 3, 4, 5, 6, 7, 8); await send(parts); }";
    const shared = parse(api, "api.ts");
    const sources: Sources = { find: () => "api.ts", file: (name) => (name === "api.ts" ? shared : undefined) };
    const engine = createEngine({ ts, library: testLibrary, sources });
    const trees = Array.from({ length: 20 }, (_, index) => {
      const text = `import { api } from "./api"; export async function f() { await send(${index}); await api(); }`;
      const sourceFile = parse(text, `f${index}.ts`);
      engine.evaluate({ sourceFile });
      return new WeakRef(sourceFile);
    });
    await new Promise((resolve) => setTimeout(resolve, 0));
    collect();
    // The first one may stand in a summary, and the last one on the stack.
    expect(trees.filter((each) => each.deref()).length).toBeLessThan(5);
  });

  it("does not know what a function of another file assigns to it later", () => {
    const both = project({
      "state.ts": `export const state = { path: "/a" }; export const held = state.path;`,
      "later.ts": `import { state } from "./state"; export function set() { state.path = "/b"; } export function go() { send(state.path); }`,
      "reads.ts": `import { state } from "./state"; export function go() { send(state.path); }`,
    });
    expect(given(run(both, "later.ts"))).toEqual([undefined]);
    expect(given(run(both, "reads.ts"))).toEqual(["/a"]);
  });
});

describe("a call of another file's function", () => {
  const steps = Array.from({ length: 60 }, (_, index) => `parts.push("s${index}");`).join("\n");
  const files: Files = {
    "api.ts": `export function update(id: string) { const parts = []; ${steps} send("/items/" + id); return parts; }`,
    "one.ts": `import { update } from "./api"; export function one(id: string) { update(id); }`,
    "two.ts": `import { update } from "./api"; export function two(id: string) { update(id); }`,
  };

  it("stands where the file calls it", () => {
    const both = project(files);
    run(both, "one.ts");
    const second = run(both, "two.ts");
    expect(second.sent).toHaveLength(1);
    const [request] = second.sent;
    const text = both.trees.get("two.ts")?.text ?? "";
    expect(request && text.slice(request.range.start, request.range.end)).toBe("update(id)");
  });

  it("has the same late writes whatever was run before", () => {
    const changed: Files = {
      "state.ts": `export const state = { path: "/a" };`,
      "api.ts": `import { state } from "./state"; export function change() { const parts = []; ${steps} state.path = "/b"; }`,
      "one.ts": `import { change } from "./api"; export function one() { change(); send("/one"); }`,
      "two.ts": `import { change } from "./api"; import { state } from "./state";
        export function go() { send(state.path); } export function two() { change(); send("/two"); }`,
    };
    const both = project(changed);
    run(both, "one.ts");
    expect(given(run(both, "two.ts"))).toEqual([undefined, "/two"]);
    expect(given(run(project(changed), "two.ts"))).toEqual([undefined, "/two"]);
  });

  it("uses one stand-in for the instances of a class", () => {
    const both = project({
      "service.ts": `export class Service { constructor() { const parts = []; ${steps} } update(id: string) { send("/items/" + id); } }`,
      "one.ts": `import { Service } from "./service"; export function one(service: Service) { service.update("1"); }`,
      "two.ts": `import { Service } from "./service"; export function two(service: Service) { service.update("2"); }`,
    });
    const [first, second] = [run(both, "one.ts"), run(both, "two.ts")];
    expect([given(first), given(second)]).toEqual([["/items/1"], ["/items/2"]]);
    expect(second.nodes).toBeLessThan(first.nodes - 100);
  });

  it.each([
    ["the module", `export const state = { path: "/a" };`, "./api"],
    ["a module that it asks for first", `import { state } from "./state";`, "./state"],
  ])("is run again where %s holds something else", (_, declaration, from) => {
    const both = project({
      "state.ts": `export const state = { path: "/a" };`,
      "api.ts": `${declaration} export function update() { const parts = []; ${steps} send(state.path); }`,
      "one.ts": `import { update } from "./api"; export function one() { update(); }`,
      "two.ts": `import { update } from "./api"; import { state } from "${from}"; state.path = "/b"; export function two() { update(); }`,
    });
    expect(given(run(both, "one.ts"))).toEqual(["/a"]);
    expect(given(run(both, "two.ts"))).toEqual(["/b"]);
    expect(given(run(both, "one.ts"))).toEqual(["/a"]);
  });
});

describe("a client of a library", () => {
  const files: Files = {
    "client.ts": `import axios from "axios"; export const client = axios.create({ baseURL: "https://api.example.com" });`,
    "hooks.ts": `import { client } from "./client";
      client.interceptors.request.use((config) => { config.headers["X-Hooked"] = "yes"; return config; });
      export function go() { return client.get("/hooked"); }`,
    "plain.ts": `import { client } from "./client"; export function go() { return client.get("/plain"); }`,
  };
  const hasUnseen = ({ sent }: Evaluation): readonly boolean[] =>
    sent.map(({ draft }) => (draft as ClientDraft).defaults.unseenHeaders);

  it("has the hooks that a call inside of a summarised one sets", () => {
    const steps = Array.from({ length: 30 }, (_, index) => `parts.push("s${index}");`).join("\n");
    const both = project(
      {
        "client.ts": files["client.ts"] ?? "",
        "api.ts": `import { client } from "./client";
          export function hook() { const parts = []; ${steps} client.interceptors.request.use((config) => { config.headers["X-Hooked"] = "yes"; return config; }); }
          export function both() { const parts = []; ${steps} hook(); }`,
        "one.ts": `import { both, hook } from "./api"; export function one() { hook(); both(); }`,
        "two.ts": `import { both } from "./api"; import { client } from "./client";
          export function two() { both(); client.get("/two"); }`,
      },
      (sources) => createLibrary(ts, noFacts, sources),
    );
    run(both, "one.ts");
    const { sent } = run(both, "two.ts");
    expect(sent.map(({ draft }) => getHeader(draft as Request, "X-Hooked").presence)).toEqual(["maybe"]);
  });

  it("has the hooks of one file in that file alone", () => {
    const both = project(files, (sources) => createLibrary(ts, noFacts, sources));
    const before = hasUnseen(run(both, "plain.ts"));
    const hooked = run(both, "hooks.ts");
    expect(hasUnseen(hooked)).toContain(true);
    expect(hooked.sent.some(({ draft }) => getHeader(draft as Request, "X-Hooked").presence !== "absent")).toBe(true);
    expect(before).not.toContain(true);
    expect(hasUnseen(run(both, "plain.ts"))).toEqual(before);
  });
});

describe("a summary of another file", () => {
  const steps = (count: number): string => Array.from({ length: count }, () => "n = [n, 1].length;").join(" ");
  const files = (before: number): Files => ({
    "load.ts": `export const load = (id) => { let n = id; ${steps(60)} return { path: last(n) }; };
      const last = (n) => { const own = n; return "/last"; };`,
    "first.ts": `import { load } from "./load"; export function first(id) { send(load(id).path); }`,
    "second.ts": `import { load } from "./load"; const prepare = (n) => { ${steps(before)} return n; };
      export function second(id) { prepare(id); send(load(id).path); }`,
  });

  it.each([0, 100, 150])("makes no difference to what the bounds allow, after %i steps", (before) => {
    const [both, alone] = [project(files(before)), project(files(before))];
    run(both, "first.ts");
    expect(given(run(both, "second.ts"))).toEqual(given(run(alone, "second.ts")));
  });
});
