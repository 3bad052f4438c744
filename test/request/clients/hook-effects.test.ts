import ts from "typescript";
import { describe, expect, test } from "vitest";
import { analyseCode } from "../../../src/analysis/code";
import { builtinContract } from "../../../src/contract/builtin";
import { noFacts } from "../../../src/contract/configuration/configuration";
import { changedBySource } from "../../../src/request/drafts/hooks/hooks";
import { allParts, hookStyle, optionsHook } from "../../../src/request/drafts/hooks/parts";

const around = hookStyle({ arguments: ["object", "next"] });

/** @returns the parts of a request that a hook may change, in order. */
function partsOf(hook: string, style = optionsHook): string {
  const file = ts.createSourceFile("a.js", `(${hook})`, ts.ScriptTarget.Latest, true);
  const [statement] = file.statements;
  const expression = statement && ts.isExpressionStatement(statement) && statement.expression;
  const code = expression && ts.isParenthesizedExpression(expression) && expression.expression;
  if (!code || !(ts.isArrowFunction(code) || ts.isFunctionExpression(code))) throw new Error("no function");
  const parts = new Set(changedBySource(ts, code, style));
  if (allParts.every((part) => parts.has(part))) return "all";
  return [...parts].sort().join(" ");
}

describe("a hook may change what it", () => {
  test.each([
    ["assigns on a branch", "(c) => { if (x) c.url = '/b'; return c; }", "url"],
    ["empties", "(c) => { c.data = undefined; return c; }", "body"],
    ["empties on a branch", "(c) => { if (c.data) c.data = undefined; return c; }", "body"],
    ["assigns in a block that throws", "(c) => { try { c.url = a(); throw x; } catch {} return c; }", "url"],
    ["assigns through a variable", "(c) => { const { a: { b } } = c.data; b.x = 1; return c; }", "body"],
    ["assigns through a list", "(c) => { const [d] = [...c.data.items]; d.x = 1; return c; }", "body"],
    ["assigns through members", "(c) => { Object.values(c.data)[0].x = 1; return c; }", "body"],
    [
      "assigns through entries",
      "(c) => { Object.entries(c.data).forEach(([k, v]) => { v.id = k; }); return c; }",
      "body",
    ],
    ["assigns to groups", "(c) => { Object.groupBy(c.data.items, (i) => i.key).a[0].x = 1; return c; }", "body"],
    ["assigns in a conversion", "(c) => { Array.from(c.data.items, (i) => { i.x = 1; }); return c; }", "body"],
    [
      "assigns in a comparison",
      "(c) => { c.data.items.toSorted((a, b) => { b.x = 1; return 0; }); return c; }",
      "body",
    ],
    ["defines", "(c) => { Object.defineProperty(c.data, 'x', { value: 1 }); return c; }", "body"],
    ["assigns in a function of its own", "(c) => { const set = () => { c.data = 1; }; set(); return c; }", "body"],
    ["assigns when it is called back", "(c) => { store.get((t) => { c.data.token = t; }); return c; }", "body"],
    [
      "assigns in a getter that it gives away",
      "(c) => { use({ get x() { return (c.data = 1); } }); return c; }",
      "body",
    ],
    ["assigns before a promise is kept", "(c) => get().then((t) => ({ ...c, data: { ...c.data, t } }))", "body"],
    ["assigns by a name that is put together", "(c) => { c['da' + 'ta'] = 1; return c; }", "body"],
    ["takes out", "(c) => { const { data, ...rest } = c; return rest; }", "body"],
    ["sorts", "(c) => { c.data.list.sort(); return c; }", "body"],
    ["copies, but for what the copy holds", "(c) => { const d = { ...c.data }; d.inner.x = 1; return c; }", "body"],
    ["deletes on a branch", "(c) => { if (x) { delete c.headers['X-A']; } return c; }", "headers:x-a"],
    [
      "deletes beside an assignment",
      "(c) => { if (x) delete c.headers.A; c.headers.B = 1; return c; }",
      "headers:a headers:b",
    ],
    [
      "writes by methods in a row",
      "(c) => { c.headers.set('A', 1).setContentType('b'); return c; }",
      "headers:a headers:content-type",
    ],
    ["writes by a name that is not known", "(c) => { c.headers.set(name, 1); return c; }", "headers headers:*"],
    [
      "writes to a new list of header fields",
      "(c) => { const h = new Headers(c.headers); h.set('A', 1); c.headers = h; return c; }",
      "headers:a",
    ],
    ["spreads over header fields", "(c) => { c.headers = { ...c.headers, ...more }; return c; }", "headers headers:*"],
    ["writes below header fields", "(c) => { c.headers.common.A = 1; return c; }", "headers headers:*"],
    ["spreads over all options", "(c) => ({ ...c, ...more })", "all"],
    ["assigns by a name that is not known", "(c) => { c[key] = 1; return c; }", "all"],
    ["gives to something unknown", "(c) => { pending.push(c); return c; }", "all"],
    [
      "gives to a function of its own that keeps it",
      "(c) => { const later = (d) => wait(() => { d.data = 1; }); later(c); return c; }",
      "all",
    ],
    ["replaces", "(c) => store.options", "all"],
    ["keeps by reaching it with `arguments`", "function (c) { arguments[0].url = '/b'; return c; }", "all"],
  ])("%s", (_, hook, parts) => {
    expect(partsOf(hook)).toBe(parts);
  });
});

