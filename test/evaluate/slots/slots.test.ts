import { describe, expect, test } from "vitest";
import { requestsOf as rowsOf } from "../../harness/project-requests";

const react = `import { createContext, createElement, useContext } from "react";`;
const noop = `createContext({ call: async (url: string, init?: RequestInit): Promise<unknown> => undefined })`;
const send = `const call = async (url: string, init?: RequestInit) => (await fetch("/base" + url, init)).json();`;
const use = `export const Item = ({ id }: { id: string }) => { const { call } = useContext(Api); return <a onClick={() => call("/items/" + id, { method: "DELETE" })} />; };`;
const expectSent = (files: Readonly<Record<string, string>>): void => {
  const [last] = rowsOf(files).slice(-1);
  expect(last).toBe("DELETE /base/items/{id}");
};

describe("what a context holds is what its provider gives", () => {
  test.each([
    ["an element", `<Api.Provider value={{ call }}>{children}</Api.Provider>`],
    ["the context as an element", `<Api value={{ call }}>{children}</Api>`],
    ["createElement", `createElement(Api.Provider, { value: { call } }, children)`],
    ["a spread", `<Api.Provider {...{ value: { call } }}>{children}</Api.Provider>`],
    ["a provider under another name", `(() => { const Given = Api.Provider; return <Given value={{ call }} />; })()`],
    ["one of two elements", `Math.random() > 0.5 ? <Api.Provider value={{ call }} /> : <p />`],
  ])("in its file: %s", (_, element) => {
    const provider = `export function Provider({ children }: { children: unknown }) { ${send} return ${element}; }`;
    expectSent({ "a.tsx": `${react} const Api = ${noop}; ${provider} ${use}` });
  });

  test.each([
    ["by its name", `import { Api } from "./context";`, "Api"],
    ["by another name", `import { Api as Given } from "./context";`, "Given"],
    ["through a module as a whole", `import * as contexts from "./context";`, "contexts.Api"],
    ["through a file that hands it on by another name", `import { Handed } from "./index";`, "Handed"],
    ["as the default", `import Main from "./main";`, "Main"],
  ])("in another file that takes it %s", (_, imported, name) => {
    expectSent({
      "a.tsx": `${react} import { Api } from "./context"; ${use}`,
      "context.ts": `${react} export const Api = ${noop};`,
      "index.ts": `export { Api as Handed } from "./context";`,
      "main.ts": `import { Api } from "./context"; export default Api;`,
      "provider.tsx": `${imported} export function Provider() { ${send} return <${name}.Provider value={{ call }} />; }`,
    });
  });

  test("through a hook that asks whether it is there", () => {
    const hook = `const useApi = () => { const api = useContext(Api); if (api === undefined) throw new Error("none"); return api; };`;
    const provider = `export function Provider() { ${send} try { return <Api.Provider value={{ call }} />; } catch { return null; } }`;
    const component = `export const Item = ({ id }: { id: string }) => { const { call } = useApi(); return <a onClick={async () => { try { await call("/items/" + id, { method: "DELETE" }); } catch {} }} />; };`;
    expectSent({
      "a.tsx": `${react} const Api = createContext<{ call(url: string, init?: RequestInit): Promise<unknown> } | undefined>(undefined); ${hook} ${provider} ${component}`,
    });
  });

  test("through a consumer", () => {
    const provider = `export function Provider() { ${send} return <Api.Provider value={{ call }} />; }`;
    const component = `export const Item = ({ id }: { id: string }) => <Api.Consumer>{({ call }) => <a onClick={() => call("/items/" + id, { method: "DELETE" })} />}</Api.Consumer>;`;
    expectSent({ "a.tsx": `${react} const Api = ${noop}; ${provider} ${component}` });
  });

  test("with a selector", () => {
    const provider = `export function Provider() { ${send} return <Api.Provider value={{ api: { call } }} />; }`;
    const component = `export const Item = ({ id }: { id: string }) => { const call = useContextSelector(Api, (all) => all.api.call); return <a onClick={() => call("/items/" + id, { method: "DELETE" })} />; };`;
    expectSent({
      "a.tsx": `import { createContext, useContextSelector } from "use-context-selector"; const Api = createContext<any>(null); ${provider} ${component}`,
    });
  });

  test("one of several", () => {
    const provider = (name: string): string =>
      `export const ${name} = () => <Api.Provider value={{ base: "/${name}" }} />;`;
    const component = `export const Item = () => { const { base } = useContext(Api); return <a onClick={() => fetch("https://h" + base)} />; };`;
    expect(
      rowsOf({
        "a.tsx": `${react} const Api = createContext<any>(null); ${provider("A")} ${provider("B")} ${component}`,
      }),
    ).toEqual(["GET https://h/A | /B"]);
  });
});

describe("what a context holds is not known", () => {
  const base = `${react} const Api = createContext({ base: "/default" });`;
  const component = `export const Item = () => { const { base } = useContext(Api); return <a onClick={() => fetch("https://h" + base)} />; };`;

  test.each([
    ["its provider gives something unknown", `export const A = ({ value }) => <Api.Provider value={value} />;`],
    ["its provider is given away", `export const A = Api.Provider; register(A);`],
    ["it is given to unknown code", `register(Api);`],
    ["it is held by an object", `export const all = { Api };`],
    ["a function gives it", `export const contextOf = () => Api;`],
  ])("where %s", (_, code) => {
    expect(rowsOf({ "a.tsx": `${base} ${component} ${code}` })).toEqual(["GET {}?"]);
  });

  test("is not what a provider of another context gives", () => {
    const other = `const Other = createContext({ base: "/other" }); export const A = () => <Other.Provider value={{ base: "/b" }} />;`;
    expect(rowsOf({ "a.tsx": `${base} ${other} ${component}` })).toEqual(["GET https://h/default"]);
  });
});
