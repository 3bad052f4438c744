import { conventions } from "../../../src/contract/conventions";
import type { Facts } from "../../../src/contract/configuration/configuration";
import { fieldsAt, possibleShapes } from "../../../src/fields/shapes";
import type { Selection } from "../../../src/fields/selection-tree";
import type { Read } from "../../../src/response/reads";
import type { Shape } from "../../../src/shape/shape";

/** The field of a collection that leads to its next page (conventions 2). */
export const pageToken = "nextPageToken";

/**
 * The reads of the object at which selectors begin: `data`, if the service wraps responses. If that is unknown, reads in `data` count as reads
 * in the response too.
 *
 * @param selections the selections: a selected `data` is a field.
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

/** Whether a type has `data` among other fields, and selectors do not show that they begin inside of it. */
function isBesideOthers(response: Shape | undefined, selections: readonly Selection[]): boolean {
  if (response?.type !== "object") return false;
  const { fields } = response;
  const data = fields.get(conventions.selector.wrapper);
  if (data === undefined || fields.size === 1) return false;
  const inside = fieldsAt(possibleShapes([data.shape]));
  return !selections.some((each) => [...each.fields.keys()].some((name) => inside.has(name) && !fields.has(name)));
}
