import type { Described } from "../../../src/request/derived/described";
import type { Request } from "../../../src/request/request";
import type { Context, Report } from "../../../src/rule/define";
import { listValues } from "../../../src/shape/describe";
import type { Shape } from "../../../src/shape/shape";
import { findTextMisfit, type TextMisfit } from "../../../src/shape/written-text";
import { HOLE, locateText } from "../../../src/value/located-text";
import { isAtBase } from "./unlisted";

/** Bounds the values in a message. */
const mostValues = 8;

/**
 * Checks the literal segments that fill parameters of the described endpoint.
 *
 * @returns nothing unless the base of the request is certainly the service's: otherwise the path may be another service's.
 */
export function* checkPathParameters(
  request: Request,
  { endpoint, paths }: Described,
  { facts }: Pick<Context<unknown>, "facts">,
): Generator<Report> {
  const [path, ...others] = paths;
  if (!endpoint || endpoint.pathParameters.size === 0 || !path || others.length > 0) return;
  if (!isAtBase(request, facts)) return;
  const located = locateText(path);
  const written = located.text.replace(/[?#].*$/u, "").split("/");
  let start = 0;
  for (const [index, name] of endpoint.path.split("/").entries()) {
    const segment = written[index] ?? "";
    const shape = endpoint.pathParameters.get(/^\{([^{}]+)\}$/u.exec(name)?.[1] ?? "");
    const misfit = shape && findMisfit(segment, shape);
    if (misfit)
      yield {
        message: "parameter",
        data: { path: endpoint.path, name: name.slice(1, -1), found: segment, expected: describe(misfit) },
        range: located.sourceRange({ start, end: start + segment.length }),
      };
    start += segment.length + 1;
  }
}

function findMisfit(segment: string, shape: Shape): TextMisfit | undefined {
  const text = segment === "" || segment.includes(HOLE) ? undefined : decode(segment);
  return text === undefined ? undefined : findTextMisfit(text, shape, { maximum: true });
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function describe(misfit: TextMisfit): string {
  if (misfit.kind === "type") return `be ${misfit.expected}`;
  if (misfit.kind === "constraint") return misfit.violation.expected;
  return `be ${listValues(misfit.allowed, mostValues)}`;
}
