import { HOLE } from "../value/located-text";
import type { Range } from "../text/range";
import type { StringPart, StringValue } from "../value/value";
import { isBasePath } from "./base-urls";
import { flatten, slice, stringOf } from "./drafts/strings";
import type { Target } from "./request";

/** Puts the targets together that one address may have. */

interface Split {
  /** Absent for a path alone. */
  readonly origin: StringValue | undefined;
  readonly path: StringValue;
}

interface Joining {
  /** They are one URL on several bases. */
  readonly isOnBases: boolean;
  readonly range: Range;
}

/** @returns the origin and the path of all alternatives, as far as they have them in common, else all of them. */
export function joinTargets(
  targets: readonly Target[],
  { isOnBases, range }: Joining,
): Pick<Target, "origin" | "path" | "paths" | "paired"> {
  const given = targets.flatMap(({ origin, path }): readonly Split[] => (path ? [{ origin, path }] : []));
  const isWhole = given.length === targets.length;
  const shared = isWhole ? sharedPaths(targets, given, isOnBases) : undefined;
  const splits = shared ? given.map((each) => splitAt(each, shared, range)) : given;
  const origin = originOf(isWhole ? splits : targets, range);
  const paths = isWhole ? distinct(splits.map((each) => each.path)) : [];
  const [path, ...others] = paths;
  const isPaired = origin !== undefined && !(isWhole && isEachWithEach(splits));
  return {
    ...(origin && { origin }),
    ...(path && (others.length > 0 ? { paths } : { path })),
    ...(isPaired && { paired: true as const }),
  };
}

/** The origin of all alternatives: their common one where that is known, else one hole that is any of them, or nothing. */
function originOf(
  targets: readonly { readonly origin?: StringValue | undefined }[],
  range: Range,
): StringValue | undefined {
  const origins = distinct(targets.flatMap(({ origin }) => origin ?? []));
  const [first, ...others] = origins;
  if (!first) return undefined;
  const isSometimes = targets.some(({ origin }) => origin === undefined);
  if (others.length === 0 && !isSometimes) return first;
  const options = isSometimes ? [...origins, stringOf([], range)] : origins;
  return stringOf([{ kind: "hole", value: { kind: "alternatives", options, range } }], range);
}

/**
 * The paths that begin where a base ends. A base that is read from outside (`process.env.URL ?? "https://host/v1"`) ends where the path begins, so
 * what is below it is also the end of the path below the default. So it is where another host's base has a path of the words that base paths are made of
 * (`https://api.github.com`, `https://git.example.org/api/v3`): the endpoint is one and the same on each.
 *
 * @returns the paths, one of which ends each path; `undefined` if there are none.
 */
function sharedPaths(
  targets: readonly Target[],
  splits: readonly Split[],
  isOnBases: boolean,
): readonly StringValue[] | undefined {
  const onHole = splits.filter(({ origin }) => origin && flatten(origin.parts) === HOLE).map(({ path }) => path);
  const ends = isOnBases ? onHole.filter((end) => splits.every(({ path }) => isBelow(path, [end]))) : [];
  if (ends.length > 0) return ends.slice(0, 1);
  if (onHole.length > 0) return splits.every(({ path }) => isBelow(path, onHole)) ? onHole : undefined;
  const [first, ...others] = splits.map(({ path }) => path);
  if (!first) return undefined;
  const shortest = others.reduce((one, other) => (lengthOf(other) < lengthOf(one) ? other : one), first);
  const hosts = new Set(splits.map(({ origin }) => (origin ? flatten(origin.parts) : "")));
  // Below a base of the service's own, a path is what it is.
  const isShared = ({ path, service }: Target): boolean => {
    const before = path && isBelow(path, [shortest]) ? flatten(path.parts).slice(0, -lengthOf(shortest)) : undefined;
    return before === "" || (before !== undefined && hosts.size > 1 && service !== "yes" && isBasePath(before));
  };
  return targets.every(isShared) ? [shortest] : undefined;
}

function isBelow({ parts }: StringValue, ends: readonly StringValue[]): boolean {
  return ends.some((end) => flatten(parts).endsWith(flatten(end.parts)));
}

/** @returns origin and path apart where the path is one of several; what is before it is part of the base. */
function splitAt({ origin, path }: Split, paths: readonly StringValue[], range: Range): Split {
  const text = flatten(path.parts);
  const ends = paths.filter((each) => text.endsWith(flatten(each.parts)));
  const below = ends.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one), ends[0] ?? path);
  const before = slice(path.parts, 0, text.length - lengthOf(below));
  if (before.length === 0) return { origin, path: below };
  return { origin: stringOf([...(origin?.parts ?? []), ...before], range), path: below };
}

/** Whether each origin stands before each path. */
function isEachWithEach(splits: readonly Split[]): boolean {
  const origins = new Set(splits.map(({ origin }) => (origin ? keyOf(origin) : "")));
  const paths = new Set(splits.map(({ path }) => keyOf(path)));
  const pairs = new Set(splits.map(({ origin, path }) => `${origin ? keyOf(origin) : ""}\0${keyOf(path)}`));
  return pairs.size === origins.size * paths.size;
}

function distinct(values: readonly StringValue[]): readonly StringValue[] {
  return [...new Map(values.map((each) => [keyOf(each), each])).values()];
}

/** Holes are told apart by their names, as in what is listed. */
function keyOf({ parts }: StringValue): string {
  const ofPart = (part: StringPart): string => {
    if (part.kind === "text") return part.text;
    const { trail = [], identity } = part.value.origin ?? {};
    return `${HOLE}${trail.at(-1) ?? identity ?? ""}${HOLE}`;
  };
  return parts.map(ofPart).join("");
}

function lengthOf({ parts }: StringValue): number {
  return flatten(parts).length;
}
