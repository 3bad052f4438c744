import { isPatch, isPut } from "../../../src/request/derived/predicates";
import type { Request } from "../../../src/request/request";
import type { Context } from "../../../src/rule/define";
import { containsRange, type Range } from "../../../src/text/range";
import type { Value } from "../../../src/value/value";

/** Whether the tag and its resource were certainly fixed before the request's loop began, so that each round sends the same tag to the same resource. */
export function isReadOnceBefore(tag: Value, request: Request, context: Pick<Context<unknown>, "requests">): boolean {
  const { loop } = request;
  const path = request.target.path;
  if (!loop || !path) return false;
  const holes = path.parts.flatMap((part) => (part.kind === "hole" ? [part.value] : []));
  return [tag, ...holes].every((value) => isFromBefore(value, loop, context.requests));
}

function isFromBefore(value: Value, loop: Range, requests: readonly Request[]): boolean {
  if (value.kind === "string") {
    return value.parts.every((part) => part.kind === "text" || isFromBefore(part.value, loop, requests));
  }
  const { origin } = value;
  if (!origin) return false;
  // An element of a list may differ in each round.
  if (origin.trail.some((name) => name.includes("[]") || name.includes("*"))) return false;
  const { response } = origin;
  if (!response) return origin.parameter !== undefined || /^process\.env\.\w+$/.test(origin.trail[0] ?? "");
  if (response.path.includes("*")) return false;
  const read = requests.find((request) => request.id === response.request);
  return read !== undefined && !isPatch(read) && !isPut(read) && !containsRange(loop, read.range);
}
