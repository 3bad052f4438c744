import { describe, expect, it } from "vitest";
import { describeValue } from "../../../src/generate/describe-value";
import { evaluateText, type Draft } from "../../harness/evaluating";
import { requestsOf } from "../../harness/project-requests";

/** What `send` is called with, the last time. */
function sent(text: string): string | undefined {
  const { sent: all } = evaluateText(text);
  return all.map((each) => (each.draft as Draft).arguments.map(describeValue).join(" ")).at(-1);
}

describe("an object of which a loop changes a member", () => {
  const before = `const o = { base: "/x", page: 1, list: [] };`;

  it.each([
    ["for (const id of ids) { o.page += 1; }"],
    ["while (ids.more()) { o.page = o.page * 2; }"],
    ["ids.forEach(() => { o.page++; });"],
    ["for (const id of ids) for (const other of id) { o.page += 1; }"],
    [
      "let a = 0, b = 0, c = 0, d = 0; for (const id of ids) { if (d) o.page += 1; if (c) d += 1; if (b) c += 1; if (a) b += 1; a += 1; }",
    ],
  ])("keeps the others: %s", (loop) => {
    expect(sent(`function f(ids) { ${before} ${loop} send(o.base, o.page); }`)).toMatch(/^"\/x" .*unknown$/u);
  });

  it.each([
    ["that one is assigned", `for (const id of ids) { o.base = o.base + "/" + id; o.page = o.base; }`],
    ["any is assigned", `for (const id of ids) { o[id] = o.page; o.page += 1; }`],
    ["it is given away", `for (const id of ids) { other(o); o.page += 1; }`],
  ])("does not keep one if %s", (_, loop) => {
    expect(sent(`function f(ids) { ${before} ${loop} send(o.base); }`)).not.toBe('"/x"');
  });

  it("may have more elements than it began with", () => {
    const loop = "for (const id of ids) o.list.push(id);";
    expect(sent(`function f(ids) { ${before} ${loop} send(o.base, o.list); }`)).toMatch(/^"\/x" .*…\]$/u);
  });

  it("keeps the others for other methods of an instance", () => {
    const text = `export class Api {
      constructor() { this.base = "/v1"; this.count = 0; }
      all(ids) { for (const id of ids) this.count += 1; }
      one() { return fetch(this.base + "/one"); }
    }`;
    expect(requestsOf({ "a.js": text })).toEqual(["GET /v1/one"]);
  });
});
