import { expect, test } from "vitest";
import { evaluateText } from "../../harness/evaluating";
import { requestsOf } from "../../harness/project-requests";
import { ignoringRejections, runProgram, type Inputs } from "../../harness/running";
import { contradictionsIn } from "../claims";

const inputs: Inputs = { b0: true, b1: false, b2: false, b3: true, n0: 2, s0: "x" };

const api = `class Api { constructor(b) { this.base = b; } move(b) { this.base = b; } } let made; function api() { made ??= new Api("x"); return made; }`;

/** What is claimed of an instance that functions share is held against what arrives. The names are those of `drawProgram`. */
const programs: Readonly<Record<string, string>> = {
  "an instance, made when it is first needed": `${api} function go(v) { send(1, { base: api().base, v }); } later(() => go("a")); await tick(); later(() => go("b")); await tick();`,
  "one whose field another function sets": `${api} function go() { send(1, { base: api().base }); } function move() { api().base = "moved"; } later(go); await tick(); later(move); await tick(); later(go); await tick();`,
  "one whose field a method sets": `${api} function go() { send(1, { base: api().base }); } later(go); later(() => api().move("moved")); later(go); await tick();`,
  "one whose field its own run sets": `${api} function go() { const a = api(); a.base = "first"; send(1, { base: api().base }); } function look() { send(2, { base: api().base }); } later(look); later(go); later(look); await tick();`,
  "one whose field is set right after": `${api} function init() { made = new Api("x"); made.base = "moved"; } function look() { send(1, { base: made?.base }); } later(look); later(init); later(look); await tick();`,
  "one that a variable names first": `${api} function init() { const a = new Api("x"); made = a; a.base = "moved"; } function look() { send(1, { base: made?.base }); } later(look); later(init); later(look); await tick();`,
  "one that an assignment gives": `${api} function init() { const a = (made ??= new Api("x")); a.base = "moved"; } function look() { send(1, { base: made?.base }); } later(look); later(init); later(look); await tick();`,
  "one that is made by what changes": `let base = "first"; class Api { constructor(b) { this.base = b; } } let made; function api() { made ??= new Api(base); return made; }
    function go() { send(1, { base: api().base }); } later(() => { base = "second"; }); later(go); await tick();`,
  "one that a constructor fills by what changes": `let base = "first"; class Api { constructor() { this.base = base; } } let made; function api() { made ??= new Api(); return made; }
    function go() { send(1, { base: api().base }); } later(() => { base = "second"; }); later(go); await tick();`,
  "one of two": `${api} function other() { made = new Api("other"); } function go() { send(1, { base: api().base }); } later(go); later(other); later(go); await tick();`,
  "one of two classes": `${api} class Other { base = "other"; } function other() { made = new Other(); } function go() { send(1, { base: api().base }); } later(go); later(other); later(go); await tick();`,
  "one that is forgotten": `${api} function go() { send(1, { base: api().base }); } function forget() { made = undefined; } function change() { api().base = "changed"; } later(change); later(go); later(forget); later(go); await tick();`,
  "one that unknown code gets": `${api} function give() { external(api()); } function go() { send(1, { b: api().b, base: api().base }); } later(go); later(give); later(go); await tick();`,
  "one that its constructor gives away": `class Api { constructor() { this.b = "x"; external(this); } } let made; function api() { made ??= new Api(); return made; } function go() { send(1, { b: api().b }); } later(go); later(go); await tick();`,
  "one in a field": `class Api { constructor(b) { this.base = b; } } class Service { get api() { this.made ??= new Api("x"); return this.made; } go() { send(1, { base: this.api.base }); } move() { this.api.base = "moved"; } }
    const s = new Service(); later(() => s.go()); later(() => s.move()); later(() => s.go()); await tick();`,
  "one in a field of several": `class Api { constructor(b) { this.base = b; } } class Service { get api() { this.made ??= new Api("x"); return this.made; } }
    const s = new Service(); const t = new Service(); later(() => { s.api.base = "moved"; }); later(() => send(1, { base: t.api.base })); await tick();`,
  "two of one run": `class Api { constructor(b) { this.base = b; } } let made; function fresh() { made = new Api("x"); return made; } function go() { const a = fresh(); const b = fresh(); a.base = "moved"; send(1, { a: a.base, b: b.base }); } later(go); await tick();`,
  "one that a static field holds": `class Api { static #one; static get() { Api.#one ??= new Api("x"); return Api.#one; } constructor(b) { this.base = b; } } function go() { send(1, { base: Api.get().base }); } function move() { Api.get().base = "moved"; } later(go); later(move); later(go); await tick();`,
  "one with an object inside": `class Api { headers = { a: "x" }; } let made; function api() { made ??= new Api(); return made; } function go() { send(1, { ...api().headers }); } function set() { api().headers.a = "set"; api().headers.b = "new"; } later(go); later(set); later(go); await tick();`,
  "one with an array inside": `class Api { all = ["x"]; } let made; function api() { made ??= new Api(); return made; } function go() { send(1, { all: api().all }); } function add() { api().all.push("y"); } later(go); later(add); later(go); await tick();`,
  "one with an object inside that is replaced": `class Api { headers = { a: "x" }; set(h) { this.headers = h; } } let made; function api() { made ??= new Api(); return made; } function go() { send(1, { ...api().headers }); } later(go); later(() => api().set({ a: "other" })); later(go); await tick();`,
  "one in an object under keys that are not known": `class Api { constructor(b) { this.base = b; } } const cache = {}; function api() { cache.api ??= new Api("x"); return cache.api; } function put(k) { cache[k] = { base: "other" }; }
    function go() { send(1, { base: api().base }); } later(go); later(() => put("api")); later(go); await tick();`,
  "one in an object under keys that are not known, changed there": `class Api { constructor(b) { this.base = b; } } const cache = {}; let kept; function api() { kept = cache.api ??= new Api("x"); return cache.api; } function put(k) { cache[k].base = "other"; }
    function go() { send(1, { base: kept?.base }); } later(api); later(go); later(() => put("api")); later(go); await tick();`,
  "one that is handed on": `${api} let other; function share() { other = api(); } function move() { other.base = "moved"; } function go() { send(1, { base: api().base }); } later(go); later(share); later(move); later(go); await tick();`,
  "one that an array holds": `${api} const all = []; function share() { all.push(api()); } function move() { all[0].base = "moved"; } function go() { send(1, { base: api().base }); } later(go); later(share); later(move); later(go); await tick();`,
  "one in a loop": `class Api { constructor(b) { this.base = b; } } let made; const all = []; function fill() { for (const b of ["x", "y"]) { made = new Api("z"); made.base = b; all.push(made); } send(1, { first: all[0].base, last: made.base }); } later(fill); await tick();`,
  "an object of functions, made when it is first needed": `const create = (base) => ({ base, get: (p) => base + p, move(b) { base = b; } }); let made; function api() { made ??= create("x"); return made; }
    function go() { send(1, { v: api().get("y"), base: api().base }); } function move() { api().move("moved"); api().base = "other"; } later(go); later(move); later(go); await tick();`,
  "one that is made with what a caller gives": `class Api { constructor(b) { this.base = b; } get(p) { return this.base + p; } } let made; function api(b) { made ??= new Api(b); return made; } function go(b) { send(1, { v: api(b).get("y"), base: api(b).base }); }
    later(() => go("first")); later(() => go("second")); await tick();`,
  "one of an object of functions and an instance": `class Api { get() { return "class"; } } let made; function one() { made = { get: () => "object" }; } function other() { made = new Api(); } function go() { if (made) send(1, { v: made.get() }); } later(one); later(go); later(other); later(go); await tick();`,
};

