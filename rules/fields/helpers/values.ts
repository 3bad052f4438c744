import { parseFields, type Fields } from "../../../src/fields/parse";
import { optionsOf } from "../../../src/request/drafting/known";
import { isService } from "../../../src/request/questions/predicates";
import { getFields } from "../../../src/request/questions/query";
import type { Request } from "../../../src/request/request";
import { containsRange, type Range } from "../../../src/text/range";
import { locateText, type LocatedText } from "../../../src/value/located-text";

/** A value that a request's `fields` parameter has, or may have. */
export interface FieldsValue {
  readonly located: LocatedText;
  readonly fields: Fields;
  /** The place that shows the value as a whole: the parameter's name where the value itself has none, as in `?fields=`. */
  readonly range: Range;
}

/** @returns every string that the `fields` parameter of a request to the service is known to be, on some path at least. */
export function findFieldsValues(request: Request): readonly FieldsValue[] {
  if (!isService(request)) return [];
  const { value, keyRange } = getFields(request);
  return (value ? optionsOf(value) : []).flatMap((option): FieldsValue[] => {
    if (option.kind !== "string") return [];
    const located = locateText(option);
    const range = keyRange && containsRange(option.range, keyRange) ? keyRange : option.range;
    return [{ located, fields: parseFields(located), range }];
  });
}
