import { describe, expect, it } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** A function whose call takes more work than a function of the file may take in what it calls. */
const long = `function each(n) { const a = n + 1; const b = a + 1; return b; }
function long() { ${"each(1);\n".repeat(300)} }`;

describe("what a function is the first to need", () => {
  it("does not use up its work where it is an instance of a class that is handed in", () => {
    const files = {
      "a.ts": `import { Client } from "./client";
export class Api {
  constructor(private client: Client) {}
  one() { return this.client.send("/one"); }
  two() { return this.client.send("/two"); }
}`,
      "client.ts": `import { Api } from "./a";
${long}
export class Client { constructor() { long(); } send(path: string) { return fetch(path); } }`,
    };
    expect(requestsOf(files)).toEqual(["GET /one", "GET /two"]);
  });

  it("does not use up its work where it is a module", () => {
    const files = {
      "a.ts": `import { settings } from "./settings";
const send = (path: string) => fetch(path);
export function one() { settings.load; return send("/one"); }
export function two() { return send("/two"); }`,
      "settings.ts": `import { back } from "./a";\n${long}\nlong();\nexport const settings = { load: 1 };`,
    };
    expect(requestsOf(files)).toEqual(["GET ?", "GET /one", "GET /two"]);
  });
});
