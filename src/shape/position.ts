import type { Path } from "./mismatch";
import type { Range } from "../text/range";
import type { Member, Value } from "../value/value";

/** Positions of values during a check. */

/** The position of a value within the checked one. */
export interface Position {
  readonly step: string | number;
  readonly outer: Position | undefined;
  /** The value's key, at which its missing members are reported. */
  readonly key: Range;
  readonly editable: boolean;
  readonly depth: number;
}

export function inside(place: Position, member: Member, name = member.key): Position {
  return {
    step: name,
    outer: place,
    key: member.keyRange,
    editable: place.editable && member.inherited === undefined,
    depth: place.depth + 1,
  };
}

export function getPath(place: Position): Path {
  const path: (string | number)[] = [];
  for (let at = place; at.outer !== undefined; at = at.outer) path.unshift(at.step);
  return path;
}

/** An element has no key, so its missing members are reported at its own first key. */
export function getElementKey(value: Value): Range {
  const first =
    value.kind === "object" && value.anchor === undefined
      ? value.members.find((member) => member.inherited === undefined)
      : undefined;
  return first?.keyRange ?? value.range;
}
