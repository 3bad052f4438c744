import { describe, expect, it } from "vitest";
import { describeValue } from "../../harness/describe-value";
import { evaluateText, type Draft } from "../../harness/evaluating";

function sentBy(text: string): string[] {
  return evaluateText(text).sent.map((sent) => (sent.draft as Draft).arguments.map(describeValue).join("; "));
}

describe("evaluate", () => {
  it("sends what is written at the call", () => {
    expect(sentBy(`send({a: 1, b: "x", c: [1, null]})`)).toEqual([`{a: 1, b: "x", c: [1, null]}`]);
  });
  it("follows a wrapper's call and keeps the wrapper's own request", () => {
    expect(sentBy("function patch(p, b) { return send(`/a${p}`, b); } patch('/x', {y: 1});")).toEqual([`"/a/x"; {y: 1}`, '"/a${p}"; b']);
  });
});
