import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { noFacts } from "../../src/contract/configuration";
import { evaluate, type Evaluation, programOf } from "../../src/evaluator/evaluate";
import type { Sent } from "../../src/evaluator/models/native";
import type { Sources } from "../../src/evaluator/modules/sources";
import { createLibrary } from "../../src/request/library";
import { asText } from "../../src/request/drafting/known";
import type { Request } from "../../src/request/request";
import { requestPrograms } from "../harness/arbitraries/request-programs";
import { statePrograms } from "../harness/arbitraries/state-programs";
import { parse } from "../harness/evaluating";
import { requestsOf } from "../harness/project-requests";
import { partOf, runsOf, seed } from "../harness/runs";

const programs = runsOf(150, 1 / 20);

type Files = Readonly<Record<string, string>>;

/** Evaluates the first file, with or without summaries. */
function run(files: Files, summarises: boolean): Evaluation {
  const parsed = new Map(Object.entries(files).map(([name, text]) => [name, parse(text, name)]));
  const sources: Sources = {
    find: (_, specifier) => [...parsed.keys()].find((name) => name.startsWith(specifier.replace("./", ""))),
    file: (name) => parsed.get(name),
  };
  const [sourceFile] = parsed.values();
  if (!sourceFile) throw new Error("a program has at least one file");
  return evaluate({
    sourceFile,
    program: programOf({ ts, library: createLibrary(ts, noFacts, sources), sources }),
    summarises,
  });
}

/** All that rules may see of the requests. Unknown values are numbered in the order in which they come. */
function shown({ sent, insideOf }: Evaluation): readonly unknown[] {
  const identities = new Map<number, number>();
  const show = (key: string, value: unknown): unknown => {
    if (key === "identity" && typeof value === "number") {
      if (!identities.has(value)) identities.set(value, identities.size);
      return identities.get(value);
    }
    if (typeof value !== "object" || value === null) return value;
    if ("getSourceFile" in value) return `node ${(value as ts.Node).pos}`;
    return key === "handle" && !("json" in value) ? undefined : value;
  };
  const shownOf = (each: Sent): unknown =>
    JSON.parse(JSON.stringify({ ...each, wrapper: undefined, innerWrappers: undefined }, show));
  return sent.flatMap((each) => {
    const inside = insideOf(each);
    return [shownOf(each), inside && shownOf(inside)];
  });
}

/** The same without where unknown values come from: what may be one may be anything. */
function known(evaluation: Evaluation): unknown {
  const knownOf = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(knownOf);
    if (typeof value !== "object" || value === null) return value;
    const parts = Object.entries(value).map(([key, part]) => [key, knownOf(part)] as const);
    const isUnknown = parts.some(
      ([key, part]) =>
        (key === "kind" && part === "unknown") ||
        (key === "options" && Array.isArray(part) && part.includes("unknown")),
    );
    return isUnknown ? "unknown" : Object.fromEntries(parts);
  };
  return knownOf(shown(evaluation));
}

function expectSame(files: Files): void {
  expect(shown(run(files, true))).toEqual(shown(run(files, false)));
}

describe("with and without summaries, the same is found", () => {
  const fixtures = ["rules", "clients", "programs"].flatMap((folder) => {
    const names = readdirSync(join("fixtures", folder), { recursive: true, encoding: "utf8" }).sort();
    return partOf(
      names.filter((name) => /\.[mc]?[jt]sx?$/u.test(name)),
      1 / 20,
    ).map((name) => join("fixtures", folder, name));
  });

  it(`in ${fixtures.length} fixtures`, () => {
    for (const file of fixtures) expectSame({ [file]: readFileSync(file, "utf8") });
  });

  it(`in ${programs} generated programs that are called in several ways`, () => {
    for (const { source } of fc.sample(requestPrograms, { numRuns: programs, seed })) {
      const calls = `
export const first = (base, flag, text, count) => main(base, flag, text, count);
export const second = async (base, flag, text, count) => { await main(base, flag, text, count); await main(base, flag, text, count); };
export const third = async (where) => { for (const each of where) await main(each, true, "x", 1); return main(where, true, "x", 1); };
`;
      expectSame({ "program.js": source + calls });
      expectSame({ "caller.js": `import { main } from "./program";${calls}`, "program.js": source });
    }
  });
});