test.each(Object.entries(programs))("what is claimed of %s arrives", async (_, source) => {
  const arrivals = await ignoringRejections(() => runProgram(source, inputs));
  expect(arrivals.length).toBeGreaterThan(0);
  for (const text of [`${source}\nexport {};`, `async function main() {\n${source}\n}`])
    expect(contradictionsIn(evaluateText(text, "main.mjs").sent, arrivals)).toEqual([]);
});

const patch =
  'patch(p: string, b: unknown) { return fetch(this.base + p, { method: "PATCH", body: JSON.stringify(b) }); }';
const declared = `export class Api { constructor(private base: string) {} ${patch} }`;

test.each([
  ["??=", "let made: Api | undefined; const client = () => (made ??= new Api('/api'));"],
  ["||=", "let made: Api | null = null; function client() { made ||= new Api('/api'); return made; }"],
  ["a condition", "let made: Api | undefined; function client() { if (!made) made = new Api('/api'); return made; }"],
  [
    "a comparison",
    "let made: Api | null = null; function client() { if (made === null) { made = new Api('/api'); } return made; }",
  ],
  [
    "an early return",
    "let made: Api | undefined; function client() { if (made) return made; made = new Api('/api'); return made; }",
  ],
  ["??", "let made: Api | undefined; const client = () => made ?? (made = new Api('/api'));"],
  [
    "a field",
    "class Holder { private made?: Api; get() { this.made ??= new Api('/api'); return this.made; } }\nconst client = () => new Holder().get();",
  ],
  [
    "a field of a shared object",
    "class Holder { made: Api | null = null; get() { if (!this.made) this.made = new Api('/api'); return this.made; } }\nconst holder = new Holder(); const client = () => holder.get();",
  ],
  [
    "a static field",
    "class Holder { static #made?: Api; static get() { return (Holder.#made ??= new Api('/api')); } }\nconst client = () => Holder.get();",
  ],
  [
    "a function that makes it",
    "const create = () => new Api('/api'); let made: Api | undefined; const client = () => (made ??= create());",
  ],
])("an instance that is made by %s, when it is first needed, is known", (_, code) => {
  const go = 'export function go() { return client().patch("/x", { a: 1 }); }';
  const alone = requestsOf({ "a.ts": `${declared}\n${code}\n${go}` });
  expect(alone.join()).toContain("PATCH /api/x");
  const elsewhere = requestsOf({
    "a.ts": `import { client } from "./b";\n${go}`,
    "b.ts": `${declared}\n${code}\nexport { client };`,
  });
  expect(elsewhere.join()).toContain("PATCH /api/x");
  const imported = requestsOf({ "a.ts": `import { Api } from "./b";\n${code}\n${go}`, "b.ts": declared });
  expect(imported.join()).toContain("PATCH /api/x");
});

test.each([
  ["an argument", "let made: any; function client(base = '/api') { made ??= new Api(base); return made; }"],
  [
    "a field",
    "class Holder { made: any = null; constructor(private url: string) {} get() { if (!this.made) this.made = new Api(this.url); return this.made; } }\nconst client = () => new Holder('/api').get();",
  ],
  ["what it waits for", "let made: any; async function client() { made ??= new Api(await somewhere()); return made; }"],
])("a request through an instance that is made with %s is seen", (_, code) => {
  const go = 'export async function go() { return (await client()).patch("/x", { a: 1 }); }';
  expect(requestsOf({ "a.ts": `${declared}\n${code}\n${go}` }).length).toBeGreaterThan(1);
});
