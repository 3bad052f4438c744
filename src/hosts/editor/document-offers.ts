import { describeShape } from "../../shape/describe";
import type { FieldShape, Shape } from "../../shape/shape";
import { describeField } from "../../shape/to-json-schema";
import type { DocumentPlace } from "./document-place";
import type { Offer } from "./offers";
import { fieldsOf, objectsOf, shapesBelow, valuesOf } from "./shape-steps";

/** Completion in YAML, JSON and object literals, by the possible shapes of a place. */

/** The language of a document; `code` is an object literal. */
export type Language = "yaml" | "json" | "code";

/** @returns completions of fields that the mapping does not have yet, required ones first. */
export function keyOffers(place: DocumentPlace, shapes: readonly Shape[], language: Language): readonly Offer[] {
  const written = place.levels.at(-1)?.keys ?? new Set();
  return fieldsOf(shapes)
    .filter(({ name }) => !written.has(name))
    .map((field) => toOffer(field, place, language));
}

function toOffer(field: FieldShape, place: DocumentPlace, language: Language): Offer {
  return {
    name: field.name,
    kind: "field",
    range: place.range,
    text: keyText(field, place, language),
    isOptional: !field.required,
    get type() {
      return describeShape(field.shape);
    },
    get documentation() {
      return describeField(field) || undefined;
    },
  };
}

/** Keys that are valid without quotes. */
const plainKeys = { yaml: /^[\w$][\w.$/-]*$/u, code: /^[A-Za-z_$][\w$]*$/u };

function keyText(
  { name, shape }: FieldShape,
  { hasColon, isQuoted, isFlow }: DocumentPlace,
  language: Language,
): string {
  if (isQuoted) return name;
  const key = language === "json" ? `"${name}"` : plainKeys[language].test(name) ? name : JSON.stringify(name);
  if (hasColon) return key;
  const holdsMore = objectsOf([shape]).length > 0 || shape.type === "map" || shape.type === "array";
  return holdsMore && language === "yaml" && !isFlow ? `${key}:` : `${key}: `;
}

/** @returns completions of values, if the shapes list them. */
export function valueOffers(place: DocumentPlace, shapes: readonly Shape[], language: Language): readonly Offer[] {
  const isText = shapes.every((shape) => shape.type === "string");
  return valuesOf(shapes).map((name) =>
    isText ? textOffer(name, place, language) : { name, kind: "value", range: place.range, text: name },
  );
}

/** @returns a completion that is read as a string, with quotes where the word would be read as another type. */
export function textOffer(name: string, place: DocumentPlace, language: Language): Offer {
  const isPlain =
    language === "yaml" && /^[A-Za-z][\w./-]*$/u.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/iu.test(name);
  const text = place.isQuoted || isPlain ? name : JSON.stringify(name);
  return { name, kind: "value", range: place.range, text };
}

/** @returns the shapes that steps lead to. */
export function follow(shapes: readonly Shape[], steps: readonly (string | number)[]): readonly Shape[] {
  return steps.reduce<readonly Shape[]>(shapesBelow, shapes);
}
