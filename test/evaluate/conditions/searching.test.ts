import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const only = (text: string): readonly string[] => requestsOf({ "a.ts": text });

describe("lists in which a value is looked for", () => {
  const withBody = (test: string): string => `const writing = ["PUT", "PATCH"];
function options(method: string) {
  const made: RequestInit = { method };
  if (${test}) made.body = JSON.stringify({ a: 1 });
  return made;
}
fetch("/one", options("GET"));
fetch("/two", options("PUT"));`;

  it.each([
    "writing.includes(method)",
    "writing.indexOf(method) !== -1",
    "writing.indexOf(method) > -1",
    "writing.indexOf(method) >= 0",
    "!(writing.indexOf(method) < 0)",
    "~writing.indexOf(method)",
    "-1 !== writing.indexOf(method)",
  ])("tell which way a condition goes: %s", (test) => {
    expect(only(withBody(test))).toEqual(["GET /one", "PUT /two json {a}"]);
  });

  it.each([
    ["elements that are not known", 'fetch(["a", x].includes("b") ? "/one" : "/two");', ["GET /one | /two"]],
    [
      "a place from which the search begins",
      'fetch(["a", "b"].includes("a", n) ? "/one" : "/two");',
      ["GET /one | /two"],
    ],
    [
      "elements that may be missing",
      'const l = []; if (c) l.push("a"); fetch(l.includes("a") ? "/one" : "/two");',
      ["GET /one | /two"],
    ],
    [
      "elements that others may take away",
      'const l = ["a"]; give(l); fetch(l.includes("a") ? "/one" : "/two");',
      ["GET /one | /two"],
    ],
    ["`NaN`", 'fetch([NaN].includes(NaN) ? "/one" : "/two");', ["GET /one | /two"]],
  ])("tell nothing where it depends on %s", (_, text, expected) => {
    expect(only(text)).toEqual(expected);
  });

  it("tell the place of an element", () => {
    const list = 'const l = ["a", "b"];';
    expect(only(`${list} fetch("/x/" + l.indexOf("b"));`)).toEqual(["GET /x/1"]);
    expect(only(`${list} fetch(l.indexOf("c") === -1 ? "/one" : "/two");`)).toEqual(["GET /one"]);
    expect(only('const l = [x, "b"]; fetch(l.indexOf("b") !== -1 ? "/one" : "/two");')).toEqual(["GET /one"]);
    expect(only('const l = [x, "b"]; fetch(l.indexOf("b") === 1 ? "/one" : "/two");')).toEqual(["GET /one | /two"]);
  });
});

describe("texts in which a text is looked for", () => {
  const withRoot = (test: string): string => `const root = "https://h";
const get = (url: string) => fetch(${test} ? url : root + url);
get("/one");
get(\`/two/\${id}\`);
get("https://h/three");
get(\`https://h/four/\${id}\`);`;

  it.each(["url.indexOf(root) === 0", "url.startsWith(root)", "!(url.indexOf(root) !== 0)"])(
    "tell whether a URL has its host already: %s",
    (test) => {
      const [own, ...calls] = only(withRoot(test));
      expect(own).toBe("GET https://h{url}?");
      expect(calls).toEqual([
        "GET https://h/one",
        "GET https://h/two/{id}",
        "GET https://h/three",
        "GET https://h/four/{id}",
      ]);
    },
  );

  it.each(['url.indexOf("?") > -1', 'url.indexOf("?") !== -1', 'url.includes("?")', '~url.indexOf("?")'])(
    "tell by which character a parameter is added: %s",
    (test) => {
      const text = `const add = (url: string) => fetch(\`\${url}\${${test} ? "&" : "?"}page=1\`);
add("/one");
add("/two?a=1");
add(\`/three/\${id}?a=1\`);`;
      expect(only(text).slice(1)).toEqual(["GET /one ?page", "GET /two ?a&page", "GET /three/{id} ?a&page"]);
    },
  );

  it("tell nothing of a place that is not known but that it is one", () => {
    expect(only('fetch("/a".indexOf(x) === 0 ? "/one" : "/two");')).toEqual(["GET /one | /two"]);
    expect(only('fetch(`${x}?a`.indexOf("?") === 3 ? "/one" : "/two");')).toEqual(["GET /one | /two"]);
    expect(only('fetch(`${x}?a`.indexOf("?") > 0 ? "/one" : "/two");')).toEqual(["GET /one | /two"]);
  });
});

describe("bodies that are sent on some paths only", () => {
  it.each([
    [
      "set under a condition",
      'const o = { method: "POST" }; if (c) o.body = JSON.stringify({ a: 1 }); fetch("/x", o);',
    ],
    ["a conditional", 'fetch("/x", { method: "POST", body: c ? JSON.stringify({ a: 1 }) : undefined });'],
    ["a spread under a condition", 'fetch("/x", { method: "POST", ...(c && { body: JSON.stringify({ a: 1 }) }) });'],
  ])("are told as such: %s", (_, text) => {
    expect(only(text)).toEqual(["POST /x json {a} | undefined"]);
  });
});
