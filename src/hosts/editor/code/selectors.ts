import { namedFieldAt, possibleFieldsAt } from "../../../request/derived/written-fields";
import { describeShape } from "../../../shape/describe";
import type { FileRequests } from "../file-checker";
import type { Explanation, Offer } from "../offers";

/** Completion and hover inside the value of `fields`. */

/**
 * @returns the fields of the response that can be selected at a position, in declared order, without those already
 * selected.
 */
export function selectorOffers({ sourceFile, project, requests }: FileRequests, position: number): readonly Offer[] {
  const offers = new Map<string, Offer>();
  for (const request of requests) {
    const possible = possibleFieldsAt(request, project.facts, sourceFile.text, position);
    if (!possible) continue;
    for (const field of possible.fields) {
      if (offers.has(field.name) || possible.selected.has(field.name)) continue;
      offers.set(field.name, {
        name: field.name,
        kind: "field",
        range: possible.range,
        isOptional: !field.required,
        // Computed when the editor shows it.
        get type() {
          return describeShape(field.shape);
        },
        get documentation() {
          return field.description === "" ? undefined : field.description;
        },
      });
    }
  }
  return [...offers.values()];
}

/** @returns the explanation of the segment at a position, or `undefined` if there is none or its field is not known. */
export function explainSegment(
  { sourceFile, project, requests }: FileRequests,
  position: number,
): Explanation | undefined {
  for (const request of requests) {
    const named = namedFieldAt(request, project.facts, sourceFile.text, position);
    if (!named) continue;
    const { field, range } = named;
    return {
      range,
      title: `(field of the response) ${field.name}: ${describeShape(field.shape)}`,
      details: field.description === undefined || field.description === "" ? [] : [field.description],
    };
  }
  return undefined;
}
