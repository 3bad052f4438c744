import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const only = (text: string): readonly string[] => requestsOf({ "a.js": text });

describe("loops that count", () => {
  it.each([
    [
      "through a list",
      'const l = ["a", "b"]; let p = ""; for (let i = 0; i < l.length; i++) p += "/" + l[i]; fetch(p);',
      "GET /a/b",
    ],
    ["backwards", 'let p = ""; for (let i = 2; i > 0; i -= 1) p += "/" + i; fetch(p);', "GET /2/1"],
    [
      "with `continue` and `break`",
      'let p = ""; for (let i = 0; i < 5; i++) { if (i === 1) continue; if (i === 3) break; p += "/" + i; } fetch(p);',
      "GET /0/2",
    ],
    [
      "to where a condition ends them",
      'let p = "/x"; for (let i = 0; i < 2; i++) { if (x) break; p += "/" + i; } fetch(p);',
      "GET /x | /x/0/1",
    ],
    [
      "with a variable for each round",
      'const f = []; for (let i = 0; i < 2; i++) f.push(() => "/" + i); fetch(f[0]());',
      "GET /0",
    ],
    [
      "with one variable for all rounds",
      'const f = []; for (var i = 0; i < 2; i++) f.push(() => "/" + i); fetch(f[0]());',
      "GET /2",
    ],
    [
      "to a number that is not known",
      'let p = ""; for (let i = 0; i < n; i++) p += "/" + i; fetch("/x/" + p);',
      "GET /x/{}",
    ],
    ["to a large number", 'let p = ""; for (let i = 0; i < 100; i++) p += "/" + i; fetch("/x/" + p);', "GET /x/{}"],
    ["without an end", 'let p = ""; for (let i = 0; i < 1; i += 0) p += "/"; fetch("/x/" + p);', "GET /x/{}"],
    ["and send", 'for (let i = 0; i < 3; i++) fetch("/a/" + i);', "GET /a/{}"],
  ])("%s", (_, text, expected) => {
    expect(only(text)).toEqual([expected]);
  });

  it("fill tagged templates of another file", () => {
    expect(
      requestsOf({
        "a.js": 'import { uri } from "./uri"; export const f = (id, n) => fetch(uri`/jobs/${id}/parts?limit=${n}`);',
        "uri.js": `export const uri = (strings, ...values) => {
          const parts = [strings[0]];
          for (let i = 0; i < values.length; i++) parts.push(encodeURIComponent(values[i]) + strings[i + 1]);
          return parts.join("");
        };`,
      }),
    ).toEqual(["GET /jobs/{id}/parts ?limit"]);
  });
});
