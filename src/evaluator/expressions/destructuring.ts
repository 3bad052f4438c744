import type TS from "typescript";
import { scalar, unknown } from "../domain/constructors";
import { type Abstract, type Content, type Frame } from "../domain/domain";
import { cellsOf, isUndefined, join, joinAll, optionsOf } from "../domain/values";
import { either } from "../flow/branches";
import { type Program } from "../program";
import { emptyContent, withoutKeys } from "../store/content";
import { spreadInto } from "../store/copies";
import { elementsOf, unknownElement } from "../store/elements";
import { newObject } from "../store/heap";
import { nullishOf } from "../store/truth";
import { getMember } from "./access";
import { withoutGetters } from "./implicit";

/** @returns the element that destructuring takes out. */
export function elementAt(program: Program, frame: Frame, value: Abstract, index: number, node: TS.Node): Abstract {
  const place = program.place(frame, node);
  const elements = elementsOf(program, value);
  const hasIndexes = optionsOf(value).every((option) => option.kind !== "reference" || option.cell.type === "array");
  if (elements && hasIndexes) return getMember(program, frame, value, String(index), node);
  if (elements?.every((element) => element.presence === "always"))
    return elements[index]?.value ?? scalar(undefined, place);
  const native = value.kind === "unknown" ? getMember(program, frame, value, String(index), node) : undefined;
  return native ?? maybeMissing(unknownElement(program, value, place), place);
}

/**
 * @returns an element of a list of which nobody knows how long it is. Of what is not known otherwise, `undefined` is one more possible value: a
 *   piece of a split text is not sent as `undefined` by anybody.
 */
function maybeMissing(element: Abstract, place: Abstract["place"]): Abstract {
  const options = optionsOf(element);
  const [first] = options;
  return first?.kind === "unknown" && options.every((each) => each.kind === "unknown" && !each.pointsTo?.length)
    ? { ...first, is: undefined }
    : join(element, scalar(undefined, place));
}

/** @returns the value, or the default where it is undefined. */
export function withDefault(
  program: Program,
  frame: Frame,
  value: Abstract,
  initializer: TS.Expression | undefined,
): Abstract {
  if (!initializer) return value;
  const may = optionsOf(value).some((option) => option.kind === "unknown" && nullishOf(program, option) !== false);
  if (!may && !optionsOf(value).some(isUndefined)) return value;
  const evaluate = (): Abstract => program.steps.expression(program, frame, initializer);
  if (optionsOf(value).every(isUndefined)) return evaluate();
  const kept = joinAll(
    optionsOf(value).filter((option) => !isUndefined(option)),
    value.place,
  );
  return either(program, [() => kept, evaluate], program.place(frame, initializer));
}

export function arrayRest(program: Program, frame: Frame, value: Abstract, from: number, node: TS.Node): Abstract {
  const place = program.place(frame, node);
  const items = elementsOf(program, value);
  const content: Partial<Content> = items?.every((item) => item.presence === "always")
    ? { items: items.slice(from), sources: [value] }
    : {
        open: true,
        sources: [value],
        rest: unknown("the rest of an array", place, { pointsTo: optionsOf(value).flatMap(cellsOf) }),
      };
  return newObject(program, place, { type: "array", made: node, content });
}

/** `{ a, ...rest }`: a copy without the members that were taken out. */
export function bindObjectRest(
  program: Program,
  frame: Frame,
  value: Abstract,
  taken: readonly (string | undefined)[],
  node: TS.Node,
): Abstract {
  const place = program.place(frame, node);
  const copy = spreadInto(program, emptyContent, withoutGetters(program, frame, value, node));
  const fields = new Map(copy.fields);
  for (const key of taken) if (key !== undefined) fields.delete(key);
  const uncertain = taken.includes(undefined);
  if (uncertain) for (const [key, field] of fields) fields.set(key, { ...field, presence: "maybe" });
  const left = uncertain
    ? undefined
    : withoutKeys(
        copy.copied,
        taken.flatMap((key) => key ?? []),
      );
  return newObject(program, place, { type: "object", made: node, content: { ...copy, fields, copied: left } });
}