it(`finds the same with and without summaries in ${3 * programs} generated programs of helpers that share objects`, () => {
  for (const { helpers, entries } of fc.sample(statePrograms, { numRuns: 3 * programs, seed })) {
    const imported = `import { help0, help1, help2, help3, store } from "./program";\n`;
    for (const files of [
      { "program.js": helpers + entries },
      { "caller.js": imported + entries, "program.js": helpers },
    ])
      expect(known(run(files, true)), JSON.stringify(files)).toEqual(known(run(files, false)));
  }
});

/** A helper that visits enough nodes for a summary to pay. */
const padding = "const a = [1, 2, 3].map((n) => n + 1).filter((n) => n > 1); const b = { a, c: a.length };";

it("runs a function once for all calls alike", () => {
  const callers = Array.from({ length: 20 }, (_, index) => `export const f${index} = (id) => send(id);`).join("\n");
  const text = `const send = (id) => { ${padding} ${padding} ${padding} void fetch("/items/" + id, { method: "DELETE" }); };\n${callers}`;
  const [once, always] = [run({ "a.js": text }, true), run({ "a.js": text }, false)];
  expect(once.work.nodes).toBeLessThan(always.work.nodes / 2);
  expect(shown(once)).toEqual(shown(always));
  expect(once.sent).toHaveLength(21);
});

it("runs a constructor once for all instances alike that one place makes", () => {
  const callers = Array.from({ length: 20 }, (_, index) => `export const f${index} = (id) => attempt(() => id, id);`);
  const text = `class Failure { constructor(id) { ${padding} ${padding} ${padding} this.id = id; } }
    const attempt = (task, id) => { task(); fetch("/failures", { method: "POST", body: JSON.stringify(new Failure(id)) }); };
    ${callers.join("\n")}`;
  const [once, always] = [run({ "a.js": text }, true), run({ "a.js": text }, false)];
  expect(once.work.nodes).toBeLessThan(always.work.nodes / 2);
  expect(shown(once)).toEqual(shown(always));
});

it("uses a summary of a call that has found out itself what a condition shows", () => {
  const log = `const debugs = process.env.DEBUG; const log = (text) => { ${padding} ${padding} if (debugs) { if (debugs) fetch(text); } };`;
  const callers = Array.from(
    { length: 20 },
    (_, at) => `export const f${at} = () => { log("/${at}"); log("/a"); log("/b"); log("/c"); };`,
  );
  const text = `${log}\n${callers.join("\n")}`;
  const [once, always] = [run({ "a.js": text }, true), run({ "a.js": text }, false)];
  expect(once.work.nodes).toBeLessThan(always.work.nodes / 2);
  expect(shown(once)).toEqual(shown(always));
});

it("uses a summary of a call where only members have changed that it does not look at, and changes no others", () => {
  const calls = Array.from(
    { length: 8 },
    (_, at) => `state.last = text + "${at}"; fetch(path(id)); fetch(state.last);`,
  );
  const text = `const state = { base: "/a", last: "", count: 0 };
    const path = (id) => { ${padding} ${padding} ${padding} state.count = 1; return state.base + "/x"; };
    export const f = (id, text) => { ${calls.join(" ")} };`;
  const [once, always] = [run({ "a.js": text }, true), run({ "a.js": text }, false)];
  expect(once.work.nodes).toBeLessThan(always.work.nodes / 2);
  expect(shown(once)).toEqual(shown(always));
});

it("uses a summary of a call that finds another value in a member which others assign at any time", () => {
  const calls = Array.from({ length: 8 }, () => `messages.show(id);`);
  const text = `class Messages { show(id) { ${padding} ${padding} ${padding} this.last = Date.now(); fetch("/shown/" + id); } }
    const messages = new Messages();
    export const f = (id) => { ${calls.join(" ")} };`;
  const [once, always] = [run({ "a.js": text }, true), run({ "a.js": text }, false)];
  expect(once.work.nodes).toBeLessThan(always.work.nodes / 2);
  expect(known(once)).toEqual(known(always));
});

