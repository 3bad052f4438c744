import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const api = `export class WidgetApi {
  constructor(base) { this.base = base; }
  update(id, body) { return fetch("/widgets/" + id, { method: "PATCH", body: JSON.stringify(body) }); }
  renameWidget(id) { return this.update(id, { name: "x" }); }
}`;

const renamed = ["PATCH /widgets/1 json {name}"];

/** @returns what the first file sends, whose `use` stands for the way in which it gets the object. */
function sent(text: string, others: Readonly<Record<string, string>> = {}): readonly string[] {
  return requestsOf({ "a.ts": text, "api.ts": api, ...others });
}

describe("an object that is handed in, without types", () => {
  it.each([
    ["a parameter", 'import "./x"; export const go = (api) => api.renameWidget("1");'],
    ["a member of a parameter", 'import "./x"; export const go = ({ services }) => services.api.renameWidget("1");'],
    [
      "the extra argument of a thunk",
      'import "./x"; export const go = () => (dispatch, getState, { api }) => api.renameWidget("1");',
    ],
    [
      "`this` of a component",
      'import "./x"; export default { methods: { go() { return this.$api.renameWidget("1"); } } };',
    ],
  ])("is not told by a method's name alone, though one class alone has it: %s", (_, text) => {
    expect(sent(text)).toEqual([]);
  });

  it.each([
    [
      "whose type a package declares",
      'import type { Box } from "boxes"; export const go = (box: Box) => box.renameWidget("1");',
    ],
    [
      "that is a member of one whose type a package declares",
      'import boxes from "boxes"; interface Kit { box: boxes.Box } export const go = (kit: Kit) => kit.box.renameWidget("1");',
    ],
    [
      "that is made by a package's class",
      'import boxes from "boxes"; const kit = { box: new boxes.Box() }; export const go = () => kit.box.renameWidget("1");',
    ],
  ])("is none %s", (_, text) => {
    expect(sent(`import "./x"; ${text}`)).toEqual([]);
  });

  it.each(["logger.info", "services.logger.verbose.info", "log.channel.info"])("is no log: %s", (callee) => {
    const service = `export class Service {
      info(id) { return fetch("/widgets/" + id); }
    }`;
    const text = `import "./x"; export const go = ({ logger, log, services }) => ${callee}("7");`;
    expect(sent(text, { "service.ts": service })).toEqual([]);
  });

  const update = 'update("1", { name: "x" })';
  it.each([
    [
      "the value of a context, by its type",
      `import { useContext } from "react"; import { Context } from "./c"; export const Go = () => { const api = useContext(Context); api.${update}; };`,
      'import { createContext } from "react"; import { WidgetApi } from "./api"; export const Context = createContext<WidgetApi | null>(null);',
    ],
    [
      "the value of a context, by its default",
      `import { useContext } from "react"; import { Context } from "./c"; export const Go = () => { const { api } = useContext(Context); api.${update}; };`,
      'import { createContext } from "react"; import { WidgetApi } from "./api"; export const Context = createContext({ api: new WidgetApi("/") });',
    ],
    [
      "what a hook returns",
      `import { useApi } from "./c"; export const Go = () => { const { save } = useApi(); save("1"); };`,
      'import { useCallback } from "react"; import { WidgetApi } from "./api"; const api = new WidgetApi("/"); export const useApi = () => { const save = useCallback((id) => api.update(id, { name: "x" }), []); return { save }; };',
    ],
    [
      "what `inject` gives for a class",
      `import { inject } from "@angular/core"; import { WidgetApi } from "./api"; export class Go { private readonly api = inject(WidgetApi); go() { this.api.${update}; } }`,
      "",
    ],
    [
      "what `inject` gives for a key with a type",
      `import { inject } from "vue"; import { key } from "./c"; export default { setup() { const api = inject(key); return () => api.${update}; } };`,
      'import type { InjectionKey } from "vue"; import type { WidgetApi } from "./api"; export const key: InjectionKey<WidgetApi> = Symbol("api");',
    ],
    [
      "what `inject` gives for a token with a type",
      `import { inject } from "@angular/core"; import { TOKEN as KEY } from "./c"; export class Go { #api = inject(KEY); go() { this.#api.${update}; } }`,
      'import { InjectionToken } from "@angular/core"; import type { WidgetApi } from "./api"; export const TOKEN = new InjectionToken<WidgetApi>("api");',
    ],
    [
      "what a container resolves",
      `import { container } from "tsyringe"; import { WidgetApi } from "./api"; export const go = () => container.resolve(WidgetApi).${update};`,
      "",
    ],
    [
      "what a container resolves by a name, with a type",
      `import { container } from "tsyringe"; import type { WidgetApi } from "./api"; export const go = () => container.resolve<WidgetApi>("Api").${update};`,
      "",
    ],
    [
      "a member of `window` that is cast",
      `import type { WidgetApi } from "./api"; export const go = () => ((window as any).api as WidgetApi).${update};`,
      "",
    ],
    [
      "a member of a class that a constructor gets",
      `import { WidgetApi } from "./api"; @Injectable() export class Go { constructor(private readonly api: WidgetApi) {} go() { this.api.${update}; } }`,
      "",
    ],
  ])("is %s", (_, text, other) => {
    expect(sent(text, { "c.ts": other })).toEqual(renamed);
  });

  it("is nothing that a map gives", () => {
    expect(
      sent(`import { WidgetApi } from "./api"; const m = new Map([[WidgetApi, 1]]); m.get(WidgetApi).${update};`),
    ).toEqual([]);
  });
});

describe("an object of an interface, or of an abstract class", () => {
  const use =
    'import type { Widgets } from "./widgets"; export const go = (widgets: Widgets) => widgets.update("1", { name: "x" });';
  const byInterface = "export interface Widgets { update(id: string, body: object): void }";
  const byClass = "export abstract class Widgets { abstract update(id: string, body: object): void; }";
  const made = (name: string, base: string, head: string): string =>
    `import { Widgets } from "./widgets"; export class ${name} ${head} { private readonly base = "${base}"; update(id, body) { return fetch(this.base + id, { method: "PATCH", body: JSON.stringify(body) }); } }`;

  it.each([
    ["interface", byInterface, "implements Widgets"],
    ["interface beside others", byInterface, "extends Other implements Closable, Widgets"],
    ["abstract class", byClass, "extends Widgets"],
  ])("is an instance of the only implementation: %s", (_, declared, head) => {
    const files = { "a.ts": use, "widgets.ts": declared, "http.ts": made("Http", "/widgets/", head) };
    expect(requestsOf(files)).toEqual(renamed);
  });

  it("is one of several, each with its own fields", () => {
    const files = {
      "a.ts": use,
      "widgets.ts": byInterface,
      "one.ts": made("One", "/one/", "implements Widgets"),
      "two.ts": made("Two", "/two/", "implements Widgets"),
    };
    expect([...requestsOf(files)].sort()).toEqual(["PATCH /one/1 json {name}", "PATCH /two/1 json {name}"]);
  });

  it("is unknown where nothing of the project implements it", () => {
    expect(
      requestsOf({ "a.ts": use, "widgets.ts": byInterface, "http.ts": made("Http", "/", "implements Gadgets") }),
    ).toEqual([]);
  });
});
