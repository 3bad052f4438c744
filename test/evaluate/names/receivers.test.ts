import { describe, expect, it } from "vitest";
import type { Evaluation } from "../../../src/clients/evaluation";
import { describeValue } from "../../../src/generate/describe-value";
import { evaluateProject, evaluateText, type Draft } from "../../harness/evaluating";

const client = `export class WidgetClient {
  constructor(private readonly token: string, private readonly parent?: WidgetClient) {}
  update(id: string, patch: object, tag?: string) { return send("PATCH", "/widgets/" + id, patch, tag); }
}
`;

/** @returns what each request of the analysed file sends that does not stand in the client itself. */
function requests({ sent }: Evaluation): string[] {
  return sent
    .map((each) => (each.draft as Draft).arguments.map(describeValue).join(" "))
    .filter((each) => !each.endsWith("patch tag"));
}

function inOneFile(text: string): string[] {
  return requests(evaluateText(client + text));
}

function inTwoFiles(text: string, module = client): string[] {
  return requests(evaluateProject({ "/main.ts": text, "/client.ts": module }));
}

const known = '"PATCH" "/widgets/1" {labels: []} "x"';
const call = 'update("1", { labels: [] }, "x")';

const forms: readonly (readonly [string, string])[] = [
  ["a parameter", `export async function go(client: WidgetClient) { await client.${call}; }`],
  ["an optional parameter", `export async function go(client?: WidgetClient) { await client?.${call}; }`],
  [
    "a union with undefined and null",
    `export const go = (client: WidgetClient | undefined | null) => client!.${call};`,
  ],
  ["a union in brackets", `export const go = (client: undefined | (WidgetClient | null)) => client!.${call};`],
  ["a promise of one", `export const go = async (client: Promise<WidgetClient>) => (await client).${call};`],
  [
    "a parameter property",
    `class Service { constructor(private readonly api: WidgetClient) {} rename() { return this.api.${call}; } }`,
  ],
  [
    "a field set by the constructor",
    `class Service { private api: WidgetClient; constructor(api: WidgetClient) { this.api = api; } rename() { return this.api.${call}; } }`,
  ],
  [
    "a field that is set elsewhere",
    `class Service { private api!: WidgetClient; rename() { return this.api.${call}; } }`,
  ],
  ["a member of an inline type", `function use(deps: { api: WidgetClient }) { return deps.api.${call}; }`],
  [
    "an optional member of an interface",
    `interface Deps { readonly api?: WidgetClient } function use(deps: Deps) { return deps.api?.${call}; }`,
  ],
  [
    "a destructured member of an alias",
    `type Deps = { api: WidgetClient } & { other: string }; function use({ api }: Deps) { return api.${call}; }`,
  ],
  [
    "a field of another class",
    `class Context { constructor(readonly api: WidgetClient) {} } function use(context: Context) { return context.api.${call}; }`,
  ],
  [
    "an instance by `typeof`",
    `const shared = new WidgetClient("t"); function use(api: typeof shared) { return api.${call}; }`,
  ],
  ["an instance type", `function use(api: InstanceType<typeof WidgetClient>) { return api.${call}; }`],
  [
    "what a function returns",
    `function make() { return new WidgetClient("t"); } function use(api: ReturnType<typeof make>) { return api.${call}; }`,
  ],
  [
    "what an asynchronous function returns",
    `async function make() { return { api: new WidgetClient("t") }; } function use(deps: Awaited<ReturnType<typeof make>>) { return deps.api.${call}; }`,
  ],
  [
    "closures in an object",
    `function make(base: string) { return { patch: (id: string) => send("PATCH", "/widgets/" + id, { labels: [] }, "x") }; } function use(api: ReturnType<typeof make>) { return api.patch("1"); }`,
  ],
  [
    "an asserted type",
    `declare function inject(key: string): unknown; const api = inject("api") as WidgetClient; export const go = () => api.${call};`,
  ],
  [
    "an annotated variable",
    `declare function inject(key: string): any; export function go() { const api: WidgetClient = inject("api"); return api.${call}; }`,
  ],
];

