import { describe, expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

/** @returns the requests of a function's body, with parameters of which nothing is known. */
function sentBy(body: string, before = ""): readonly string[] {
  return requestsOf({
    "a.ts": `declare function save(value: unknown): void;
declare function find(name: string): Promise<string>;
${before}
export async function go(id: string, org: string | undefined, flag: boolean, kind: "a" | "b" | "c") { ${body} }`,
  });
}

describe("all members of a union", () => {
  test.each([
    ["a switch that returns", 'switch (kind) { case "a": return "x"; case "b": return "y"; case "c": return "z"; }'],
    ["a switch of joined cases", 'switch (kind) { case "a": return "x"; case "b": case "c": return "y"; }'],
    ["comparisons", 'if (kind === "a") return "x"; else if (kind !== "b" && kind !== "c") return; return "y";'],
  ])("leave nothing to fall through: %s", (_, body) => {
    const sent = sentBy("fetch(`/${part(kind)}`);", `function part(kind: "a" | "b" | "c") { ${body} }`);
    expect(sent).toEqual([body.includes('"z"') ? "GET /x | /y | /z" : "GET /x | /y"]);
  });

  test("but one that is not asked for does", () => {
    const part =
      'function part(kind: "a" | "b" | "c") { switch (kind) { case "a": return "x"; case "b": return "y"; } }';
    expect(sentBy("fetch(`/${part(kind)}`);", part)).toEqual(["GET /x | /y | /undefined"]);
  });
});

describe("a condition that another function asks", () => {
  test("is the same", () => {
    const prefix = "function prefix(org?: string) { return org ? `/orgs/${org}` : ''; }";
    expect(sentBy("fetch(`${prefix(org)}/repos${org ? '' : '/mine'}`);", prefix)).toEqual([
      "GET /orgs/{org}/repos | /repos/mine",
    ]);
  });

  test("is another one of another value", () => {
    const prefix = "function prefix(org?: string) { return org ? `/orgs/${org}` : ''; }";
    expect(sentBy("fetch(`${prefix(org)}/repos${flag ? '' : '/mine'}`);", prefix)[0]?.split(" | ")).toHaveLength(4);
  });
});

describe("a member of what functions share", () => {
  const state = "const state: { id?: string } = {}; export function set(id: string) { state.id = id; }";

  test.each([
    ["is there", "if (!state.id) return; fetch(`/${state.id}`);"],
    ["is there after a call that is given it", "if (!state.id) return; save(state.id); fetch(`/${state.id}`);"],
    ["is there after a call", "if (state.id === undefined) return; save(1); fetch(`/${state.id}`);"],
  ])("that was asked for %s", (_, body) => {
    expect(sentBy(body, state)).toEqual(["GET /{id}"]);
  });

  test("that nobody has asked for may not be", () => {
    expect(sentBy("save(1); fetch(state.id ? `/a/${state.id}` : '/none');", state)).toEqual(["GET /a/{id} | /none"]);
  });
});

test("what is known of a member on one way does not come back where the ways meet", () => {
  const sent = sentBy(
    `const db = flag ? { uuid: "one", preview: "two" } : { uuid: await find("x"), preview: undefined };
if (org) { if (!db.preview) throw new Error("none"); db.uuid = db.preview; }
fetch(\`/\${db.uuid}\`);`,
  );
  expect(sent.join()).not.toContain("undefined");
});
