import type { FunctionId, ValueId } from "../code/graph";
import type { Spot, ValueNode } from "../code/values";
import type { ProjectFile } from "../project/project-file";
import type { Abstract, Context, Entry, ObjectValue, Part, Place, Single } from "./domain";
import { lazyEntry } from "./make";
import { optionsOf } from "./values";

export function nodeAt(file: ProjectFile, id: ValueId): ValueNode {
  const node = file.code.values[id];
  if (!node) throw new Error(`${file.name} has no value ${id}`);
  return node;
}

export function placeOf({ start, end }: { readonly start: number; readonly end: number }, context: Context): Place {
  return { file: context.file, start, end, context };
}

const standing = new WeakMap<Abstract, Map<string, Abstract>>();

/**
 * @param at the range of the name that reads the value.
 * @param owner the function in which the value was created: the one that reads it, or one around it.
 * @returns the value at the place of the read. An unknown value takes the range of its use. A value that came from a caller or another file keeps its range.
 */
export function standingAt(
  value: Abstract,
  at: Spot | undefined,
  context: Context,
  owner = context.function,
): Abstract {
  if (!at || value.kind !== "unknown") return value;
  if (isMadeElsewhere(value, context, owner)) return value;
  const { place } = value;
  // Contexts compare values by object identity, so two reads at one place return one object.
  const known = standing.get(value) ?? new Map<string, Abstract>();
  standing.set(value, known);
  const key = `${context.id}:${at.start}`;
  let moved = known.get(key);
  if (!moved) known.set(key, (moved = { ...value, place: { ...place, start: at.start, end: at.end, context } }));
  return moved;
}

/** @returns whether an unknown value comes from a caller or from another file. */
export function isMadeElsewhere(value: Abstract, { file }: Context, owner: FunctionId): boolean {
  if (value.kind !== "unknown") return false;
  const { place } = value;
  return place.file !== file || place.context?.function !== owner || place.through !== undefined;
}

/** @returns the value with the place through which it comes into a file, where findings can be reported. */
export function comingIn(value: Abstract, place: Place): Abstract {
  if (value.kind === "never" || value.place.file === place.file) return value;
  if (value.kind === "alternatives")
    return {
      ...value,
      place,
      options: value.options.map((option) => ({ ...option, place: through(option.place, place) })),
    };
  const moved = { ...value, place: through(value.place, place) };
  // Texts are concatenated and cut later, so each part needs the place.
  return moved.kind === "text" ? { ...moved, parts: moved.parts.map((part) => partThrough(part, place)) } : moved;
}

/** @returns a member of an object of another file: data gets the place of the read. Findings about code stay at the code. */
export function readAt(value: Abstract, place: Place): Abstract {
  if (value.place.file === place.file || !optionsOf(value).every(isData)) return value;
  return comingIn(value, place);
}

function isData(value: Single): boolean {
  const { kind } = value;
  return kind === "text" || kind === "scalar" || kind === "array" || (kind === "object" && isPlain(value));
}

function isPlain({ class: name, instanceOf, outside }: ObjectValue): boolean {
  return name === undefined && instanceOf === undefined && outside === undefined;
}

/** @returns an object of another file whose members all come in at one place, that of the spread. */
export function spreadAt(option: Single, place: Place): Single {
  if (option.kind !== "object" || !isPlain(option) || option.place.file === place.file) return option;
  const members = new Map<string, Entry>();
  for (const [key, entry] of option.members) {
    const { presence, accessor } = entry;
    const keyPlace = entry.keyPlace.file === place.file ? entry.keyPlace : through(entry.keyPlace, place);
    members.set(
      key,
      lazyEntry(() => readAt(entry.value, place), keyPlace, presence, accessor),
    );
  }
  return { ...option, members };
}

function partThrough(part: Part, place: Place): Part {
  if (part.kind === "hole") return { ...part, value: comingIn(part.value, place) };
  return part.place.file === place.file ? part : { ...part, place: through(part.place, place) };
}

function through(place: Place, by: Place): Place {
  return { ...place, through: place.through ? through(place.through, by) : by };
}
