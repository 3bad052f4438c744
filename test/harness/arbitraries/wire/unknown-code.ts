import { init, record, scalar, tagged, type SketchDrawer } from "./sketch";
import type { Draw } from "../draw";

/** Arguments for unknown code: the client as a value, or a function that calls it. */
const handedClients: readonly ((draw: Draw) => readonly [client: string, given: string, tidy?: string])[] = [
  (draw) => ["fetch", `\`\${base}${tagged(draw)}\`, ${init(draw)}`],
  (draw) => ["fetch", `\`\${base}${tagged(draw)}\``],
  (draw) => ["globalThis.fetch", `\`\${base}${tagged(draw)}\`, ${init(draw)}`],
  (draw) => ["axios.post", `\`\${base}${tagged(draw)}\`, ${record(draw)}`],
  (draw) => ["axios.delete", `\`\${base}${tagged(draw)}\`, { params: { q: ${scalar(draw)} } }`],
  (draw) => ["api.put", `\`${tagged(draw)}\`, ${record(draw)}`],
  (draw) => ["ky.put", `\`\${base}${tagged(draw)}\`, { json: ${record(draw)} }`],
  (draw) => ["own", `\`${tagged(draw)}\`, ${record(draw)}`],
  (draw) => ['(u) => fetch(u, { method: "PUT" })', `\`\${base}${tagged(draw)}\``],
];

const ways: readonly ((client: string, given: string) => string)[] = [
  (client, given) => `await handing.call(${client}, ${given});`,
  (client, given) => `await handing.wrap(${client})(${given});`,
  (client, given) => `const wrapped = handing.wrap(${client}); await wrapped(${given});`,
  (client, given) => `await handing.altered(${client})(${given});`,
  (client, given) => `await handing.prefixed(${client}, ${given});`,
  (client, given) => `await new handing.Runner().run(${client}, ${given});`,
  (client, given) => `await handing.options({ send: ${client}, given: [${given}] });`,
  (client, given) => `await limiter.schedule(${client}, ${given});`,
  (client, given) => `await limiter.schedule(() => (${client})(${given}));`,
  (client, given) => `await limiter.wrap(${client})(${given});`,
  (client, given) => `await limit(${client}, ${given});`,
  (client, given) => `await Reflect.apply(${client}, undefined, [${given}]);`,
  (client, given) => `await (${client}).call(undefined, ${given});`,
  (client, given) => `await (${client}).apply(undefined, [${given}]);`,
  (client, given) => `await (${client}).bind(undefined)(${given});`,
  (client, given) => `await Promise.resolve([${given}]).then((all) => (${client})(...all));`,
  (client, given) => `const run = async (f, ...all) => f(...all); await run(${client}, ${given});`,
  (client, given) => `const held = { f: ${client} }; await held.f(${given});`,
  (client, given) =>
    `const queue = []; queue.push([${client}, [${given}]]); for (const [f, all] of queue) await f(...all);`,
];

const losing = /handing\.(?:options|wrap\(\S+\);|altered)|(?:own|u\) => fetch)/u;

export const handedClient: SketchDrawer = (draw) => {
  const inside = draw
    .some(2, () => {
      const [client, given] = draw.pick(...handedClients)(draw);
      return `{ ${draw.pick(...ways)(client, given)} }`;
    })
    .join("\n");
  return {
    mayBeLost: losing.test(inside),
    imports: [
      'import axios from "axios";',
      'import ky from "ky";',
      'import Bottleneck from "bottleneck";',
      'import pLimit from "p-limit";',
      'import * as handing from "handing";',
    ],
    outside: `const limiter = new Bottleneck(); const limit = pLimit(2); const api = axios.create({ baseURL: base });
const own = (path, body) => fetch(base + path, { method: "PATCH", body: JSON.stringify(body) });`,
    inside,
  };
};

/** Checks that establish a fact, or only report one. */
const assertions: readonly string[] = [
  'function check(held, why = "no") { if (!held) throw new Error(why); }',
  "function check(held: unknown): asserts held { if (!held) throw new TypeError(); }",
  "const check = (held) => { if (!held) console.debug(held); };",
  "const check = (held) => held;",
  'import check from "node:assert";',
  'import { ok as check } from "node:assert/strict";',
  'import { check } from "./checks";',
  'import { check } from "handing";',
];

const asked: readonly string[] = [
  "x.id !== undefined",
  "x.id != null",
  "x.id",
  '"id" in x',
  'typeof x.id === "string"',
  "!!x.id",
  "x.id !== undefined && flag",
  "x.id !== null",
  "Boolean(x.id)",
];