describe("a hook changes nothing that it", () => {
  test.each([
    ["reads", "(c) => { if (c.url?.startsWith('/a') || c.method === 'post') return c; return { ...c }; }"],
    ["writes to a log", "(c) => { logger.info({ c }); console.log(c); return c; }"],
    [
      "makes a key of",
      "(c) => { const key = [c.url, JSON.stringify(c.data)].join('&'); pending.set(key, 1); return c; }",
    ],
    ["copies a part of", "(c) => { const d = c.data.items.toSpliced(0, 1); d.x = 1; return c; }"],
    ["reads as text", "(c) => { use(c.url.toWellFormed(), c.data.name.trimLeft()); return c; }"],
    ["copies", "(c) => { const d = structuredClone(c.data); d.x = 1; return c; }"],
    ["tells the names of", "(c) => { use(Object.keys(c.data).sort()); return c; }"],
    ["assigns to itself", "(c) => { c.url = c.url; return c; }"],
    ["rejects", "(c) => (x ? Promise.reject(new Error('a')) : c)"],
    [
      "has in members of another name",
      "(c) => { c.metadata = { start: Date.now() }; return Object.assign(c, { timeout: 1 }); }",
    ],
  ])("%s", (_, hook) => {
    expect(partsOf(hook)).toBe("");
  });
});

describe("a hook that goes on by a function", () => {
  test.each([
    ["sends what it gives that", "(o, next) => next({ ...o, json: { ...o.json, a: 1 } })", "body"],
    ["sends what it gives that later", "(o, next) => retry(() => next(o))", ""],
    ["sends what it has changed", "async (o, next) => { o.headers.a = 1; return await next(o); }", "headers:a"],
    ["may give that to others, with the options", "(o, next) => limit(next, o)", "all"],
  ])("%s", (_, hook, parts) => {
    expect(partsOf(hook, around)).toBe(parts);
  });
});

test("a hook of which a bound cuts a part off may change everything", () => {
  const nest = (size: number): string => `(c) => { ${"{".repeat(size)} c.data = 1; ${"}".repeat(size)} return c; }`;
  expect([partsOf(nest(2)), partsOf(nest(500))]).toEqual(["body", "all"]);
});

test("a hook runs once, however many requests it is set for", () => {
  const runsFor = (size: number): number => {
    let runs = 0;
    const counting = {
      ...ts,
      getCombinedModifierFlags: (node: ts.Declaration): ts.ModifierFlags => {
        if (node.getText().startsWith("(o) =>")) runs += 1;
        return ts.getCombinedModifierFlags(node);
      },
    };
    const calls = Array.from({ length: size }, (_, index) => `api.put("/a${index}", { json: { x: 1 } });`);
    const text = `import ky from "ky";
      const api = ky.create({ hooks: { beforeRequest: [(o) => { o.headers.set("X-A", "1"); }] } });
      ${calls.join("\n")}`;
    const sourceFile = ts.createSourceFile("a.js", text, ts.ScriptTarget.Latest, true);
    const { requests } = analyseCode({ ts: counting, sourceFile, contract: builtinContract, facts: noFacts });
    expect(requests).toHaveLength(size);
    return runs;
  };
  expect(runsFor(50)).toBe(runsFor(1));
});
