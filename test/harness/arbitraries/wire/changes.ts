import { init, scalar, tagged, type SketchDrawer } from "./sketch";
import type { Draw } from "../draw";

const tell = (draw: Draw, of: string): string =>
  draw.pick(
    `await fetch(\`\${base}${tagged(draw)}\`, { method: "PUT", body: JSON.stringify(${of}) });`,
    `await fetch(\`\${base}${tagged(draw, "")}/\${${of}.a}\`, { headers: { "x-k": String(${of}.b) } });`,
    `await fetch(\`\${base}${tagged(draw, "")}/\${${of}.inner?.c}\`, { method: ${of}.a === "k" ? "PUT" : "POST" });`,
  );

const change = (draw: Draw, of: string): string => {
  const inner = draw.fresh("inner");
  return draw.pick(
    `${of}.a = ${scalar(draw)};`,
    `${of}.b = ${scalar(draw)};`,
    `if (flag) ${of}.a = ${scalar(draw)};`,
    `Object.assign(${of}, { b: ${scalar(draw)} });`,
    `${of}.inner.c = ${scalar(draw)};`,
    `${of}.inner = { c: ${scalar(draw)} };`,
    `const { inner: ${inner} } = ${of}; ${inner}.c = ${scalar(draw)};`,
    "",
  );
};

const stateOf = (draw: Draw): string =>
  `const state: any = { a: ${draw.pick('"first"', scalar(draw))}, b: "b", inner: { c: "i" } };`;

/** Setters and observers, which may change the object assigned to them. */
export const observers: SketchDrawer = (draw) => {
  const made = draw.pick(
    "class Store { subs: any[] = []; #v: any; get value() { return this.#v; } set value(v) { this.#v = v; for (const f of this.subs) f(v); } }",
    "class Store { subs: any[] = []; held: any; get value() { return this.held; } set value(v) { this.held = v; this.subs.forEach((f) => f(v)); } }",
    "class Store { subs: any[] = []; held: any; get value() { return this.held; } set value(v) { this.tell(v); this.held = v; } tell(v: any) { this.subs.map((f) => f(v)); } }",
    "class Store { subs: any[] = []; held: any; get value() { return this.held; } set value(v) { this.held = { ...v }; this.subs.forEach((f) => f(this.held)); } }",
    `class Store { subs: any[] = []; constructor() { let held: any; Object.defineProperty(this, "value", { get: () => held, set: (v) => { held = v; this.subs.forEach((f) => f(v)); } }); } }`,
    `class Store { subs: any[] = []; value: any; constructor() { return new Proxy(this, { set: (t: any, k, v) => { t[k] = v; if (k === "value") t.subs.forEach((f: any) => f(v)); return true; } }); } }`,
    "class Store { subs: any[] = []; value: any; }",
  );
  const subscribed = draw.some(
    2,
    () => `store.subs.push((x: any) => { ${draw.pick(change(draw, "x"), change(draw, "x"), change(draw, "state"))} });`,
  );
  const assigned = draw.pick(
    "store.value = state;",
    "Object.assign(store, { value: state });",
    'store["value"] = state;',
    "({ value: store.value } = { value: state });",
  );
  return {
    outside: made,
    inside: `${stateOf(draw)} const store: any = new Store(); ${subscribed.join(" ")} ${change(draw, "state")} ${assigned} ${draw.pick("", tell(draw, "state"))} ${change(draw, "store.value")} ${tell(draw, draw.pick("state", "store.value"))}`,
  };
};

const compose: readonly ((layers: readonly string[]) => string)[] = [
  (layers) =>
    `const run = (ms: any[]) => (c: any) => { const go = (i: number): any => (ms[i] ? ms[i](c, () => go(i + 1)) : Promise.resolve()); return go(0); }; await run([${layers.join(", ")}])(state);`,
  (layers) =>
    `class App { all: any[] = []; use(f: any) { this.all.push(f); return this; } async run(c: any, i = 0): Promise<any> { const f = this.all[i]; if (f) await f(c, () => this.run(c, i + 1)); } } const app = new App(); ${layers.map((each) => `app.use(${each});`).join(" ")} await app.run(state);`,
  (layers) =>
    `await ([${layers.join(", ")}] as any[]).reduceRight((next, m) => () => m(state, next), async () => {})();`,
  (layers) =>
    `let next = async () => {}; for (const m of [${layers.join(", ")}].reverse() as any[]) { const after = next; next = async () => m(state, after); } await next();`,
];