export const assertedValues: SketchDrawer = (draw) => {
  const [check] = [draw.pick(...assertions)];
  const isImport = check.startsWith("import");
  const made = draw.pick(
    "const x: { id?: string } = flag ? { id: text } : {};",
    "const x: any = { id: flag ? text : undefined };",
    "const x: any = { id: flag ? text : null };",
    "const x: any = {}; if (flag) x.id = text;",
    "const make = (): { id?: string } => (flag ? { id: text } : {}); const x = make();",
    "const x: any = await Promise.resolve(flag ? { id: text } : { id: undefined });",
    "let x: any = { id: undefined }; if (count > 3) x = { id: text };",
  );
  const call = draw.pick(
    `check(${draw.pick(...asked)});`,
    `try { check(${draw.pick(...asked)}); } catch { return; }`,
    `try { check(${draw.pick(...asked)}); } catch { x.id = "none"; }`,
    `if (count > 2) check(${draw.pick(...asked)});`,
    `check(${draw.pick(...asked)}); check(${draw.pick(...asked)});`,
    `const id = x.id; check(id !== undefined); await fetch(\`\${base}${tagged(draw, "")}/\${id}\`);`,
  );
  const used = draw.pick(
    `await fetch(\`\${base}${tagged(draw, "")}/\${x.id}\`, ${init(draw)});`,
    `await fetch(\`\${base}${tagged(draw, "")}\`, { method: "PUT", body: JSON.stringify({ id: x.id, ...x }) });`,
    `await fetch(base + "${tagged(draw, "")}/" + (x.id ?? "fallback"));`,
    `await fetch(\`\${base}${tagged(draw, "")}\`, { headers: x.id ? { "x-k": String(x.id) } : {} });`,
  );
  return {
    imports: isImport ? [check] : [],
    outside: isImport ? "" : check,
    inside: `${made} ${call} ${used}`,
    mayThrow: true,
    files: {
      "checks.ts": draw.pick(
        'export function check(held: unknown): asserts held { if (!held) throw new Error("no"); }',
        "export const check = (held) => { if (!held) console.debug(held); };",
        "export function check(held) { if (held) return; throw new Error(); }",
      ),
    },
  };
};

const late: readonly ((write: string) => string)[] = [
  (write) => `setTimeout(() => { ${write} }, 1);`,
  (write) => `void (async () => { await pause(1); ${write} })();`,
  (write) => `const set = async () => { await null; ${write} }; void set();`,
  (write) => `const set = async () => { ${write} }; const kept = set();`,
  (write) => `const going = pause(1).then(() => { ${write} });`,
  (write) => `queueMicrotask(() => { ${write} });`,
  (write) => `Promise.resolve().then(() => { ${write} }).finally(() => { count += 1; });`,
  (write) =>
    `bus.addEventListener("set", () => { ${write} }); setTimeout(() => bus.dispatchEvent(new Event("set")), 1);`,
  (write) => `bus.addEventListener("set", () => { ${write} }); bus.dispatchEvent(new Event("set"));`,
  (write) => `const timer = setInterval(() => { ${write} clearInterval(timer); }, 1);`,
  (write) => `handing.later(() => { ${write} });`,
  (write) => `process.nextTick(() => { ${write} });`,
];

const waits = [
  "",
  "await null;",
  "await pause(5);",
  "await pause(5); await pause(5);",
  "await Promise.all([pause(2), pause(3)]);",
];

export const lateWrites: SketchDrawer = (draw) => {
  const write = draw.pick(
    `state.a = ${scalar(draw)};`,
    `state = { a: ${scalar(draw)} };`,
    `Object.assign(state, { b: ${scalar(draw)} });`,
    "delete state.a;",
    `state.l.push(${scalar(draw)});`,
    `if (flag) state.a = ${scalar(draw)};`,
    `const { l } = state; l[0] = ${scalar(draw)};`,
  );
  const tell = (): string =>
    draw.pick(
      `await fetch(\`\${base}${tagged(draw)}\`, { method: "PUT", body: JSON.stringify(state) });`,
      `await fetch(\`\${base}${tagged(draw, "")}/\${state.a}/\${state.l?.join("-")}\`);`,
      `await fetch(\`\${base}${tagged(draw)}\`, { headers: { "x-k": String(state.a) } });`,
      `await fetch(\`\${base}${tagged(draw)}\`, { method: state.a === "k" ? "PUT" : "POST" });`,
    );
  const isShared = draw.chance(0.5);
  const state = 'let state: any = { a: "first", l: ["l"] };';
  return {
    imports: ['import * as handing from "handing";'],
    outside: `const pause = (ms: number) => new Promise((done) => setTimeout(done, ms)); const bus = new EventTarget(); ${isShared ? state : ""}`,
    inside: `${isShared ? "" : state} { ${draw.pick(...late)(write)} } ${tell()} ${draw.pick(...waits)} ${tell()} await pause(8); ${tell()}`,
  };
};
