import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const only = (text: string): readonly string[] => requestsOf({ "a.ts": text });

describe("queries that are put together from pieces", () => {
  it.each([
    [
      "pushed under conditions",
      'const parts = ["a=1"];\nif (b) parts.push("b=" + b);\nif (c) parts.push(`c=${encodeURIComponent(c)}`);\nfetch("/one?" + parts.join("&"));',
      "?a&b?&c?",
    ],
    [
      "of which the first may be missing",
      'const parts = [];\nif (a) parts.push("a=" + a);\nfetch("/one?" + parts.join("&"));',
      "?a?",
    ],
    ["without a value", 'const parts = ["a"];\nif (b) parts.push("b");\nfetch(`/one?${parts.join("&")}`);', "?a&b?"],
    [
      "that are truthy",
      'fetch("/one?" + [a && `a=${a}`, "b=2", c ? `c=${c}` : ""].filter(Boolean).join("&"));',
      "?a?&b&c?",
    ],
    [
      "that a function lets pass",
      'fetch("/one?" + [`a=${a}`, b ? `b=${b}` : null].filter((x) => x !== null).join("&"));',
      "?a&b?",
    ],
    [
      "from the keys of an object",
      'const q = { a: 1, b: b, c: undefined };\nfetch("/one?" + Object.keys(q).filter((k) => q[k] !== undefined).map((k) => k + "=" + q[k]).join("&"));',
      "?a&b?",
    ],
    [
      "of names in a list",
      'const parts: string[] = [];\n["a", "b"].forEach((k) => { if (o[k]) parts.push(`${k}=${o[k]}`); });\nfetch(`/one?${parts.join("&")}`);',
      "?a?&b?",
    ],
    ["that may hold more", 'const parts = ["a=1"];\nif (b) parts.push(b);\nfetch("/one?" + parts.join("&"));', "?a?+"],
  ])("know pieces %s", (_, text, query) => {
    expect(only(text)).toEqual([`GET /one ${query}`]);
  });

  it.each([
    ["a few", 3, /^GET \/one \?a&p0\?&p1\?&p2\?$/u],
    ["many", 6, /^GET \/one \?a\b.*\+$/u],
    ["very many", 60, /^GET \/one \?a\b.*\+$/u],
  ])("keep the path and what comes first of %s parameters on conditions of their own", (_, count, expected) => {
    const added = Array.from({ length: count }, (_each, index) => `if (c${index}) url += "&p${index}=" + c${index};`);
    const [request, ...others] = only(`let url = "/one?a=1";\n${added.join("\n")}\nfetch(url);`);
    expect(others).toEqual([]);
    expect(request).toMatch(expected);
  });

  it.each([
    ["by entries", "Object.entries(q).forEach(([k, v]) => p.append(k, String(v)));"],
    ["by entries in a loop", "for (const [k, v] of Object.entries(q)) p.append(k, String(v));"],
    ["by keys", "Object.keys(q).map((k) => p.append(k, q[k]));"],
    ["by a loop over names", "for (const k in q) p.append(k, q[k]);"],
  ])("know members that may be missing, copied %s", (_, copy) => {
    const text = `const q = { a: 1, ...(b ? { b } : {}), c: 3 };\nconst p = new URLSearchParams();\n${copy}\nfetch(\`/one?\${p}\`);`;
    expect(only(text)).toEqual(["GET /one ?a&b?&c"]);
  });

  it("leave a loop over nothing out", () => {
    const text = `function list(page, more) {
  const p = new URLSearchParams({ page });
  for (const k in more) p.set(k, more[k]);
  return fetch(\`/one?\${p}\`);
}
export const first = () => list(1);`;
    expect(only(text)).toEqual(["GET /one ?page?+", "GET /one ?page"]);
  });

  it("keep what ends a round early under a condition", () => {
    const text = `function find(q) {
  for (const k of Object.keys(q)) { if (k === "b") return fetch(\`/\${k}\`); }
  return fetch("/none");
}
export const any = (b) => find({ a: 1, ...(b ? { b } : {}) });`;
    expect(only(text)).toContain("GET /none");
  });
});

describe("queries of objects that are known in part", () => {
  const copied = "Object.entries(q).forEach(([k, v]) => { if (v !== undefined) p.append(k, String(v)); });";
  it.each([
    ["{ a: 1, ...more }", "?a?+"],
    ["{ ...more, a: 1, b: undefined }", "?a+"],
  ])("keep the names of %s", (object, query) => {
    const text = `const q = ${object};\nconst p = new URLSearchParams();\n${copied}\nfetch(\`/one?\${p}\`);`;
    expect(only(text)).toEqual([`GET /one ${query}`]);
  });

  it("are appended where a parameter is surely there", () => {
    const text = `import qs from "qs";
function send(url, query) {
  if (query) {
    const text = qs.stringify(query);
    if (text) url = \`\${url}\${url.includes("?") ? "&" : "?"}\${text}\`;
  }
  return fetch(url);
}
export const one = (base) => send(\`\${base}/one\`, { a: 1, b: undefined });
export const two = () => send("/two");`;
    expect(only(text).slice(1)).toEqual(["GET {base}/one ?a", "GET /two"]);
  });
});

describe("values that are percent-encoded as one piece bring no further parameters", () => {
  it.each([
    ["made of several", 'fetch("/one?a=" + encodeURIComponent(a + " " + b));', "?a"],
    ["behind a text", "fetch(`/one?a=x${encodeURIComponent(a)}&b=1`);", "?a&b"],
    ["in pieces that are joined", 'fetch("/one?" + ["a=x" + encodeURIComponent(a), "b=1"].join("&"));', "?a&b"],
    ["in parameters", 'fetch("/one?" + new URLSearchParams("a=" + encodeURIComponent(a)));', "?a"],
    ["but not by `encodeURI`", 'fetch("/one?a=x" + encodeURI(a));', "?a+"],
    [
      "nor by `encodeURI` in parameters",
      'const q = new URLSearchParams("a=" + encodeURI(a));\nq.set("b", 1);\nfetch("/one?" + q);',
      "?a&b+",
    ],
    ["given by a function", 'const of = (it) => "a=x" + encodeURIComponent(it);\nfetch("/one?" + of(a));\n', "?a"],
  ])("%s", (_, text, query) => {
    expect(only(text)).toEqual([`GET /one ${query}`]);
  });
});

describe("a URL that a wrapper makes of pieces, and sets a parameter of", () => {
  const wrapper = (text: string): string => `async function get(path, f, query) {
    const url = new URL(${text});
    url.searchParams.set("fields", f);
    return fetch(url);
  }
  `;

  it.each([
    ["its path", "`https://h${path}`", '"/a?limit=1"', "?limit&fields"],
    ["a query that is not known", "`https://h${path}?${query}`", '"/a"', "?fields+"],
    ["the query of an object", "`https://h${path}?${new URLSearchParams(query)}`", '"/a"', "?fields+"],
    ["a path whose query is not known", "`https://h${path}`", "`/a?${rest}`", "?fields+"],
    ["a path with a parameter that is not known", "path, 'https://h'", "`/a?limit=${rest}`", "?limit&fields+"],
  ])("has that parameter surely: %s", (_, text, path, query) => {
    const known = requestsOf({
      "a.js": `${wrapper(text)}export const all = (rest) => get(${path}, "items(id)", rest);`,
    });
    expect(known).toContain(`GET https://h/a ${query}`);
  });
});
