import type { ValueId } from "../code/graph";
import type { ValueNode } from "../code/values";
import type { ProjectFile } from "../project/project-file";
import type { Abstract, Context, Place } from "./domain";

/** @returns a node of a file's graph. */
export function nodeAt(file: ProjectFile, id: ValueId): ValueNode {
  const node = file.code.values[id];
  if (!node) throw new Error(`${file.name} has no value ${id}`);
  return node;
}

export function placeOf({ start, end }: { readonly start: number; readonly end: number }, context: Context): Place {
  return { file: context.file, start, end, context };
}

/** @returns the value as it comes into a file at a place: what is told of it can be told there. */
export function comingIn(value: Abstract, place: Place): Abstract {
  if (value.kind === "never" || value.place.file === place.file) return value;
  if (value.kind === "alternatives")
    return {
      ...value,
      place,
      options: value.options.map((option) => ({ ...option, place: through(option.place, place) })),
    };
  return { ...value, place: through(value.place, place) };
}

function through(place: Place, by: Place): Place {
  return { ...place, through: place.through ? through(place.through, by) : by };
}
