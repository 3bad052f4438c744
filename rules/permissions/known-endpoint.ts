import { findNearEndpoints, type Correction } from "../../src/contract/permissions/near-endpoints";
import { templateOf } from "../../src/request/derived/describe";
import { findRequestEndpoints } from "../../src/request/derived/endpoint";
import { isMapped } from "../../src/request/derived/predicates";
import type { Request } from "../../src/request/request";
import { type Context, defineRule, type Report } from "../../src/rule/define";
import type { Range } from "../../src/text/range";
import { locateText, type LocatedText } from "../../src/value/located-text";
import type { StringValue } from "../../src/value/value";
import { getPathRange } from "./helpers/path-range";
import { checkPathParameters } from "./helpers/path-parameters";
import { reportUnlisted } from "./helpers/unlisted";

interface Options {
  readonly permissionMap: boolean;
}

export const rule = defineRule<"request", Options>({
  id: "known-endpoint",
  code: 100403,
  on: "request",
  docs: {
    summary: "Disallow requests to endpoints that an imported description does not list.",
    why: "The service has no such endpoint, or not the one that is meant: it answers 404, or 405 to another method. A permission map is not complete, so there only a path that is one typo away from a listed one is a problem.",
    clauses: ["description 1", "permissions 4"],
    preset: "recommended",
    severity: "error",
    strictOptions: { permissionMap: true },
  },
  messages: {
    typo: "`{method} {path}` is not listed: `{wrong}` is one typo away from {right}. Write that, or check the path.",
    unlisted: "The service has no `{method} {path}`: it answers 404. Correct the path.",
    unlistedNear: "The service has no `{method} {path}`: it answers 404. Did you mean `{near}`?",
    otherMethod: "`{path}` does not take {method}: the service answers 405. It takes {methods}.",
    parameter: "`{found}` cannot be `{name}` of `{path}`: the service answers 404 or 400. It must {expected}.",
    write: "Write `{right}`",
  },
  options: {
    permissionMap: {
      type: "boolean",
      description:
        "Whether to report paths that are one typo away from an endpoint of the permission map, which need not be complete.",
      default: false,
    },
  },
  fixable: false,
  hasSuggestions: true,
  check(request, context) {
    const { described } = request;
    if (!described && !(context.options.permissionMap && isMapped(request))) return;
    const isListed = described && described.isUnlisted !== true;
    const reports = isListed ? checkPathParameters(request, described, context) : checkUnlisted(request, context);
    for (const report of reports) context.report(report);
  },
});

/** Checks a request that matches no entry. Without a description of the service, only typos are reported. */
function* checkUnlisted(request: Request, context: Context<Options>): Generator<Report> {
  const { contract, facts, text } = context;
  const { described } = request;
  const match = findRequestEndpoints(request, contract, facts);
  if (match?.certainty !== "none") return;
  const { method } = match;
  const [path, ...others] = described?.paths ?? match.paths;
  if (path === undefined || others.length > 0) return;
  const near = findNearEndpoints(described?.list ?? contract, method, path, facts.aliases);
  const [first, ...more] = near.flatMap((endpoint) => endpoint.corrections);
  // If different segments could be corrected, it is unclear which word is wrong.
  if (first !== undefined && more.every(({ segment }) => segment === first.segment)) {
    const range = getPathRange([path], text) ?? request.anchor;
    yield describeTypo(method, path, [first, ...more], range);
    return;
  }
  const report = described && reportUnlisted(request, described, context);
  if (report) yield report;
}

/**
 * @param corrections all for the same segment.
 * @param range the fallback if the wrong word is not written as a whole.
 */
function describeTypo(
  method: string,
  path: StringValue,
  corrections: readonly [Correction, ...Correction[]],
  range: Range,
): Report {
  const words = [...new Set(corrections.map(({ right }) => right))];
  const located = locateText(path);
  const [first] = corrections;
  const place = placeOf(located.text, first);
  return {
    message: "typo",
    data: {
      method,
      path: templateOf(path),
      wrong: first.wrong,
      right: words.map((word) => `\`${word}\``).join(" or "),
    },
    range: (place && located.sourceRange(place)) ?? range,
    suggestions: words.flatMap((right) => {
      const edits = place === undefined ? undefined : located.replace(place, right);
      return edits === undefined ? [] : [{ message: "write", data: { right }, edits }];
    }),
  };
}

/** @returns the range of the wrong word in the path's text; `undefined` if it is not written as a whole. */
function placeOf(path: LocatedText["text"], { segment, wrong }: Correction): Range | undefined {
  const [before, ...segments] = path.split("/");
  if (before !== "" || segments[segment]?.replace(/[?#].*/, "") !== wrong) return undefined;
  const start = segments.slice(0, segment).reduce((length, each) => length + each.length + 1, 1);
  return { start, end: start + wrong.length };
}
