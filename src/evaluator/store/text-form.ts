import { holePart, knownPart, text, textFrom, unknown } from "../domain/constructors";
import { type Abstract, type Place } from "../domain/domain";
import { joinAll, optionsOf, primitiveOf } from "../domain/values";
import { type Program } from "../program";
import { truthOf } from "./truth";

/**
 * Turns a value into a string as `${value}` and `String(value)` do.
 *
 * @param place the expression that is turned.
 * @returns text, or alternatives of it. Unknown values become holes.
 */
export function toText(program: Program, value: Abstract, place: Place): Abstract {
  return optionsOf(value).length === 1
    ? oneToText(program, value, place)
    : joinAll(
        optionsOf(value).map((option) => oneToText(program, option, place)),
        place,
      );
}

/** @returns the name that a computed key gives, boxed because the key may be `undefined`. */
export function keyOf(program: Program, key: Abstract): ReturnType<typeof primitiveOf> {
  return primitiveOf(key.kind === "reference" ? toText(program, key, key.place) : key);
}

function oneToText(program: Program, value: Abstract, place: Place): Abstract {
  if (value.promise && value.kind !== "unknown") return text("[object Promise]", { ...place, foreign: true });
  if (value.kind === "text" && !value.json) return value;
  if (value.kind === "never") return value;
  if (value.kind === "scalar") {
    const written = String(value.value);
    const from = value.place.foreign || value.text !== written ? { ...place, foreign: true as const } : value.place;
    return textFrom([knownPart(written, from)], place);
  }
  if (value.kind === "reference") {
    const own = program.steps.builtins.cellText(program, value.cell, place);
    if (own) return own;
    const made = program.steps.implicit.ownPrimitive(program, value, "string", place);
    if (made) return toText(program, made, place);
    return textFrom([holePart(unknown("an object as a string", place))], place);
  }
  if (value.kind === "unknown" && value.is === "string" && truthOf(program, value) === false)
    return textFrom([], place);
  return textFrom([holePart({ ...value, place: holePlace(value, place) })], place);
}

function holePlace(value: Abstract, place: Place): Place {
  return value.kind === "unknown" || value.kind === "native" || value.kind === "callable" ? place : value.place;
}
