import { opaque, type Native, type NativeCall } from "../../../clients/native";
import type { Range } from "../../../text/range";
import type { StringPart, Value } from "../../../value/value";
import { optionsOf } from "../../drafts/known";
import { callable, type Members, namespace } from "../../drafts/natives";
import { oneOf, unknown } from "../../drafts/objects";
import { flatten, partsOf, slice, stringOf, textPart } from "../../drafts/strings";
import type { Client } from "../client";
import { HOLE } from "../../../value/located-text";

/**
 * Functions that join parts of an address with a single slash. Node's `path` counts as its POSIX variant, because the Windows variant cannot produce addresses.
 */
export const joinedPaths: Client = {
  name: "joined-paths",
  quiet: true,
  modules: {
    path: posix,
    "path/posix": posix,
    "path-browserify": posix,
    upath: posix,
    "url-join": () => withDefault(callable("urlJoin", (call) => joined(call, asUrlJoin))),
    ufo: () => namespace("ufo", { joinURL: () => callable("joinURL", (call) => joined(call, asUfo)) }),
  },
};

function posix(): Native {
  const members: Members = {
    join: () => callable("path.join", (call) => joined(call, asPosix)),
    normalize: () => callable("path.normalize", (call) => joined(call, asPosix)),
    posix: () => namespace("path.posix", members),
  };
  return withDefault(namespace("path", members));
}

/** A module that is also its own default export. */
function withDefault(native: Native): Native {
  return { ...native, get: (name, at) => (name === "default" ? opaque(native, at) : native.get?.(name, at)) };
}

type Parts = readonly StringPart[];

/** @returns the joined path; `undefined` if it depends on unknown parts. */
type Join = (texts: readonly Parts[], at: Range) => Parts | undefined;

/** Bound on the combinations of the arguments' alternatives. */
const mostWays = 16;

function joined(call: NativeCall, join: Join): Value {
  const at = call.range;
  if (call.moreArguments || !call.arguments.flatMap(optionsOf).every(isText))
    return unknown("a path of unknown parts", at, { is: "string" });
  const wholes = waysOf(call.arguments).map((texts) => {
    const parts = join(texts, at);
    return parts ? stringOf(parts, at) : unknown("a path that leads up from an unknown part", at, { is: "string" });
  });
  return oneOf(wholes, at);
}

/** Whether a value may be a text. Most of these functions throw for anything else. */
function isText({ kind }: Value): boolean {
  return kind === "string" || kind === "unknown";
}

function waysOf(values: readonly Value[]): readonly (readonly Parts[])[] {
  let ways: readonly (readonly Parts[])[] = [[]];
  for (const value of values) {
    const options = optionsOf(value);
    const given = options.length * ways.length > mostWays ? [value] : options;
    ways = ways.flatMap((way) => given.map((option) => [...way, partsOf(option)]));
  }
  return ways;
}

/** Joins like `path.posix.join`: drops empty parts, resolves `.` and `..`, and collapses slashes. */
function asPosix(texts: readonly Parts[], at: Range): Parts | undefined {
  const given = texts.filter((parts) => flatten(parts) !== "");
  const whole = withSlashes(given, at);
  const text = flatten(whole);
  const isAbsolute = text.startsWith("/");
  const kept: { readonly from: number; readonly to: number }[] = [];
  let from = 0;
  for (const segment of text.split("/")) {
    const to = from + segment.length;
    const above = kept.at(-1);
    if (segment === "..") {
      const name = above && text.slice(above.from, above.to);
      if (name?.includes(HOLE)) return undefined;
      if (name !== undefined && name !== "..") kept.pop();
      else if (!isAbsolute) kept.push({ from, to });
    } else if (segment !== "" && segment !== ".") kept.push({ from, to });
    from = to + 1;
  }
  const isOpen = text.endsWith("/");
  const parts = kept.flatMap((each, index) => [
    ...(index > 0 || isAbsolute ? slashBefore(whole, each.from, at) : []),
    ...slice(whole, each.from, each.to),
  ]);
  if (parts.length === 0) return [textPart(isAbsolute ? "/" : isOpen ? "./" : ".", at)];
  return isOpen ? [...parts, ...slice(whole, text.length - 1)] : parts;
}

/** @returns the slash before a position with its original range, or a new one. */
function slashBefore(whole: Parts, position: number, at: Range): Parts {
  const before = position > 0 ? slice(whole, position - 1, position) : [];
  return flatten(before) === "/" ? before : [textPart("/", at)];
}

/** Joins like ufo: a single slash between two parts, and no leading `./` in a later part. */
function asUfo(texts: readonly Parts[], at: Range): Parts {
  let whole: Parts = [];
  for (const [index, parts] of texts.entries()) {
    const text = flatten(parts);
    if (text === "" || (text === "/" && index > 0)) continue;
    whole = whole.length === 0 ? parts : [...closed(whole, at), ...slice(parts, /^\.?\//.exec(text)?.[0].length ?? 0)];
  }
  return whole;
}

function closed(parts: Parts, at: Range): Parts {
  return flatten(parts).endsWith("/") ? parts : [...parts, textPart("/", at)];
}

/** Joins like url-join: one slash between parts, none before a query. A second `?` becomes `&`. */
function asUrlJoin(texts: readonly Parts[], at: Range): Parts | undefined {
  const first = flatten(texts[0] ?? []);
  // url-join treats text before a colon as a scheme, and adds two slashes, or three after `file`.
  if (/^[^/:]+:/.test(first) && !/^(?!file:)[^/:]+:\/\/[^/]/.test(first)) return undefined;
  const trimmed = texts.flatMap((parts, index) => {
    const text = flatten(parts);
    if (text === "") return [];
    const start = index > 0 ? leadingSlashes(text) : 0;
    const last = index < texts.length - 1 || start === text.length ? 0 : Math.min(1, trailingSlashes(text));
    return [slice(parts, start, Math.max(start, text.length - trailingSlashes(text) + last))];
  });
  return continuedQuery(withoutSlashBeforeQuery(withSlashes(trimmed, at)), at);
}

function withSlashes(texts: readonly Parts[], at: Range): Parts {
  return texts.flatMap((parts, index) => (index === 0 ? parts : [textPart("/", at), ...parts]));
}

function leadingSlashes(text: string): number {
  return /^\/*/.exec(text)?.[0].length ?? 0;
}

function trailingSlashes(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === "/") count++;
  return count;
}

function withoutSlashBeforeQuery(parts: Parts): Parts {
  const text = flatten(parts);
  const kept: StringPart[] = [];
  let from = 0;
  for (const { index } of text.matchAll(/\/(?=\?|&|#[^!])/g)) {
    kept.push(...slice(parts, from, index));
    from = index + 1;
  }
  return [...kept, ...slice(parts, from)];
}

function continuedQuery(parts: Parts, at: Range): Parts {
  const text = flatten(parts);
  const marks = [...text.matchAll(/\?/g)].slice(1).map(({ index }) => index);
  const kept: StringPart[] = [];
  let from = 0;
  for (const mark of marks) {
    kept.push(...slice(parts, from, mark), textPart("&", at));
    from = mark + 1;
  }
  return [...kept, ...slice(parts, from)];
}
