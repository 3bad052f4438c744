import fc from "fast-check";

/**
 * Programs in which several functions share one object, each the body of an async function as from `drawProgram`:
 * middleware, callbacks, observers, reducers, proxies. Each function changes the object, and reports its content by
 * `send(tag, value)`.
 */

const key = fc.constantFrom("a", "b", "c");
const value = fc.constantFrom('"x"', '"y"', "1", "s0", "n0", 'b0 ? "t" : "f"');

/** A statement that changes the named object, or nothing. */
const effect = (name: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(""),
    fc.tuple(key, value).map(([k, v]) => `${name}.${k} = ${v};`),
    fc.tuple(key, value).map(([k, v]) => `if (b1) ${name}.${k} = ${v};`),
    fc.tuple(key, value).map(([k, v]) => `Object.assign(${name}, { ${k}: ${v} });`),
    fc.tuple(key, value).map(([k, v]) => `${name}.inner.${k} = ${v};`),
    fc.tuple(key, value).map(([k, v]) => `${name}.inner = { ${k}: ${v} };`),
    fc.tuple(key, value).map(([k, v]) => `const held = ${name}.inner; held.${k} = ${v};`),
    value.map((v) => `${name}.list.push(${v});`),
  );

/** A statement that reports the content of an object. `TAG` becomes a unique number. */
const report = (name: string): fc.Arbitrary<string> =>
  fc.oneof(
    key.map((k) => `send(TAG, ${name}.${k});`),
    key.map((k) => `send(TAG, ${name}.inner.${k});`),
    fc.constantFrom(`send(TAG, ${name}.list.join("-"));`, `send(TAG, ${name});`, `send(TAG, { ...${name}.inner });`),
  );

const block = (...statements: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...statements).map((each) => each.map((one) => `{ ${one} }`).join(" "));

const asynchronous = block(
  effect("c"),
  report("c"),
  fc.constant("await next();"),
  report("c"),
  effect("c"),
  report("c"),
);
const layer = fc.oneof(
  asynchronous.map((body) => `async (c, next) => ${bodyOf(body)}`),
  block(effect("c"), report("c"), fc.constant("return next();")).map((body) => `(c, next) => ${bodyOf(body)}`),
  block(effect("c"), report("c")).map((body) => `async (c) => { await tick(); ${body} }`),
);
const layers = fc.array(layer, { minLength: 1, maxLength: 3 });

/** Blocks of a layer as one body. */
function bodyOf(blocks: string): string {
  return `{ ${blocks} }`;
}

const chains: readonly ((all: readonly string[]) => string)[] = [
  (all) =>
    `const compose = (ms) => (c) => { const run = (i) => (ms[i] ? ms[i](c, () => run(i + 1)) : Promise.resolve()); return run(0); };
await compose([${all.join(", ")}])(state);`,
  (all) =>
    `class App { #all = []; use(f) { this.#all.push(f); return this; } run(c) { const go = (i) => this.#all[i]?.(c, () => go(i + 1)); return go(0); } }
await new App()${all.map((each) => `.use(${each})`).join("")}.run(state);`,
  (all) => `await [${all.join(", ")}].reduceRight((next, m) => () => m(state, next), async () => {})();`,
  (all) => `for (const m of [${all.join(", ")}]) await m(state, () => { state.a = "next"; });`,
];

const middleware = fc.tuple(fc.constantFrom(...chains), layers).map(([chain, all]) => chain(all));

const calledBack = fc
  .tuple(block(effect("c"), report("c")), report("c"), effect("state"), fc.constantFrom("", "async "))
  .map(
    ([before, after, change, kind]) =>
      `async function around(c, f) { ${before} await f(); ${after} } await around(state, ${kind}() => { ${change} });`,
  );

/** The order in which several observers change one object is unknown, so each has its own member. */
const ownEffect = fc.oneof(
  value.map((v) => `state.a = ${v};`),
  value.map((v) => `state.list.push(${v});`),
  value.map((v) => `state.inner.b = ${v};`),
);

const observed = fc.tuple(ownEffect, value, report("state")).map(
  ([
    change,
    v,
    told,
  ]) => `class Store { #v = null; subs = []; get value() { return this.#v; } set value(x) { this.#v = x; this.subs.forEach((f) => f(x)); } }
const store = new Store(); store.subs.push((x) => { state.c = x; }); store.subs.push(() => { ${change} }); store.value = ${v}; send(TAG, store.value); ${told}
const model = { get v() { return state.b; }, set v(x) { state.b = x; } }; model.v = ${v}; send(TAG, state.b);`,
);

const action = fc
  .tuple(fc.constantFrom("set", "change", "none"), value)
  .map(([type, v]) => `{ type: "${type}", v: ${v} }`);
const reduced = fc.tuple(fc.array(action, { minLength: 1, maxLength: 3 }), fc.boolean()).map(([actions, byList]) => {
  const run = byList
    ? `const now = [${actions.join(", ")}].reduce(step, { ...state });`
    : `let now = { ...state }; const dispatch = (a) => { now = step(now, a); }; ${actions.map((each) => `dispatch(${each});`).join(" ")}`;
  return `const step = (s, a) => { switch (a.type) { case "set": return { ...s, a: a.v }; case "change": s.b = a.v; return s; default: return s; } };
${run} send(TAG, now.a); send(TAG, now.b);`;
});

const trapped = fc
  .tuple(
    key,
    value,
    fc.constantFrom(
      'set(t, k, v) { t[k] = v + "!"; return true; }',
      "set: () => true",
      "get: (t, k) => t[k] ?? 'none'",
    ),
    fc.boolean(),
  )
  .map(([k, v, trap, removes]) => {
    const change = removes ? `delete p.${k};` : `p.${k} = ${v};`;
    return `const p = new Proxy(state, { ${removes ? "deleteProperty: () => true" : trap} }); ${change} send(TAG, p.${k}); send(TAG, state.${k});`;
  });

/** Programs with one to three of these, in sequence. */
export const sharedObjectPrograms: fc.Arbitrary<string> = fc
  .array(fc.oneof(middleware, middleware, calledBack, observed, reduced, trapped), { minLength: 1, maxLength: 3 })
  .map((parts) => {
    let tag = 0;
    const state = `const state = { a: "1", b: "2", list: ["l"], inner: { a: "i" } };`;
    const source = [state, ...parts.map((each) => `{ ${each} }`), "send(TAG, state.a); send(TAG, state.inner);"].join(
      "\n",
    );
    return source.replaceAll("TAG", () => String((tag += 1)));
  });
