import { flatten } from "../../../request/drafts/strings";
import { isMapped, takesSelectors } from "../../../request/derived/predicates";
import type { Request } from "../../../request/request";
import type { Coverage } from "./line";

type Fate = "compared" | "unlisted" | "others" | "unknown";

/** From best to least known. A call site with several requests has the least known outcome of them. */
const order: readonly Fate[] = ["compared", "unlisted", "others", "unknown"];

/** Stands for the host of a relative URL. */
const relativeUrl = "a relative URL";

/** @returns the outcomes of a file's call sites, or `undefined` if it has none. */
export function coverageOf(requests: readonly Request[]): Coverage | undefined {
  const sites = new Map<string, { readonly fate: Fate; readonly request: Request }>();
  for (const request of requests) {
    if (isWrapper(request)) continue;
    const key = `${request.range.start}:${request.range.end}`;
    const fate = fateOf(request);
    const known = sites.get(key);
    if (!known || order.indexOf(fate) > order.indexOf(known.fate)) sites.set(key, { fate, request });
  }
  if (sites.size === 0) return undefined;
  const all = [...sites.values()];
  const count = (...fates: readonly Fate[]): number => all.filter(({ fate }) => fates.includes(fate)).length;
  const others: Record<string, number> = {};
  for (const { fate, request } of all)
    if (fate === "others") others[placeOf(request)] = (others[placeOf(request)] ?? 0) + 1;
  return { compared: count("compared", "unlisted"), unlisted: count("unlisted"), others, unknown: count("unknown") };
}

function fateOf(request: Request): Fate {
  const { target, described } = request;
  // For some public services other than the configured one, selectors or permissions are known.
  const isKnown = isMapped(request) || takesSelectors(request);
  if (target.service === "no" && !isKnown) return "others";
  if ((target.service === "unknown" && !isKnown) || (target.path ?? target.paths) === undefined) return "unknown";
  return described?.isUnlisted === true ? "unlisted" : "compared";
}

/**
 * Whether the unknown part of the path or method is a parameter. Such requests are checked at the function's call sites
 * instead.
 */
export function isWrapper({ target, method }: Request, reason = ""): boolean {
  const values = [method, target.hole].flatMap((value) => (value?.kind === "unknown" ? [value.reason] : []));
  return [reason, ...values].some((each) => each.startsWith("parameter `"));
}

function placeOf({ target }: Request): string {
  const text = target.origin ? flatten(target.origin.parts) : "";
  const host = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)/iu.exec(text)?.[1] ?? "";
  const name = host.toLowerCase().replace(/^.*@/u, "");
  // The text comes from the repository and may contain anything, so only plain host names are printed.
  if (/^[\w.:[\]-]{1,100}$/u.test(name)) return name;
  return target.others?.name ?? (text === "" ? relativeUrl : "a host that is not known");
}
