import { describe, expect, test } from "vitest";
import { rule } from "../../../rules/patch/no-stale-etag";
import { check } from "../../harness/check";
import { readSource } from "../../harness/fixtures";

const configuration = 'service: { baseUrls: ["https://api.example.com"], etags: true }\n';
const before = `const url = "https://api.example.com/widgets/1"; const other = "https://elsewhere.example.org/widgets/1";
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
