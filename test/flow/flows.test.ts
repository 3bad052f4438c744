import { expect, it } from "vitest";
import { type Files, sitesOf } from "./listed-sites";

/** A class, an object and functions that send, under names that do not tell them. */
const api = `export class Api { load(path: string) { return fetch(path); } static list(path: string) { return fetch(path); } }
export const api = new Api();
export const apis = { first: api, load: (path: string) => fetch(path) };
export const apiOf = async () => apis;
export interface Apis { one: Api }`;

it.each<[string, string, Files?]>([
  ["`bind`", "const load = api.load.bind(api);\nload('/a');"],
  ["`call`", "apiOf.call(null).then((each) => each.load('/a'));"],
  ["the last of a comma", "(0, apis.load)('/a');"],
  ["what is chosen", "(window.name ? api : 1).load('/a');"],
  ["what stands for nothing", "(window.given ?? api).load('/a');"],
  ["the rest of a pattern", "const { first, ...rest } = apis;\nrest.load('/a');"],
  ["an element of a pattern", "const [, second] = [1, api];\nsecond.load('/a');"],
  ["an assignment in brackets", "let load;\n(load as any) = apis.load;\nload('/a');"],
  ["a spread of an object", "const all = { ...apis };\nall.load('/a');"],
  ["a spread of a list", "const all = [...[api]];\nall[0].load('/a');"],
  ["`Object.assign`", "Object.assign({}, apis).load('/a');"],
  ["a promise", "apiOf().then((each) => each.load('/a'));"],
  ["an element of a list that a method visits", "[api].forEach((each) => each.load('/a'));"],
  ["an element that is added and taken", "const kept = [];\nkept.push(api);\nkept.pop().load('/a');"],
  [
    "a member that is added, and read by a name that is computed",
    "const kept: any = {};\nkept.load = apis.load;\nkept[name]('/a');",
  ],
  ["a variable of a loop", "for (let i = 0, each = apis.first; i < 2; i++) each.load('/a');"],
  ["a variable of a case", "switch (name) { case 'a': const each = apis.first; each.load('/a'); }"],
  ["a static block", "class A { static { api.load('/a'); } }"],
  ["`super`", "class A extends Api { go() { return super.load('/a'); } }"],
  ["a static member of a superclass", "class A extends Api {}\nA.list('/a');"],
  ["a member of a global object", "window.fetch('/a');"],
  ["children of an element", "const page = <Frame><Button onClick={() => api.load('/a')} /></Frame>;"],
  [
    "properties that are spread",
    "const Page = (props) => props.load('/a');\nconst all = { load: apis.load };\nconst page = <Page {...all} />;",
  ],
  ["the value of a context", "const Context = createContext(api);\nuseContext(Context).load('/a');"],
  ["a promise's type", "const f = async (given: Promise<Api>) => (await given).load('/a');"],
  ["the type of a map's values", "const f = (given: Map<string, Api>) => given.get('x').load('/a');"],
  ["the type of a list's elements", "const f = (given: readonly (Api)[]) => given[0].load('/a');"],
  ["one of several types", "const f = (given: Api | undefined) => given?.load('/a');"],
  ["the type of a class's instances", "const f = (given: InstanceType<typeof Api>) => given.load('/a');"],
  ["the type of a member", "const f = (given: Apis['one']) => given.load('/a');"],
  ["a member of a type", "const f = (given: { one: Api }) => given.one.load('/a');"],
  ["what a method of a type gives", "const f = (given: { make(): Api }) => given.make().load('/a');"],
  ["what a function of a type gives", "const f = (given: { make: () => Api }) => given.make().load('/a');"],
  ["the type of a field", "class A { given: Api; go() { return this.given.load('/a'); } }"],
  [
    "a parameter that is a field",
    "class A { constructor(private given: Api) {} go() { return this.given.load('/a'); } }",
  ],
  [
    "methods of a function's prototype",
    "new Old().load('/a');",
    { "old.ts": "export function Old() {}\nOld.prototype.load = function (path) { return fetch(path); };" },
  ],
  ["`module.exports`", "whole('/a');", { "whole.ts": "module.exports = (path) => fetch(path);" }],
  ["`exports`", "require('./part').load('/a');", { "part.ts": "exports.load = (path) => fetch(path);" }],
  [
    "`export =`",
    "require('./assigned').load('/a');",
    { "assigned.ts": "const own = { load: (path) => fetch(path) };\nexport = own;" },
  ],
  [
    "`import … = require`",
    "import own = require('./assigned');\nown.load('/a');",
    { "assigned.ts": "const own = { load: (path) => fetch(path) };\nexport = own;" },
  ],
  [
    "all exports of another file",
    "import { api as own } from './all';\nown.load('/a');",
    { "all.ts": "export * from './api';" },
  ],
  [
    "all exports of another file under a name",
    "import { all } from './all';\nall.api.load('/a');",
    { "all.ts": "export * as all from './api';" },
  ],
  [
    "a type that another file hands on",
    "import { Api as Own } from './all';\nconst f = (own: Own) => own.load('/a');",
    { "all.ts": "export { Api } from './api';" },
  ],
  [
    "the type of a class that is a file's default",
    "import Own from './own';\nconst f = (own: Own) => own.load('/a');",
    { "own.ts": "class Own { load(path: string) { return fetch(path); } }\nexport default Own;" },
  ],
  [
    "a function that is a file's default",
    "import load from './load';\nload('/a');",
    { "load.ts": "export default function load(path: string) { return fetch(path); }" },
  ],
  [
    "functions of many classes that have the name of an interface's, which nobody implements",
    "const f = (given: { loadOrders(path: string): void }) => given.loadOrders('/a');",
    Object.fromEntries(
      [1, 2, 3, 4, 5].map((index) => [
        `${index}.ts`,
        "export class Own { loadOrders(path: string) { return fetch(path); } }",
      ]),
    ),
  ],
  [
    "a function that calls one by its name",
    "import { list } from './list';\nlist(window.orders, '/a');",
    {
      "list.ts": "export const list = (orders, path) => orders.loadOrders(path);",
      "orders.ts": "export class Orders { loadOrders(path: string) { return fetch(path); } }",
    },
  ],
])("a request is found by %s", (_, text, more = {}) => {
  const imports = `import { Api, api, apis, apiOf, type Apis } from "./api"; import { createContext, useContext } from "react";
import { Frame, Button } from "ui"; import { Old } from "./old"; import whole from "./whole";`;
  const sites = sitesOf({ "a.tsx": `${imports}\n${text}`, "api.ts": api, ...more });
  expect(sites.map((each) => each.replace(/^\d+: /u, ""))).toContain("GET /a");
});

it.each([
  ["a `var` that holds a package", 'var http = require("axios");\nexports.list = () => http.get("/a");'],
  [
    "a client that a function of the project makes, and a package keeps",
    `import axios from "axios"; import { useMemo } from "react";
const make = () => axios.create();
export const hook = () => { const own = useMemo(make, []); return own.get("/a"); };`,
  ],
  [
    "the type of a client's class that is made here",
    `import { Octokit } from "@octokit/core"; import { more } from "more";
const Mine = Octokit.plugin(more);
export const list = (own: Mine) => own.request("GET /a");`,
  ],
])("a request is found by %s", (_, text) => {
  expect(sitesOf({ "a.ts": text }).map((each) => each.replace(/^\d+: /u, ""))).toContain("GET {baseUrl}/a");
});

it.each([
  ["both of two that are alike", 'fetch(name ? "/a" : "/a");'],
  ["what is waited for", 'fetch(await "/a");'],
  ["objects that are put together", 'fetch(Object.assign({}, { url: "/a" }));'],
  ["a text without what is around it", 'fetch("/a".trim());'],
])("a path is known of %s", (_, text) => {
  expect(sitesOf({ "a.ts": text })).toEqual(["1: GET /a"]);
});