describe("a receiver of a declared type", () => {
  it.each(forms)("is followed for %s in the same file", (_, text) => {
    expect(inOneFile(text)).toContain(known);
  });
  it.each(forms)("is followed for %s of another file", (_, text) => {
    expect(inTwoFiles(`import { WidgetClient } from "./client"; ${text}`)).toContain(known);
  });
  it("follows types that are imported, and types of types", () => {
    expect(
      inTwoFiles(
        `import type { Deps } from "./client"; export const go = ({ api }: Deps) => api.${call};`,
        `${client} export interface Deps { api: WidgetClient }`,
      ),
    ).toContain(known);
  });
  it("asks the checker for a type that is not written down, at calls only", () => {
    const text = `import { inject } from "./client"; export function go() { const api = inject(); api.name; api.${call}; }`;
    const module = `${client} export declare function inject(): WidgetClient;`;
    expect(inTwoFiles(text, module)).toContain(known);
  });
  it("keeps what the class fixes and hides what others may change", () => {
    const text = `class Api {
      base = "/open"; private readonly prefix = "/v1"; private path = "/a"; private headers: any = {};
      move(path: string) { this.path = path; }
      authorize(token: string) { this.headers.token = token; }
      get() { return send(this.base, this.prefix, this.path, this.headers); }
    }
    export const go = (api: Api) => api.get();`;
    expect(requests(evaluateText(text)).filter((each) => !each.includes('"/open"'))).toEqual([
      expect.stringMatching(/^this\.base "\/v1" [^"]+ this\.headers$/),
    ]);
  });
  it("has the functions that its class keeps in fields", () => {
    const module = `export class WidgetClient { update = (id: string, patch: object, tag?: string) => send("PATCH", "/widgets/" + id, patch, tag); }`;
    const text = `import { WidgetClient } from "./client"; export const go = (client: WidgetClient) => client.${call};`;
    expect(inTwoFiles(text, module)).toContain(known);
  });
  it("is a whole one, where a constructor asks for one before its own is", () => {
    const text = `class Api { private readonly base: string; constructor(parent?: Api) { parent?.note(); this.base = "/v1"; } note() {} get(p: string) { return send(this.base + p); } }
      export const go = (api: Api) => api.get("/x");`;
    expect(requests(evaluateText(text))).toContain('"/v1/x"');
  });
  it("survives classes that take and hold each other", () => {
    const text = `class A { constructor(private b: B, private self: A) { self.go(); } go() { this.b.back(1); this.self.go(); } }
      class B { private a: A; constructor(a: A) { this.a = a; a.go(); } back(n: number) { send(n); } }
      type T = T | undefined; type R = ReturnType<typeof loop>; function loop(r: R): any { return r.x(); }
      export const run = (a: A, t: T) => { a.go(); t.go(); };`;
    expect(requests(evaluateText(text))).toContain("n");
  });
  it.each(["page: Page", "page: Page = new Timed()"])(
    "has the method of its class, or of a subclass: %s",
    (parameter) => {
      const text = `class Page { query() { return "?a=1"; } } class Timed extends Page { query() { return super.query() + "&b=2"; } }
      export const go = (${parameter}) => send(page.query());`;
      expect(requests(evaluateText(text))).toEqual(['"?a=1" | "?a=1&b=2"']);
    },
  );
  it("goes on after a call that only the class at hand cannot complete", () => {
    const text = `class Base { load() { if (true) { throw new Error("none"); } } } export function go(base: Base) { base.load(); send("after"); }`;
    expect(requests(evaluateText(text))).toEqual(['"after"']);
  });
});

const unknowns: readonly (readonly [string, string])[] = [
  [
    "a method that a subclass overrides",
    `class Special extends WidgetClient { update() {} } function go(client: WidgetClient) { return client.${call}; }`,
  ],
  [
    "a method that a subclass of a subclass overrides",
    `class One extends WidgetClient {} class Two extends One { update() {} } function go(client: WidgetClient) { return client.${call}; }`,
  ],
  [
    "an interface",
    `interface Api { update(id: string, patch: object, tag?: string): void } function go(api: Api) { return api.${call}; }`,
  ],
  [
    "an abstract method",
    `abstract class Api { abstract update(id: string, patch: object, tag?: string): void } function go(api: Api) { return api.${call}; }`,
  ],
  [
    "a method that only fails",
    `class Api { update(id: string, patch: object, tag?: string) { throw new Error("abstract"); } } function go(api: Api) { return api.${call}; }`,
  ],
  ["a union of classes", `class Other { update() {} } function go(api: WidgetClient | Other) { return api.${call}; }`],
  [
    "a type parameter of that name",
    `function go<WidgetClient extends { update(...all: unknown[]): void }>(api: WidgetClient) { return api.${call}; }`,
  ],
  [
    "a local type of that name",
    `function go() { interface WidgetClient { update(...all: unknown[]): void } return (api: WidgetClient) => api.${call}; }`,
  ],
];

describe("a receiver that must stay unknown", () => {
  it.each(unknowns)("is %s", (_, text) => {
    expect(inOneFile(text)).toEqual([]);
  });
  it.each(unknowns)("is %s, with a checker", (_, text) => {
    expect(inTwoFiles(client + text)).toEqual([]);
  });
  it("is a method that another one calls and a subclass overrides", () => {
    const text = `class Base { go() { return this.path(); } path() { return send("base"); } } class Sub extends Base { path() {} } export const use = (base: Base) => base.go();`;
    expect(
      requests(
        evaluateProject({
          "/main.ts": `import { Base } from "./base"; export const use = (base: Base) => base.go();`,
          "/base.ts": `export ${text.slice(0, text.indexOf(" export"))}`,
        }),
      ),
    ).toEqual([]);
  });
  it("is what a module exports as a whole, of which another file takes a member", () => {
    const module = `declare const library: any; module.exports = library.create();`;
    expect(inTwoFiles(`import { path } from "./client"; send("/x", path());`, module)).toHaveLength(1);
  });
  it("has no data of its own", () => {
    const text = `class Widget { labels: string[] = []; } const defaults = { labels: [] as string[] };
      export function save(widget: Widget, options: typeof defaults) { send(widget.labels, options.labels); }`;
    expect(requests(evaluateText(text))).toEqual(["widget.labels options.labels"]);
  });
});
