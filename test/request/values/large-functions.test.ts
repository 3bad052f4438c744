import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../../../src/evaluate/limits";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../render";

type Files = Readonly<Record<string, string>>;

const requestsOf = (files: Files): readonly string[] => requestsIn(files).map(renderRequest);

/** The bounds, for programs that reach them sooner. */
const lower: Partial<Record<keyof typeof limits, number>> = limits;
const before = { ...limits };

afterEach(() => Object.assign(lower, before));

/** A function of which a call takes some hundred evaluations, and that gives a scheme for a URL. */
const large = `function scheme(url: string) {
  let result = "Bearer";
  ${Array.from({ length: 60 }, (_, index) => `if (url.startsWith("https://h${index}/")) result = url + "${index}";`).join("\n  ")}
  return result;
}`;
const wrapper = `${large}
export const send = (method: string, url: string) => fetch("/a/" + scheme(url), { method: method.toUpperCase() });
send("put", "https://h/a");
send("delete", "https://h/b");`;

describe("a function of which a call takes much", () => {
  test("is no reason to lose what a request has besides", () => {
    Object.assign(lower, { evaluationsOfCall: 60, evaluationsOfQuestion: 120, evaluationsOfValue: 0 });
    expect(requestsOf({ "a.ts": wrapper })).toEqual(
      expect.arrayContaining([expect.stringMatching(/^PUT \/a/u), expect.stringMatching(/^DELETE \/a/u)]),
    );
  });

  test("would use up what one request may take", () => {
    Object.assign(lower, { evaluationsOfCall: Infinity, evaluationsOfQuestion: 120, evaluationsOfValue: 0 });
    expect(requestsOf({ "a.ts": wrapper })).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^PUT \/a/u), expect.stringMatching(/^DELETE \/a/u)]),
    );
  });
});

const many = Array.from({ length: 60 }, (_, index) => `if (key === ${index}) done[${index}] = key;`).join(" ");

describe("what a function of which a call takes much changes", () => {
  test.each([
    [
      "a constructor",
      `class Change { constructor(init: any, key: any) { const done: any = {}; ${many} init.method = "DELETE"; init.done = done; } }
new Change(init, key);`,
    ],
    [
      "a function",
      `function change(init: any, key: any) { const done: any = {}; ${many} init.method = "DELETE"; init.done = done; }
change(init, key);`,
    ],
    [
      "a function that makes objects",
      `function Change(this: any, init: any, key: any) { const done: any = {}; ${many} init.method = "DELETE"; init.done = done; }
new (Change as any)(init, key);`,
    ],
    [
      "a recipe",
      `import { produce } from "immer"; const next = produce(init, (draft: any) => { const done: any = {}; ${many} draft.method = "DELETE"; draft.done = done; });
fetch("https://h/a", next);`,
    ],
  ])("is not told by what it was before: %s", (_, change) => {
    Object.assign(lower, { evaluationsOfCall: 20 });
    const text = `declare const key: any; const init: any = { method: "PUT" };\n${change}\n${change.includes("fetch(") ? "" : 'fetch("https://h/a", init);'}`;
    const found = requestsOf({ "a.ts": text });
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(each).not.toMatch(/^PUT /u);
  });
});

describe("classes that extend each other by their names alone", () => {
  test("have the members that they declare", () => {
    expect(
      requestsOf({
        "base.ts": `import { Model as Other } from "./model"; export class Model extends Other { path = "/a"; load() { return fetch("https://h" + this.path); } }`,
        "model.ts": `import { Model as Base } from "./base"; export class Model extends Base { path = "/b"; }`,
        "use.ts": `import { Model } from "./model"; declare const model: Model; model.load();`,
      }).length,
    ).toBeGreaterThan(0);
  });
});
