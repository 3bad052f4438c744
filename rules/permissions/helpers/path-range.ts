import type { Range } from "../../../src/text/range";
import type { StringValue } from "../../../src/value/value";

/**
 * Finds the range of a request's path.
 *
 * @param paths the path, or all alternatives; the shortest range found is used.
 * @param text the text of the file.
 * @returns the range from the first to the last text on one line, with a final `${}`; `undefined` if no part is written at the request.
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
  // The text of a constant has the range of its declaration, which may be far from the rest.
  const start = Math.min(
    ...own
      .map((range) => range.start)
      .filter((offset) => offset <= last.start && !text.slice(offset, last.end).includes("\n")),
  );
  return { start, end: endOfHole(path, text, last.end) ?? last.end };
}

/** @returns the end of a `${}` that follows immediately and ends the path. */
function endOfHole(path: StringValue, text: string, end: number): number | undefined {
  const part = path.parts.at(-1);
  if (part?.kind !== "hole" || !/^\$\{\s*$/.test(text.slice(end, part.value.range.start))) return undefined;
  const closing = /^\s*\}/.exec(text.slice(part.value.range.end))?.[0];
  return closing === undefined ? undefined : part.value.range.end + closing.length;
}
