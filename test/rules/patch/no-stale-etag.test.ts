import { describe, expect, test } from "vitest";
import { rule } from "../../../rules/patch/no-stale-etag";
import { check } from "../../harness/check";
import { readSource } from "../../harness/fixtures";

const configuration = 'service: { baseUrls: ["https://api.example.com"], etags: true }\n';
const before = `import _, { pick, omit as without } from "lodash";
const url = "https://api.example.com/widgets/1"; const other = "https://elsewhere.example.org/widgets/1";
const send = (to: string, tag: unknown, method = "PATCH") => fetch(to, { method, headers: { "If-Match": tag }, body: "{}" });
`;

/** @returns what is reported in the body of a function, as `message: text <- text of what it is related to`. */
function reported(body: string): readonly string[] {
  const text = `${before}export async function run(a: any, b: any, c: boolean) { ${body} }`;
  const { findings } = check(rule, { ...readSource("/a.ts", text), configuration });
  const textAt = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  return findings.map(({ messageId, range, related }) =>
    [`${messageId}: ${textAt(range)}`, ...related.map((each) => textAt(each.range))].join(" <- "),
  );
}

describe("a tag of an object with some members of another", () => {
  test.each([
    [
      "is the picked one",
      `const kept = _.pick(a, ["etag", "name"]); await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is one of several that are picked",
      `const { etag } = pick(a, "id", ["name"], "etag"); await send(url, a.etag); await send(url, etag);`,
    ],
    ["is what is left", `const rest = without(a, ["name"]); await send(url, rest.etag); await send(url, a.etag);`],
    [
      "is a known object's",
      `const all = { etag: a.etag, name: "x" }; await send(url, pick(all, ["etag"]).etag); await send(url, a.etag);`,
    ],
    [
      "is what is left, then picked",
      `const kept = _.pick(_.omit(a, "name"), ["etag"]); await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is picked and spread",
      `const kept = { name: "x", ...pick(a, ["etag"]) }; await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is picked by names in a constant",
      `const names = ["etag", "id"]; const kept = pick(a, names); await send(url, kept.etag); await send(url, a.etag);`,
    ],
    ["is picked twice", `await send(url, pick(a, ["etag"]).etag); await send(url, pick(a, ["etag"]).etag);`],
  ])("%s", (_, body) => {
    expect(reported(body).map((each) => each.split(":")[0])).toEqual(["used"]);
  });

  test.each([
    ["is left out", `const rest = _.omit(a, ["etag"]); await send(url, rest.etag); await send(url, rest.etag);`],
    ["is not picked", `const kept = pick(a, ["name"]); await send(url, kept.etag); await send(url, a.etag);`],
    [
      "is not picked of what was picked",
      `const kept = pick(pick(a, ["etag", "name"]), ["name", "id"]); await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is left out of what was picked",
      `const kept = without(pick(a, ["etag"]), "etag"); await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is assigned afterwards",
      `const kept: any = pick(a, ["etag"]); kept.etag = b.etag; await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is the one from before",
      `const kept = pick(a, ["etag"]); a.etag = b.etag; await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is picked by names that are not known",
      `const kept = pick(a, b); await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is picked by a function",
      `const kept = (_ as any).pick(a, (value: unknown) => value); await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is within a member",
      `const kept: any = pick(a, ["meta.etag"]); await send(url, kept.etag); await send(url, a.etag);`,
    ],
    [
      "is picked by another function",
      `const kept = b.pick(a, ["etag"]); await send(url, kept.etag); await send(url, a.etag);`,
    ],
  ])("is none that %s", (_, body) => {
    expect(reported(body)).toEqual([]);
  });
});

describe("a tag that cannot be current", () => {
  test.each([
    ["is a literal one of a PATCH", `await send(url, '"1"');`, [`literal: '"1"'`]],
    ["is a literal one of a PUT", `await send(url, '"1"', "PUT");`, [`literal: '"1"'`]],
    ["is each literal one", `await send(url, c ? '"1"' : c ? "*" : '"2"');`, [`literal: '"1"'`, `literal: '"2"'`]],
    ["was used for a PATCH", `await send(url, a.etag); await send(url, a.etag, "PUT");`, ["used: a.etag <- send"]],
    ["was used for a PUT", `await send(url, a.etag, "PUT"); await send(url, a.etag);`, [`used: a.etag <- "PUT"`]],
  ])("%s", (_, body, expected) => {
    expect(reported(body)).toEqual(expected);
  });

  test.each([
    ["forces the update", `await send(url, "*"); await send(url, " * ");`],
    ["is empty where there is none", `await send(url, ""); await send(url, c ? a.etag : "");`],
    ["is a literal one on some paths", `await send(url, c ? a.etag : '"1"');`],
    ["is none at all", `await fetch(url, { method: "PATCH", body: "{}" });`],
    ["goes with no update", `await send(url, '"1"', "GET"); await send(url, '"1"', "DELETE");`],
    ["goes to another service", `await send(other, '"1"');`],
    ["was sent with what is no update", `await send(url, a.etag, "GET"); await send(url, a.etag);`],
    ["was sent to another service", `await send(other, a.etag); await send(url, a.etag);`],
    ["was sent for another resource", `await send(url, a.etag); await send(url + "/parts", a.etag);`],
    ["is another resource's, as far as is known", `await send(a.url, a.etag); await send(b.url, a.etag);`],
    ["was sent for a resource that is not known", `await send(a.url, a.etag); await send(url, a.etag);`],
    ["is sent for a resource that is not known", `await send(url, a.etag); await send(a.url, a.etag);`],
    ["is another one", `await send(url, a.etag); await send(url, b.etag);`],
    [
      "was sent on some paths only",
      `await fetch(url, { method: "PATCH", headers: { ...(c && { "If-Match": a.etag }) }, body: "{}" }); await send(url, a.etag);`,
    ],
    [
      "was not sent with an earlier update",
      `await fetch(url, { method: "PATCH", body: "{}" }); await send(url, a.etag);`,
    ],
  ])("is none that %s", (_, body) => {
    expect(reported(body)).toEqual([]);
  });
});
