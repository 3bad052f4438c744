import { distance } from "fastest-levenshtein";
import type { PermissionEntry } from "../../../src/contract/contract";
import { findEndpoints } from "../../../src/contract/permissions/endpoints";
import { findNearEndpoints } from "../../../src/contract/permissions/near-endpoints";
import { basesOf, matchBase } from "../../../src/request/base-urls";
import type { Described } from "../../../src/request/derived/described";
import { templateOf } from "../../../src/request/derived/describe";
import { effectiveMethod } from "../../../src/request/derived/method";
import type { Request } from "../../../src/request/request";
import type { Context, Report } from "../../../src/rule/define";
import { getPathRange } from "./path-range";

/** Bounds the difference between a path and its nearest listed one, as a share of its length. */
const greatestDifference = 0.4;

/**
 * Reports a request to an endpoint that a complete description does not list.
 *
 * @returns `undefined` unless the base of the request is certainly the service's: otherwise the path may be another service's.
 */
export function reportUnlisted(
  request: Request,
  { list, paths, isUnlisted }: Described,
  { facts, text }: Pick<Context<unknown>, "facts" | "text">,
): Report | undefined {
  const method = effectiveMethod(request);
  const [path, ...others] = paths;
  if (isUnlisted !== true || method === undefined || path === undefined || others.length > 0) return undefined;
  if (!isAtBase(request, facts)) return undefined;
  const template = templateOf(path);
  const range = getPathRange([path], text) ?? request.anchor;
  const methods = [...new Set(list.permissions.map((entry) => entry.method))].filter(
    (each) => findEndpoints(list, each, path, facts.aliases).certainty !== "none",
  );
  if (methods.length > 0) {
    const data = { method, path: template, methods: methods.join(", ").replace(/, (?=\w+$)/u, " and ") };
    return { message: "otherMethod", data, range: request.anchor };
  }
  const near =
    nearestOf(list.permissions, method, template) ??
    findNearEndpoints(list, method, path, facts.aliases, 2)[0]?.entry.path;
  return near === undefined
    ? { message: "unlisted", data: { method, path: template }, range }
    : { message: "unlistedNear", data: { method, path: template, near }, range };
}

/** Whether the request's base is known, and is a configured or described base. */
export function isAtBase({ target }: Request, facts: Context<unknown>["facts"]): boolean {
  const bases = basesOf(facts);
  return bases !== undefined && target.origin !== undefined && matchBase(target.origin.parts, bases) !== undefined;
}

/** @returns the most similar path among the method's endpoints. */
function nearestOf(entries: readonly PermissionEntry[], method: string, template: string): string | undefined {
  const plain = withoutNames(template);
  let nearest: { readonly path: string; readonly typos: number } | undefined;
  for (const { method: other, path } of entries) {
    if (other !== method) continue;
    const typos = distance(plain, withoutNames(path));
    if (typos < (nearest?.typos ?? plain.length * greatestDifference)) nearest = { path, typos };
  }
  return nearest?.path;
}

function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/gu, "{}");
}
