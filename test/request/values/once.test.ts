import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** What is surely sent: a request whose path is one known text. */
const sureIn = (text: string): readonly string[] =>
  requestsOf({ "a.ts": text }).filter((each) => /^\w+ \/[\w/]*(?: |$)/u.test(each));

describe("what a function gives that keeps its first result is not worked out anew", () => {
  it.each(['import { once } from "lodash";', 'import once from "lodash/once";', 'import { once } from "underscore";'])(
    "%s",
    (imported) => {
      const text = `${imported} let n = 0; const make = once(() => "/a" + String(n++)); fetch(make()); fetch(make());`;
      expect(sureIn(text)).not.toContain("GET /a1");
    },
  );

  it.each(['import { memoize } from "lodash";', 'import memoize from "lodash/memoize";'])(
    "by a key: %s",
    (imported) => {
      const text = `${imported} const make = memoize((x: string) => "/" + x, () => "key"); fetch(make("a")); fetch(make("b"));`;
      expect(sureIn(text)).not.toContain("GET /b");
    },
  );
});

describe("a variable that a namespace exports", () => {
  const config = 'namespace Config { export let base = "/a"; export function set(next: string) { base = next; } }\n';

  it("is what code outside assigns", () => {
    expect(requestsOf({ "a.ts": `${config} Config.base = "/b"; fetch(Config.base + "/x");` })).not.toContain(
      "GET /a/x",
    );
  });

  it("is what code inside assigns", () => {
    expect(requestsOf({ "a.ts": `${config} Config.set("/b"); fetch(Config.base + "/x");` })).not.toContain("GET /a/x");
  });
});
