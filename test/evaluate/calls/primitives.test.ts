import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const only = (text: string): readonly string[] => requestsOf({ "a.js": text });

describe("a call of a primitive", () => {
  it.each(['"/one"', "`/${name}`", "1", "true", "undefined", "null"])("gives nothing: %s", (value) => {
    const text = `const send = (to) => fetch(isFunction(to) ? to(1) : "/text");\nexport const run = (name) => send(${value});`;
    expect(only(text)).toContain("GET /text");
  });

  it("leaves the function that the value may be", () => {
    const text = `const send = (to) => fetch(isFunction(to) ? to(1) : \`/apps/\${to}\`);
      export const one = () => send("one");
      export const two = () => send((id) => \`/other/\${id}\`);`;
    expect(only(text)).toEqual(expect.arrayContaining(["GET /apps/one"]));
    expect(only(text).join()).toContain("/other/1");
    const either = 'const to = x ? "a" : (id) => `/b/${id}`;\nfetch(to(1));';
    expect(only(either)).toEqual(["GET /b/1"]);
  });

  it("ends what comes behind it", () => {
    expect(only('const path = "a";\nif (x) { path(); fetch("/dead"); }\nfetch("/" + path);')).toEqual(["GET /a"]);
  });
});
