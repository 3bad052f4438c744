import { init, scalar, tagged, type SketchDrawer } from "./sketch";
import type { Draw } from "../draw";

const tellState = (draw: Draw): string =>
  draw.pick(
    `await fetch(\`\${base}${tagged(draw)}\`, { method: "PUT", body: JSON.stringify(state) });`,
    `await fetch(\`\${base}${tagged(draw, "")}/\${state.a}\`, { headers: { "x-k": String(state.inner.b) } });`,
    `await fetch(base + "${tagged(draw, "")}/" + state.inner.b + "/" + state.l.join("-"));`,
    `await fetch(\`\${base}${tagged(draw)}\`, { method: state.a === "k" ? "PUT" : "POST", headers: state.inner });`,
  );

const changeOfState = (draw: Draw): string =>
  draw.pick(
    `state.a = ${draw.pick('"k"', '"m"', "7")};`,
    `Object.assign(state.inner, { c: ${draw.pick('"k"', "2")} });`,
    `state.inner = { b: ${draw.pick('"k"', "2")} };`,
    `state.l.push("p");`,
    "delete state.inner.b;",
    `Object.defineProperty(state, "a", { value: "defined", enumerable: true });`,
    `const { inner } = state; inner.b = "taken";`,
  );

/** Modules imported for their effects on a shared object. */
export const effectModules: SketchDrawer = (draw) => {
  const change = changeOfState(draw);
  const setUp = draw.pick(
    `import { state } from "./shared";\n${change}`,
    `import { state } from "./shared";\nexport function setUp() { ${change} }\nsetUp();`,
    `import * as shared from "./shared";\nconst { state } = shared;\n${change}`,
    `import { state } from "./shared";\nsetTimeout(() => { ${change} }, 1);`,
    `import { state } from "./shared";\nif (process.env.BASE_URL) { ${change} }`,
    `import { change } from "./shared";\nchange((state) => { ${change} });`,
    `import "./deeper";\nexport {};`,
    `const { state } = await import("./shared");\n${change}`,
  );
  const way = draw.pick(
    'import "./setup";',
    'import "./setup";',
    'import {} from "./setup";',
    'export * from "./setup";',
    'import * as unused from "./setup";',
    "",
  );
  const first = draw.chance(0.5) ? "" : tellState(draw);
  const late = draw.pick(
    "",
    'await import("./setup");',
    'if (flag) await import("./setup");',
    "await new Promise((done) => setTimeout(done, 4));",
  );
  return {
    imports: draw.chance(0.5) ? [way, 'import { state } from "./shared";'] : ['import { state } from "./shared";', way],
    inside: `${first} ${late} ${tellState(draw)}`,
    files: {
      "shared.ts": `export const state: any = ${draw.pick("", "Object.seal")}({ a: "first", inner: { b: "i" }, l: ["l"] });\nexport const change = (f) => f(state);`,
      "setup.ts": setUp,
      "deeper.ts": `import { state } from "./shared";\n${changeOfState(draw)}`,
    },
  };
};

/** `export *` beside a module's own exports, its named re-exports, and the exports of other stars. */
export const starExports: SketchDrawer = (draw) => {
  const own = draw.pick(
    'export const target = "own";',
    'const target = "own"; export { target };',
    'export { other as target } from "./second";',
    'export { target } from "./second";',
    'import { other } from "./second"; export { other as target };',
    "export function target() { return 'called'; }",
    'export let target = "let"; export const set = (to) => { target = to; };',
    "",
  );
  const stars = draw.pick(
    ['export * from "./first";'],
    ['export * from "./first";', 'export * from "./chain";'],
    ['export * from "./chain";'],
    ['export * from "./first";', 'export * from "./disjoint";'],
    ['export * as first from "./first";', 'export * from "./chain";'],
  );
  const lines = draw.chance(0.5) ? [own, ...stars] : [...stars, own];
  const isFunction = own.includes("function target");
  const read = isFunction ? "target()" : "target";
  const chain = draw.pick(
    'export * from "./second"; export const target = "chained";',
    'export * from "./disjoint"; export const target = "chained"; export const extra = "x3";',
    'export * from "./first";',
  );
  // A name from two stars is no export: a module that imports it by name does not run.
  const isTwice = stars.join("") === 'export * from "./first";export * from "./chain";' && !chain.includes("first");
  const named = draw.chance(0.5) && !isTwice;
  return {
    imports: [named ? 'import { target, extra } from "./index";' : 'import * as all from "./index";'],
    inside: `${named ? "" : `const { target, extra } = all as any;`} await fetch(\`\${base}${tagged(draw, "")}/\${${read}}/\${extra}\`, ${init(draw)});`,
    files: {
      "index.ts": lines.join("\n"),
      "first.ts": 'export const target = "first"; export const extra = "x1"; export default "none";',
      "second.ts": 'export const target = "second"; export const other = "other"; export const extra = "x2";',
      "chain.ts": chain,
      "disjoint.ts": 'export const apart = "apart";',
    },
  };
};

