import { describe, expect, test } from "vitest";
import { requestsIn } from "../../harness/project-requests";
import { renderRequest } from "../render";

/** Objects of which nothing is known but what the code itself has put into them. */

const sentBy = (body: string, head = ""): readonly string[] =>
  requestsIn({ "a.ts": `${head} export async function send(p: any, q: any) { ${body} }` }).map(renderRequest);

const send = `await fetch("https://h/" + p.tag, { method: "DELETE" });`;

describe("a member of something unknown", () => {
  test.each([
    ["is what is assigned to it", `p.tag = "x"; ${send}`, "DELETE /x []"],
    ["is what is assigned to it within a member", `p.a.tag = "x"; ${send.replace("p.tag", "p.a.tag")}`, "DELETE /x []"],
    ["is what `Object.assign` puts there", `Object.assign(p, { tag: "x" }); ${send}`, "DELETE /x []"],
    ["is what a function puts there", `fill(p); ${send}`, "DELETE /x []"],
    [
      "is what a spread takes along",
      `p.tag = "x"; const own = { ...p }; ${send.replace("p.tag", "own.tag")}`,
      "DELETE /x []",
    ],
    ["is gone where it is deleted", `delete p.tag; ${send}`, "DELETE /undefined []"],
    ["stays where another one is assigned", `p.other = "x"; ${send}`, "DELETE /{p.tag} []"],
    ["stays where the object is read", `console.log(p); JSON.stringify(p); ${send}`, "DELETE /{p.tag} []"],
    ["is assigned on one way only", `if (q) p.tag = "x"; ${send}`, "DELETE ? []"],
  ])("%s", (_, body, expected) => {
    expect(sentBy(body, `const fill = (to) => { to.tag = "x"; };`)).toContain(expected);
  });

  test("is what a recipe makes of it", () => {
    const body = `const next = produce(p, (draft) => { draft.tag = "x"; }); ${send.replace("p.tag", "next.tag")}`;
    expect(sentBy(body, `import { produce } from "immer";`)).toEqual(["DELETE /x []"]);
  });
});

describe("an object that a library puts something into", () => {
  test.each([
    ["lodash", `import { merge } from "lodash";`],
    ["one function of it", `import merge from "lodash/merge";`],
    ["another function", `import { assign as merge } from "lodash";`],
  ])("has that afterwards: %s", (_, head) => {
    const body = `const own: any = { tag: "a", b: 1 }; merge(own, { tag: "x" }); ${send.replace("p.tag", "own.tag")}`;
    expect(sentBy(body, head)).toEqual(["DELETE /x []"]);
  });
});

/** Whether two values of the same name are the same, as far as the code tells: rules ask it of tags. */
const isSame = (between: string): boolean => {
  const [first, second] = requestsIn({
    "a.ts": `export async function send(p: any, update: any) { await fetch("https://h/" + p.tag); ${between} await fetch("https://h/" + p.tag); }`,
  }).map(({ target }) => {
    const [, hole] = target.path?.parts ?? [];
    return hole?.kind === "hole" ? hole.value.origin?.identity : undefined;
  });
  return first !== undefined && first === second;
};

test.each([
  ["", true],
  ["console.log(p);", true],
  ["await update(p.tag);", true],
  ["await update(p);", false],
  ["await update({ p });", false],
  ["Object.assign(p, await update());", false],
  ["p[update] = 1;", false],
])("a member is the same before and after `%s`: %s", (between, expected) => {
  expect(isSame(between)).toBe(expected);
});
