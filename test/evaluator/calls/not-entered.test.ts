import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** More code than an entry point follows that leads to no request. */
const long = Array.from({ length: 80 }, (_, index) => `if (text.at(${index}) === "x") { count(text, ${index}); }`).join(
  "\n",
);

const api = (more: string): string => `export class Api {
  constructor() { this.base = "/v1"; this.mode = "a"; }
  check(texts) { this.parse(texts[0]); this.parse(texts[1]); return this.later(texts[2]); }
  parse(text) { ${long} ${more} }
  later(text) { this.mode = text; }
  one() { return fetch(this.base + "/one", { method: this.mode }); }
}`;

describe("a method that is beyond the bounds of those who call it", () => {
  it("leaves the fields that the class sets once", () => {
    expect(requestsOf({ "a.js": api("") })).toEqual(["? /v1/one"]);
  });

  it.each([
    ["hub.add(this);"],
    ["const self = this; self.base = text;"],
    ["this[text] = text;"],
    ["this.base = text;"],
  ])("may change all that it could: %s", (more) => {
    const found = requestsOf({ "a.js": api(more) });
    expect(found).toHaveLength(1);
    expect(found).not.toContain("? /v1/one");
  });
});