const provide = (draw: Draw, value: string, child: string): string =>
  draw.pick(
    `<Held.Provider value={${value}}>${child}</Held.Provider>`,
    `<Held value={${value}}>${child}</Held>`,
    `React.createElement(Held.Provider, { value: ${value} }, ${child.startsWith("<") ? child : `<>${child}</>`})`,
    `<Own value={${value}}>${child}</Own>`,
    `<Wrap>${child}</Wrap>`,
  );

const inElement = (code: string): string => (code.startsWith("<") ? code : `{${code}}`);

/** Components that read the value of a provider around them, or the default without one. */
export const contexts: SketchDrawer = (draw) => {
  const read = draw.pick("React.useContext(Held)", "useContext(Held)", "use(Held)", "useHeld()");
  const component = `function Child({ name = "n" }: any) { const held: any = ${read}; ${draw.pick("", "if (!held) return null; ", "const { a } = held ?? {};")}pending.push(fetch(\`\${base}${tagged(draw, "")}/\${held?.a}\`, { headers: { "x-k": String(held?.b ?? name) } })); return null; }`;
  const fallback = draw.pick('{ a: "default", b: "d" }', "null", "undefined", '{ a: "default" } as any');
  const value = (): string =>
    draw.pick(`{ a: ${scalar(draw)}, b: "p" }`, `{ a: ${scalar(draw)} }`, "given", "React.useMemo(() => given, [])");
  const use = '<Child name="c" />';
  const tree = draw.pick(
    () => use,
    () => provide(draw, value(), use),
    () => provide(draw, value(), use),
    () => provide(draw, value(), inElement(provide(draw, value(), use))),
    () => `<>${inElement(provide(draw, value(), use))}${use}</>`,
    () =>
      `<Held.Provider value={${value()}}><Held.Consumer>{(held: any) => { pending.push(fetch(\`\${base}${tagged(draw, "")}/\${held?.a}\`)); return null; }}</Held.Consumer></Held.Provider>`,
  )();
  const elsewhere = draw.chance(0.4);
  const declared = `export const Held: any = createContext(${fallback});`;
  const shared = `export function Own({ value, children }: any) { return <Held.Provider value={value}>{children}</Held.Provider>; }
export function Wrap({ children }: any) { const [a] = React.useState("wrapped"); return <Held.Provider value={{ a, b: "w" }}>{children}</Held.Provider>; }
${elsewhere ? "export " : ""}const useHeld = () => { const held = useContext(Held); ${draw.pick("", 'if (held === undefined) throw new Error("none");')} return held; };`;
  const reactImports = 'import React, { createContext, use, useContext } from "react";';
  return {
    elements: true,
    imports: [
      reactImports,
      'import { renderToString } from "react-dom/server";',
      ...(elsewhere ? ['import { Held, Own, Wrap, useHeld } from "./held";'] : []),
    ],
    outside: `const pending: Promise<any>[] = [];\n${elsewhere ? "" : `${declared}\n${shared}`}\n${component}`,
    inside: `const given: any = { a: "given", b: ${scalar(draw)} }; const App = () => (${tree}); try { renderToString(<App />); } catch {} await Promise.all(pending.splice(0));`,
    ...(elsewhere && { files: { "held.tsx": `${reactImports}\n${declared}\n${shared}` } }),
  };
};
