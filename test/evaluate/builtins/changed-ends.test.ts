import { expect, test } from "vitest";
import { requestsOf } from "../../harness/project-requests";

const sent = (base: string): readonly string[] =>
  requestsOf({ "a.ts": `export const go = (base: string) => fetch(\`\${${base}}orders\`);` });

test.each(["base.replace(/\\/*$/, '/')", "base.replace(/\\/?$/, '/')"])("a text ends as %s says", (base) => {
  expect(sent(base)).toEqual(["GET {base}/orders"]);
});

test.each(["base.replace(/\\/$/, '/x')", "base.replace(/\\/+$/, '/')"])("it may end otherwise after %s", (base) => {
  expect(sent(base)).toEqual(["GET {}orders?"]);
});
