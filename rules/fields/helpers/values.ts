import { parseFields, type Fields } from "../../../src/fields/parse";
import { optionsOf } from "../../../src/request/known";
import { isService } from "../../../src/request/predicates";
import { getFields } from "../../../src/request/query";
import type { Request } from "../../../src/request/request";
import { locateText, type LocatedText } from "../../../src/value/located-text";
import type { StringValue } from "../../../src/value/value";

/** A value that a request's `fields` parameter has, or may have. */
export interface FieldsValue {
  readonly value: StringValue;
  readonly located: LocatedText;
  readonly fields: Fields;
}

/** @returns every string that the `fields` parameter of a request to the service is known to be, on some path at least. */
export function findFieldsValues(request: Request): readonly FieldsValue[] {
  if (!isService(request)) return [];
  const { value } = getFields(request);
  return (value ? optionsOf(value) : []).flatMap((option): FieldsValue[] => {
    if (option.kind !== "string") return [];
    const located = locateText(option);
    return [{ value: option, located, fields: parseFields(located) }];
  });
}
