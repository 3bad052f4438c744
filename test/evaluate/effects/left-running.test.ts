import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../../request/render";

/** What an asynchronous function changes after it has waited for something. */

const head = `class Session { user = "anon"; busy = "no";
  async login(u: string) { this.busy = "yes"; await fetch("https://h/login", { method: "POST" }); this.user = u; }
  start(u: string) { return this.login(u); } begin(u: string) { void this.login(u); }
  now(u: string) { this.user = u; } async quick(u: string) { this.user = u; } }
const s = new Session();\n`;
const sentAfter = (calls: string): readonly string[] =>
  requestsIn({ "a.ts": `${head}${calls}; await fetch("https://h/as/" + s.user);` })
    .map(renderRequest)
    .filter((each) => each.startsWith("GET /as"));

describe("a call of an asynchronous method", () => {
  test.each([
    ["is waited for", `await s.login("kim")`],
    ["gives a promise that is waited for", `await s.start("kim")`],
    ["is one of several that are waited for", `await Promise.all([s.login("kim")])`],
    ["waits for nothing", `s.quick("kim")`],
    ["is none of an asynchronous one", `s.now("kim")`],
  ])("%s", (_, calls) => {
    expect(sentAfter(calls)).toEqual(["GET /as/kim []"]);
  });

  test.each([
    ["is a statement", `s.login("kim")`],
    ["is kept for later", `const login = s.login("kim")`],
    ["is left alone", `void s.login("kim")`],
    ["is left alone by another one", `s.begin("kim")`],
  ])("%s", (_, calls) => {
    expect(sentAfter(calls)).not.toContain("GET /as/kim []");
  });
});
