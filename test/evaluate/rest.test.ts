import { describe, expect, test } from "vitest";
import { requestsOf } from "../harness/project-requests";

const post = (path: string, body: string): string =>
  `fetch(${path}, { method: "POST", body: JSON.stringify(${body}) })`;

describe("what a pattern leaves of a typed value", () => {
  test.each([
    ["what is spread", `({ id, ...rest }: Patch) => ${post("`https://h/${id}`", "{ ...rest }")}`],
    [
      "a rest",
      `({ id, ...rest }: Patch & { extra: string }) => { const { extra, ...others } = rest; return ${post("`https://h/${id}`", "{ ...others }")}; }`,
    ],
  ])("lacks what was taken: %s", (_, made) => {
    const sent = requestsOf({ "a.ts": `type Patch = { id: string; name?: string };\nexport const save = ${made};` });
    expect(sent.join()).not.toMatch(/\bid\b[^}]*\}$|extra/u);
    expect(sent).toHaveLength(1);
  });

  test("has the others", () => {
    const sent = requestsOf({
      "a.ts": `type Patch = { id: string; name?: string };
export const save = ({ id, ...rest }: Patch) => ${post('"https://h/" + id', "{ ...rest }")};`,
    });
    expect(sent).toEqual(["POST https://h/{id} json {name?}"]);
  });

  test("has nothing under the name of what was taken", () => {
    const sent = requestsOf({
      "a.ts": `type Patch = { id: string; name?: string };
export const save = ({ id, ...rest }: Patch) => fetch("https://h/" + ((rest as Patch).id ?? "none"));`,
    });
    expect(sent).toEqual(["GET https://h/none"]);
  });
});
