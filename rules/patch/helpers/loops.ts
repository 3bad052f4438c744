import { isPatch, isPut } from "../../../src/request/questions/predicates";
import type { Request } from "../../../src/request/request";
import type { Context } from "../../../src/rule/define";
import { containsRange, type Range } from "../../../src/text/range";
import type { Value } from "../../../src/value/value";

/** Whether a loop may end after the first success, as one that tries again does. */
export function mayLeave(loop: Range, text: string): boolean {
  const code = text.slice(loop.start, loop.end);
  return /\b(?:break|return|throw|catch)\b/u.test(code) || goesOnByResult(code);
}

/** Whether the condition of a loop looks at something that the loop assigns: `do answer = await send(); while (!answer.ok)`. */
function goesOnByResult(code: string): boolean {
  const condition =
    /^while\s*\(([^;{]*)\)/u.exec(code)?.[1] ??
    /\bwhile\s*\(([^;{]*)\)\s*;?\s*$/u.exec(code)?.[1] ??
    /^for\s*\([^;]*;([^;]*);/u.exec(code)?.[1];
  if (condition === undefined) return false;
  const rest = code.replace(condition, "");
  const names = condition.match(/[$\w]+/gu) ?? [];
  return names.some((name) => new RegExp(`(?<![.$\\w])${name.replaceAll("$", "\\$")}\\s*=(?!=)`, "u").test(rest));
}

/**
 * Whether the tag and the resource that it guards were surely settled before the request's loop began, so that each round sends the same
 * tag to the same resource.
 */
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
  // An element of a list is another one in each round.
  if (origin.trail.some((name) => name.includes("[]") || name.includes("*"))) return false;
  const { response } = origin;
  if (!response) return origin.parameter !== undefined || /^process\.env\.\w+$/.test(origin.trail[0] ?? "");
  if (response.path.includes("*")) return false;
  const read = requests.find((request) => request.id === response.request);
  return read !== undefined && !isPatch(read) && !isPut(read) && !containsRange(loop, read.range);
}
