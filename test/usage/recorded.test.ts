import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareRecorded } from "../../src/usage/recorded";
import type { Call, Usage } from "../../src/usage/usage";

/** @returns whether a request that was recorded is one that a call of a path sends. */
function isSent(path: string, recorded: string): boolean {
  const at = { file: "a.ts", line: 1, column: 1, endLine: 1, endColumn: 2 };
  const nothing = { types: ["object" as const] };
  const call: Call = {
    ...at,
    client: "web",
    method: "GET",
    path,
    tokens: [],
    query: nothing,
    headers: nothing,
    unknown: [],
  };
  const usage: Usage = {
    ...{ version: 1, clients: ["web"], complete: true, endpoints: [], unused: [], unclear: [] },
    ...{ unlisted: [call], unknown: [], notUnderstood: [] },
  };
  const seen = [{ method: "GET", path: recorded, names: [], place: "traffic.har, entry 1" }];
  return compareRecorded(seen, usage, []).unsent.length === 0;
}

/** The same by a regular expression. */
function isSentByPattern(path: string, recorded: string): boolean {
  return new RegExp(`^${path.replaceAll("{}", ".+").replace(/\/$/u, "")}/?$`, "u").test(recorded);
}

describe("a recorded path", () => {
  it("is that of a call where the known parts stand in it in their order", { tags: ["long"] }, () => {
    const path = fc.array(fc.constantFrom("/", "a", "b", "{}"), { maxLength: 8 }).map((parts) => `/${parts.join("")}`);
    const recorded = fc.array(fc.constantFrom("/", "a", "b"), { maxLength: 10 }).map((parts) => `/${parts.join("")}`);
    fc.assert(
      fc.property(path, recorded, (one, other) => {
        // A slash at the end is no part of a path.
        fc.pre(!other.endsWith("//") && !one.endsWith("//") && !(/\{\}\/?$/u.test(one) && other.endsWith("/")));
        expect(isSent(one, other)).toBe(isSentByPattern(one, other));
      }),
      { numRuns: 5_000 },
    );
  });

  it("is gone through once, whatever it is", () => {
    const path = `/${"{}/".repeat(20)}x`;
    expect(isSent(path, `/${"a/".repeat(20_000)}`)).toBe(false);
    expect(isSent(path, `/${"a/".repeat(20_000)}x`)).toBe(true);
  });
});
