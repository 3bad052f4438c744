import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const fill = `String.prototype.filledIn = function (...values) {
  let filled = this;
  for (let at = 0; at < values.length; at++) filled = filled.replace(new RegExp("\\\\{" + at + "\\\\}", "g"), values[at]);
  return filled.toString();
};`;
const code = `const paths = { part: "https://h.test/items/{0}/parts/{1}" };
export const load = (item, part) => fetch(paths.part.filledIn(item, part));`;

describe("methods that the project adds to all strings", () => {
  it.each([
    ["at the top level", fill],
    ["where there is none yet", `if (!String.prototype.filledIn) {\n${fill}\n}`],
  ])("are called: %s", (_, added) => {
    expect(requestsOf({ "a.js": code, "strings.js": added })).toEqual(["GET https://h.test/items/{item}/parts/{part}"]);
  });

  it.each([
    ["two files add one", { "strings.js": fill, "more.js": fill }],
    ["a function adds it", { "strings.js": `export function extend() { ${fill} }` }],
    ["it is no function of its own `this`", { "strings.js": "String.prototype.filledIn = (...values) => values[0];" }],
  ])("are not known where %s", (_, more) => {
    expect(requestsOf({ "a.js": code, ...more })).toEqual(["GET ?"]);
  });
});
