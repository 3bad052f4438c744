import { parseFields, type Fields } from "../../../src/fields/parse";
import { optionsOf } from "../../../src/request/drafts/known";
import { takesSelectors } from "../../../src/request/derived/predicates";
import { getFields } from "../../../src/request/derived/query";
import type { Request } from "../../../src/request/request";
import { containsRange, type Range } from "../../../src/text/range";
import { locateText, type LocatedText } from "../../../src/value/located-text";

/** A value that a request's `fields` parameter has or may have. */
export interface FieldsValue {
  readonly located: LocatedText;
  readonly fields: Fields;
  /** The range of the whole value; the parameter's name if the value is empty, as in `?fields=`. */
  readonly range: Range;
}

/** @returns the known strings that `fields` may be, for requests to a service with selectors. */
export function findFieldsValues(request: Request): readonly FieldsValue[] {
  if (!takesSelectors(request)) return [];
  const { value, keyRange } = getFields(request);
  return (value ? optionsOf(value) : []).flatMap((option): FieldsValue[] => {
    if (option.kind !== "string") return [];
    const located = locateText(option);
    const range = keyRange && containsRange(option.range, keyRange) ? keyRange : option.range;
    return [{ located, fields: parseFields(located), range }];
  });
}
