import ts from "typescript";
import { describe, expect, test } from "vitest";
import { evaluateText } from "../../harness/evaluating";
import { requestsOf } from "../../harness/project-requests";
import { ignoringRejections, runProgram, type Inputs } from "../../harness/running";
import { contradictionsIn } from "../claims";
import { type Dialect, programs } from "./decorated-programs";

const plain = "class A { base = '/x'; go() { return fetch(this.base); } }\nnew A().go();";

test.each([
  ["a field", "declare const given: any;", plain.replace("base", "@given base")],
  ["a field, by a factory", "declare const given: any;", plain.replace("base", "@given('name') base")],
  ["a static field", "declare const given: any;", plain.replace("base", "@given static base").replace("this", "A")],
  ["an accessor", "declare const given: any;", plain.replace("base", "@given accessor base")],
  [
    "a field, by a decorator of the project",
    "const given = (value: undefined, context: object) => () => '/other';",
    plain.replace("base", "@given base"),
  ],
])("what a decorator puts into %s is not known", (_, before, code) => {
  expect(requestsOf({ "a.ts": `${before}\n${plain}` }).join()).toContain("GET /x");
  const requests = requestsOf({ "a.ts": `${before}\n${code}` });
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.join()).not.toContain("/x");
});

test("what a decorated field begins with is run", () => {
  const code =
    "declare const given: any;\nclass A { @given all = fetch('/list'); go() { return fetch('/one'); } }\nnew A().go();";
  expect(requestsOf({ "a.ts": code })).toEqual(expect.arrayContaining(["GET /list", "GET /one"]));
});

test.each([
  [
    "Angular",
    `import { Component, HostListener, Injectable, Input } from "@angular/core";
    @Injectable() class Api { url(p: string) { return "/api" + p; } get(p: string) { return fetch(this.url(p)); } }
    @Component({ selector: "x" }) class Page { @Input() id = 1; constructor(private api: Api) {} @HostListener("click") load() { return this.api.get("/items"); } }`,
  ],
  [
    "Nest",
    `import * as nest from "@nestjs/common";
    import { ApiTags } from "@nestjs/swagger";
    import { Cron } from "@nestjs/schedule";
    @nest.Injectable() class Api { @Cron("* * * * *") url(p: string) { return "/api" + p; } get(p: string) { return fetch(this.url(p)); } }
    @ApiTags("x") @nest.Controller("x") class Routes { constructor(private api: Api) {} @nest.Get(":id") load(@nest.Param("id") id: string) { return this.api.get("/items"); } }`,
  ],
  [
    "mobx",
    `import { action, computed } from "mobx";
    class Api { @computed get root() { return "/api"; } @action.bound get(p: string) { return fetch(this.root + p); } }
    new Api().get("/items");`,
  ],
])("decorators of %s leave functions as they are written", (_, code) => {
  expect(requestsOf({ "a.ts": code })).toContain("GET /api/items");
});

test.each([
  ["a method", "class Api { @given get(p: string) { return fetch(p); } }"],
  [
    "a method, by one of Nest's",
    "import { applyDecorators } from '@nestjs/common';\nclass Api { @applyDecorators(given) get(p: string) { return fetch(p); } }",
  ],
  [
    "a method, by a namesake of Nest's",
    "const Get = given;\nclass Api { @Get('/') get(p: string) { return fetch(p); } }",
  ],
  ["a class", "@given class Api { get(p: string) { return fetch(p); } }"],
  ["a superclass", "@given class Base { get(p: string) { return fetch(p); } }\nclass Api extends Base {}"],
])("a call of what unknown code may have replaced is a request of which nothing is known: %s", (_, code) => {
  const requests = requestsOf({ "a.ts": `import { given } from "somewhere";\n${code}\nnew Api().get("/items");` });
  expect(requests.length).toBeGreaterThan(1);
  expect(requests.join()).not.toContain("/items");
});

test("a wrapper of the project's own, in another file, hands arguments on", () => {
  const retry = `export const retry = (times: number) => (target: object, key: string, d: PropertyDescriptor) => {
    const original = d.value;
    d.value = async function (...args: unknown[]) { for (let n = 0; n < times; n++) try { return await original.apply(this, args); } catch {} };
  };`;
  const code = `import { retry } from "./retry";
    class Api { constructor(private root: string) {} @retry(3) async get(p: string) { return fetch(this.root + p); } }
    await new Api("/api").get("/items");`;
  expect(requestsOf({ "a.ts": code, "retry.ts": retry })).toContain("GET /api/items");
});

test("a class inherits from what a known decorator has put in the place of another", () => {
  const code = `const guarded = (C) => class extends C {
      constructor(...args) { super(...args); this.url = this.url.bind(this); }
    };
    @guarded class Base { constructor(root) { this.root = root; } url(path) { return this.root + path; } }
    class Api extends Base { get(path) { return fetch(this.url(path)); } }
    new Api("/api").get("/items");`;
  expect(requestsOf({ "a.ts": code })).toContain("GET /api/items");
});

/** @returns a program as plain JavaScript. */
function compiled(source: string, dialect: Dialect): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    experimentalDecorators: dialect === "TypeScript",
    useDefineForClassFields: true,
  };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}

const inputs: Inputs = { b0: true, b1: false, b2: false, b3: true, n0: 2, s0: "x" };

describe.each<Dialect>(["standard", "TypeScript"])("in the dialect of %s", (dialect) => {
  test.each(Object.entries({ ...programs.both, ...programs[dialect] }))("%s", async (_, source) => {
    const arrivals = await ignoringRejections(() => runProgram(compiled(source, dialect), inputs));
    expect(arrivals.length).toBeGreaterThan(0);
    for (const text of [`${source}\nexport {};`, `async function main() {\n${source}\n}`])
      expect(contradictionsIn(evaluateText(text).sent, arrivals)).toEqual([]);
  });
});
