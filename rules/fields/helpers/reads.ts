import { conventions } from "../../../src/contract/conventions";
import type { Facts } from "../../../src/contract/configuration/configuration";
import { fieldsAt, possibleShapes } from "../../../src/fields/shapes";
import type { Selection } from "../../../src/fields/selection-tree";
import type { Read } from "../../../src/response/reads";
import type { Shape } from "../../../src/shape/shape";

/** The field of a collection with the token of its next page (conventions 2). */
export const pageToken = "nextPageToken";

/**
 * @returns the reads of the object at which selectors begin. If the service wraps responses, that is `data`. If it is unknown whether it does, both `data` and
 * the response count.
 *
 * @param selections the selections of `fields`. If they select `data`, it is a field and not the wrapper.
 */
export function readsBelow(
  body: Read,
  selections: readonly Selection[],
  response: Shape | undefined,
  { service }: Facts,
): readonly Read[] {
  const { wrapper } = conventions.selector;
  const data = body.fields.get(wrapper);
  if (service?.wrapped === true) return data ? [data] : [];
  const isField =
    service?.wrapped === false ||
    selections.some(({ fields }) => fields.has(wrapper)) ||
    isBesideOthers(response, selections);
  if (!data || isField) return [body];
  const rest = new Map([...body.fields].filter(([name]) => name !== wrapper));
  return [data, { ...body, fields: rest }];
}

/** Whether a type has `data` beside other fields, and no selector names a field that exists only inside of `data`. */
function isBesideOthers(response: Shape | undefined, selections: readonly Selection[]): boolean {
  if (response?.type !== "object") return false;
  const { fields } = response;
  const data = fields.get(conventions.selector.wrapper);
  if (data === undefined || fields.size === 1) return false;
  const inside = fieldsAt(possibleShapes([data.shape]));
  return !selections.some((each) => [...each.fields.keys()].some((name) => inside.has(name) && !fields.has(name)));
}
