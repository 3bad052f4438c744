import { findNearEndpoints, type Correction } from "../../src/contract/permissions/near-endpoints";
import { templateOf } from "../../src/request/questions/describe";
import { findRequestEndpoints } from "../../src/request/questions/endpoint";
import { isMapped } from "../../src/request/questions/predicates";
import { defineRule } from "../../src/rule/define";
import type { Range } from "../../src/text/range";
import { locateText, type LocatedText } from "../../src/value/located-text";
import { getPathRange } from "./helpers/path-range";

export const rule = defineRule<"request", Readonly<Record<string, never>>>({
  id: "known-endpoint",
  code: 100403,
  on: "request",
  docs: {
    summary: "Disallow paths that are one typo away from an endpoint of the permission map.",
    why: "The service has no such endpoint, or not the one that is meant. The map is not complete, so a path that is only not listed is no problem.",
    clauses: ["permissions 4"],
    preset: "strict",
    severity: "warn",
  },
  messages: {
    typo: "`{method} {path}` is not listed: `{wrong}` is one typo away from {right}. Write that, or check the path.",
    write: "Write `{right}`",
  },
  options: {},
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    const { contract, facts, text } = context;
    const match = isMapped(request) ? findRequestEndpoints(request, contract, facts) : undefined;
    if (match?.certainty !== "none") return;
    const { method, paths } = match;
    const [path, ...others] = paths;
    if (path === undefined || others.length > 0) return;
    const near = findNearEndpoints(contract, method, path, facts.aliases);
    const corrections = near.flatMap((endpoint) => endpoint.corrections);
    const [first] = corrections;
    // If corrections at two places are possible, nobody can tell which word is wrong.
    if (first === undefined || corrections.some(({ segment }) => segment !== first.segment)) return;
    const words = [...new Set(corrections.map(({ right }) => right))];
    const located = locateText(path);
    const place = placeOf(located.text, first);
    context.report({
      message: "typo",
      data: {
        method,
        path: templateOf(path),
        wrong: first.wrong,
        right: words.map((word) => `\`${word}\``).join(" or "),
      },
      range: (place && located.sourceRange(place)) ?? getPathRange([path], text) ?? request.anchor,
      suggestions: words.flatMap((right) => {
        const edits = place === undefined ? undefined : located.replace(place, right);
        return edits === undefined ? [] : [{ message: "write", data: { right }, edits }];
      }),
    });
  },
});

/** @returns the range of the wrong word in the path's text; `undefined` if it is not written there as a whole. */
function placeOf(path: LocatedText["text"], { segment, wrong }: Correction): Range | undefined {
  const [before, ...segments] = path.split("/");
  if (before !== "" || segments[segment]?.replace(/[?#].*/, "") !== wrong) return undefined;
  const start = segments.slice(0, segment).reduce((length, each) => length + each.length + 1, 1);
  return { start, end: start + wrong.length };
}