it("uses a summary of a call whether or not other code may run meanwhile, unless that writes to what the call reads", () => {
  const text = (
    change: string,
  ): string => `const send = (item) => { ${padding} ${padding} ${padding} fetch("/items/" + item.id); };
    export const f = (id) => { const item = { id }; send(item); later(() => { ${change} }); send(item); };`;
  const nodes = (change: string): number => run({ "a.js": text(change) }, true).work.nodes;
  expect(nodes("item.other = 1;")).toBeLessThan(nodes("item.id = 1;") - 50);
  for (const change of ["item.other = 1;", "item.id = 1;"]) {
    const files = { "a.js": text(change) };
    expect(known(run(files, true))).toEqual(known(run(files, false)));
  }
});

it("runs what writes to a log once for all texts, and keeps what it is given", () => {
  const logger = `class Logger { debug(text, more) { ${padding} ${padding} console.log([text, more].join(" ")); } }
    const logger = new Logger();`;
  const logs = Array.from({ length: 20 }, (_, index) => `logger.debug("step ${index} of " + id, options);`).join("\n");
  const text = `${logger}
    export const update = (id) => { const options = { method: "DELETE" }; ${logs} fetch("/items/" + id, options); };`;
  const found = run({ "a.js": text }, true);
  expect(found.work.nodes).toBeLessThan(run({ "a.js": text.replaceAll("logger.", "other.") }, true).work.nodes + 400);
  expect(found.sent.map(({ draft }) => asText((draft as Request).method))).toEqual(["DELETE"]);
});

describe("each call has", () => {
  it.each([
    [
      "instances of its own",
      `class Place { constructor(id) { ${padding} this.path = "/a"; } }
       const make = (task, id) => { task(); return new Place(id); };
       export const f = (id) => { const one = make(() => 1, id); one.path = "/b"; const other = make(() => 1, id); fetch(one.path); fetch(other.path); };`,
      ["GET /b", "GET /a"],
    ],
    [
      "objects of its own",
      `const make = (id) => { ${padding} return { path: "/a" }; };
       export const f = (id) => { const one = make(id); one.path = "/b"; const other = make(id); fetch(one.path); fetch(other.path); };`,
      ["GET /b", "GET /a"],
    ],
    [
      "unknown values of its own",
      `const make = (id) => { ${padding} return random(id); };
       export const f = (id) => { const one = make(id); const other = make(id); if (one === other) return; fetch("/reached"); };`,
      ["GET /reached"],
    ],
    [
      "the state that it finds",
      `let base = "/a"; const path = (id) => { ${padding} return base + "/x"; };
       export const f = (id) => { base = "/a"; fetch(path(id)); base = "/b"; fetch(path(id)); };`,
      ["GET /a/x | /b/x", "GET /b/x | /a/x"],
    ],
    [
      "effects on what it is given",
      `const fill = (o) => { ${padding} o.method = "PUT"; };
       export const f = () => { const one = { method: "POST" }; const other = { method: "POST" }; fill(one); fill(other); fetch("/1", one); fetch("/2", other); };`,
      ["PUT /1", "PUT /2"],
    ],
    [
      "effects on the module",
      `let base = "/a"; const set = (id) => { ${padding} base = "/b"; };
       export const f = (id) => { set(id); fetch(base); base = "/c"; set(id); fetch(base); };`,
      ["GET /b | /c", "GET /b | /c"],
    ],
    [
      "what it shows of its arguments",
      `const need = (id) => { ${padding} if (!id) throw new Error(); };
       export const f = (x) => { need(x); fetch(x ? "/yes" : "/no"); };
       export const g = (y) => { need(y); fetch(y ? "/yes" : "/no"); };`,
      ["GET /yes", "GET /yes"],
    ],
  ])("%s", (_, text, expected) => {
    expect(requestsOf({ "a.js": text })).toEqual(expected);
  });
});
