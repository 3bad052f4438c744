import { HOLE } from "../value/located-text";
import type { Range } from "../text/range";
import type { StringPart, StringValue } from "../value/value";
import { isBasePath } from "./base-urls";
import { flatten, slice, stringOf } from "./drafts/strings";
import type { Target } from "./request";

/** Joins the targets of an address with alternatives. */

interface Split {
  /** Absent for a path alone. */
  readonly origin: StringValue | undefined;
  readonly path: StringValue;
}

interface Joining {
  /** The targets are one URL on several bases. */
  readonly isOnBases: boolean;
  readonly range: Range;
}

/** @returns the origin and the path that all alternatives share, or else all of them. */
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

/** @returns the origin that all alternatives share, or else a hole with all of them, of which one may be empty. */
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
 * Finds the paths below the bases. A base that is read from outside (`process.env.URL ?? "https://host/v1"`) ends where the path begins: the path below it also
 * ends the path below the default. The same is true of another host's base with a path of typical base segments (`https://api.github.com`,
 * `https://git.example.org/api/v3`): the endpoint is the same on each.
 *
 * @returns paths, one of which ends each given path; undefined if there are none.
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
  // Below a base of the service's own, a path is complete.
  const isShared = ({ path, service }: Target): boolean => {
    const before = path && isBelow(path, [shortest]) ? flatten(path.parts).slice(0, -lengthOf(shortest)) : undefined;
    return before === "" || (before !== undefined && hosts.size > 1 && service !== "yes" && isBasePath(before));
  };
  return targets.every(isShared) ? [shortest] : undefined;
}

function isBelow({ parts }: StringValue, ends: readonly StringValue[]): boolean {
  return ends.some((end) => flatten(parts).endsWith(flatten(end.parts)));
}

/** @returns origin and path, split before the longest of the given paths: what precedes it belongs to the base. */
function splitAt({ origin, path }: Split, paths: readonly StringValue[], range: Range): Split {
  const text = flatten(path.parts);
  const ends = paths.filter((each) => text.endsWith(flatten(each.parts)));
  const below = ends.reduce((one, other) => (lengthOf(other) > lengthOf(one) ? other : one), ends[0] ?? path);
  const before = slice(path.parts, 0, text.length - lengthOf(below));
  if (before.length === 0) return { origin, path: below };
  return { origin: stringOf([...(origin?.parts ?? []), ...before], range), path: below };
}

/** Whether each origin occurs with each path. */
function isEachWithEach(splits: readonly Split[]): boolean {
  const origins = new Set(splits.map(({ origin }) => (origin ? keyOf(origin) : "")));
  const paths = new Set(splits.map(({ path }) => keyOf(path)));
  const pairs = new Set(splits.map(({ origin, path }) => `${origin ? keyOf(origin) : ""}\0${keyOf(path)}`));
  return pairs.size === origins.size * paths.size;
}

function distinct(values: readonly StringValue[]): readonly StringValue[] {
  return [...new Map(values.map((each) => [keyOf(each), each])).values()];
}

/** Distinguishes holes by their names, as listings do. */
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