/** Nested middleware: some layers await the inner ones, some do not, some do not call them. */
export const onion: SketchDrawer = (draw) => {
  const layer = (): string =>
    draw.pick(
      `async (c: any, next: any) => { ${change(draw, "c")} await next(); ${tell(draw, "c")} }`,
      `async (c: any, next: any) => { ${change(draw, "c")} next(); ${draw.pick("", "await null;", tell(draw, "c"))} ${change(draw, "c")} }`,
      `async (c: any, next: any) => { await pause(1); ${change(draw, "c")} await next(); }`,
      `(c: any, next: any) => { ${change(draw, "c")} return next(); }`,
      `(c: any, next: any) => next().then(() => { ${change(draw, "c")} })`,
      `async (c: any, next: any) => { const going = next(); ${change(draw, "c")} await going; ${change(draw, "c")} }`,
      `async (c: any, next: any) => { try { await next(); } finally { ${change(draw, "c")} } }`,
      `async (c: any) => { ${tell(draw, "c")} ${change(draw, "c")} }`,
    );
  return {
    outside: "const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));",
    inside: `${stateOf(draw)} ${draw.pick(...compose)(draw.some(3, layer))} ${tell(draw, "state")} await pause(20); ${tell(draw, "state")}`,
  };
};

/** Functions that change a shared object, and are stored and called later, directly or through others. */
export const keptFunctions: SketchDrawer = (draw) => {
  const kept = draw.pick(
    () => `const keep: any = { put: (o: any) => Object.assign(state, o) }; keep.put({ a: ${scalar(draw)} });`,
    () =>
      `const put = (o: any) => Object.assign(state, o); ${draw.pick("put", "[put][0]", "({ put }).put")}({ a: ${scalar(draw)} });`,
    () => `const set = (k: string) => (v: any) => { state[k] = v; }; const seta = set("a"); seta(${scalar(draw)});`,
    () =>
      `const all: any[] = []; all.push((o: any) => Object.assign(state, o)); ${draw.pick(`all.forEach((f) => f({ b: ${scalar(draw)} }));`, `for (const f of all) f({ b: ${scalar(draw)} });`, `all[0]({ a: ${scalar(draw)} });`)}`,
    () =>
      `const steps = [(o: any) => { ${change(draw, "o")} }, (o: any) => { ${change(draw, "o")} }]; ${draw.pick("steps.forEach((f) => f(state));", "for (const f of steps) f(state);", "steps.reduce((o, f) => (f(o), o), state);", "steps[1](state); steps[0](state);", "steps.reverse().map((f) => f(state));")}`,
    () =>
      `const box = { held: state }; const alter = () => { ${change(draw, "box.held")} }; ${tell(draw, "state")} alter();`,
    () =>
      `let held = state; const alter = (by: any) => { ${change(draw, "held")} by(); }; alter(() => { ${change(draw, "state")} });`,
    () =>
      `const { proxy, revoke } = Proxy.revocable(state, { ${draw.pick("", 'set: (t: any, k, v) => { t[k] = v + "!"; return true; }', "get: (t: any, k) => t[k]", 'get: (t: any, k) => (k === "a" ? "trapped" : t[k])')} }); proxy.${draw.pick("a", "b")} = ${scalar(draw)}; ${tell(draw, "proxy")} revoke();`,
    () =>
      `const proxy = new Proxy(state, { ${draw.pick("set: () => true", "set: (t: any, k, v) => Reflect.set(t, k, v)", "deleteProperty: () => true", 'get: (t: any, k) => (k === "a" ? "trapped" : t[k])', "has: () => false")} }); ${change(draw, "proxy")} ${draw.pick("", "delete (proxy as any).b;")} ${tell(draw, "proxy")}`,
    () =>
      `const m = new Map<string, any>([["s", state]]); const alter = () => { ${change(draw, 'm.get("s")')} }; alter();`,
    () =>
      `const later: any[] = []; const on = (f: any) => { later.push(f); }; on(() => { ${change(draw, "state")} }); on(() => { ${change(draw, "state")} }); later.forEach((f) => f());`,
    () =>
      `class Held { constructor(public of: any) {} alter() { ${change(draw, "this.of")} return this; } } new Held(state).alter()${draw.pick("", ".alter()")};`,
    () => `const bound = function (this: any) { ${change(draw, "this")} }.bind(state); bound();`,
    () =>
      `const copy = ${draw.pick("{ ...state }", "structuredClone(state)", "Object.create(state)", "state", "JSON.parse(JSON.stringify(state))")}; ${change(draw, "copy")} ${tell(draw, "copy")}`,
  );
  const shared = draw.chance(0.5);
  return {
    imports: draw.chance(0.3) ? ['import * as handing from "handing";'] : [],
    outside: shared ? `const flag = true, text = "t", count = 1; ${stateOf(draw)}` : "",
    inside: `${shared ? "" : stateOf(draw)} ${draw.some(2, () => `{ ${kept()} }`).join(" ")} ${tell(draw, "state")} await fetch(\`\${base}${tagged(draw)}\`, ${init(draw)});`,
  };
};
