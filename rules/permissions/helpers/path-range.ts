import type { Range } from "../../../src/text/range";
import type { StringValue } from "../../../src/value/value";

/**
 * Finds the range of a request's path.
 *
 * @param paths the path, or all alternatives: the result is the piece that they share.
 * @param text of the file.
 * @returns from the first to the last of its texts that stand on one line, with the `${}` of a last hole; `undefined` when none of it is
 *   written at the request.
 */
export function getPathRange(paths: readonly StringValue[], text: string): Range | undefined {
  const ranges = paths.flatMap((path) => rangeOf(path, text) ?? []);
  return ranges.sort((a, b) => a.end - a.start - (b.end - b.start))[0];
}

function rangeOf(path: StringValue, text: string): Range | undefined {
  const own = path.parts.flatMap((part) =>
    part.kind === "text" && part.elsewhere === undefined && part.text !== "" ? [part.range] : [],
  );
  const last = own.at(-1);
  if (last === undefined) return undefined;
  // A constant's text stands at the constant's declaration, which may be far from the rest.
  const start = Math.min(
    ...own
      .map((range) => range.start)
      .filter((offset) => offset <= last.start && !text.slice(offset, last.end).includes("\n")),
  );
  return { start, end: endOfHole(path, text, last.end) ?? last.end };
}

/** @returns the end of a `${}` that follows at once and ends the path. */
function endOfHole(path: StringValue, text: string, end: number): number | undefined {
  const part = path.parts.at(-1);
  if (part?.kind !== "hole" || !/^\$\{\s*$/.test(text.slice(end, part.value.range.start))) return undefined;
  const closing = /^\s*\}/.exec(text.slice(part.value.range.end))?.[0];
  return closing === undefined ? undefined : part.value.range.end + closing.length;
}
