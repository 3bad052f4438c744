import { listShape } from "../../contract/kinds/kinds";
import type { Facts } from "../../contract/configuration/configuration";
import type { Contract } from "../../contract/contract";
import { splitApiVersion } from "../../manifest/identify";
import { getKnownKinds, type KnownKind, type KnownKinds } from "../../manifest/known-kinds";
import type { Manifest } from "../../manifest/manifest";
import { describeShape } from "../../shape/describe";
import type { Shape } from "../../shape/shape";
import { describeField } from "../../shape/to-json-schema";
import type { Range } from "../../text/range";
import { follow, keyOffers, type Language, textOffer, valueOffers } from "./document-offers";
import { type DocumentPlace, findDocumentPlaces, type Level } from "./document-place";
import { grantOffers } from "./granted-names";
import { kindSnippet } from "./kind-snippet";
import { findField } from "./field-places";
import type { Explanation, Offer } from "./offers";

/** Completion and hover in manifests. */

/**
 * @returns completions in a YAML or JSON file: fields and values of kinds, whole manifests, and permissions of an
 * application.
 */
export function manifestOffers(
  text: string,
  position: number,
  language: "yaml" | "json",
  contract: Contract,
  facts: Facts,
): readonly Offer[] {
  const known = getKnownKinds(contract, facts);
  for (const place of findDocumentPlaces(text, position, language)) {
    const offers = [...offersAt(place, language, known), ...grantOffers(place, language, () => ({ contract, facts }))];
    if (offers.length > 0) return offers;
  }
  return isBlank(text, position) && language === "yaml" ? wholeKinds(known, { start: position, end: position }) : [];
}

/** Whether the document around a position contains only comments. */
function isBlank(text: string, position: number): boolean {
  const start = /(?:^|\n)---[^\n]*\n(?![\s\S]*\n---[^\n]*\n)/u.exec(text.slice(0, position));
  const before = text.slice(start ? start.index + start[0].length : 0, position);
  const after = text.slice(position).split(/^---/mu)[0] ?? "";
  return /^(?:\s*#[^\n]*\n)*\s*$/u.test(before) && after.trim() === "" && /(?:^|\n)$/u.test(before);
}

/** @returns completions from the kinds at a place. */
export function offersAt(place: DocumentPlace, language: Language, known: KnownKinds): readonly Offer[] {
  const last = place.levels.at(-1);
  if (!last) {
    const isWord = place.role === "value" && language === "yaml" && place.start.length === 0;
    return isWord ? wholeKinds(known, place.range) : [];
  }
  return place.role === "key" ? fieldOffers(place, last, language, known) : valuesAt(place, last, language, known);
}

function fieldOffers(place: DocumentPlace, { keys }: Level, language: Language, known: KnownKinds): readonly Offer[] {
  const begins = place.levels.length === 1 && keys.size === 0 && language === "yaml" && !place.hasColon;
  return begins ? wholeKinds(known, place.range) : keyOffers(place, shapesAt(place.levels, known), language);
}

function valuesAt(place: DocumentPlace, last: Level, language: Language, known: KnownKinds): readonly Offer[] {
  const shapes = shapesAt(place.levels, known);
  const [key, ...more] = last.steps;
  const isTop = more.length === 0 && last.scalars.size + last.keys.size > 0;
  if (isTop && (shapes.length > 0 || mayBeKind(last, place))) {
    if (key === "kind") return kindNames(last, known, place, language);
    if (key === "apiVersion") return apiVersions(last, known, place, language);
  }
  return valueOffers(place, follow(shapes, last.steps), language);
}

/** Whether a mapping without a recognised kind may become a manifest. */
function mayBeKind({ scalars, keys }: Level, { levels }: DocumentPlace): boolean {
  return (
    levels.length === 1 && (scalars.has("apiVersion") || scalars.has("kind") || keys.has("spec") || keys.size === 0)
  );
}

/** @returns the possible shapes of the innermost mapping; none unless it is, or is inside, a known kind. */
function shapesAt(levels: readonly Level[], known: KnownKinds): readonly Shape[] {
  let shapes: readonly Shape[] = [];
  for (const [index, level] of levels.entries()) {
    const own = shapes.length === 0 ? kindShapes(level.scalars, known) : [];
    if (own.length > 0) shapes = own;
    if (index < levels.length - 1) shapes = follow(shapes, level.steps);
  }
  return shapes;
}

function kindShapes(scalars: Level["scalars"], known: KnownKinds): readonly Shape[] {
  const name = scalars.get("kind");
  if (name === undefined) return [];
  const apiVersion = scalars.get("apiVersion");
  const own = ofVersion(known.kinds.get(name) ?? [], apiVersion, known).map(({ shape }) => shape);
  if (own.length > 0 || !name.endsWith("List")) return own;
  const listed = known.kinds.get(name.slice(0, -"List".length)) ?? [];
  return ofVersion(listed, apiVersion, known).map(({ kind }) => listShape(kind));
}

/**
 * @returns the kinds of an apiVersion, or those of its group if none has that version, for example while it is being
 * typed.
 */
function ofVersion(kinds: readonly KnownKind[], apiVersion: string | undefined, known: KnownKinds): KnownKind[] {
  const own = kinds.filter((kind) => fits(kind, apiVersion, known));
  if (apiVersion === undefined) return own;
  const exact = own.filter(({ group }) => group.apiVersions.includes(splitApiVersion(apiVersion).version));
  return exact.length > 0 ? exact : own;
}

/** Whether a kind belongs to the group of an apiVersion. Without one, every kind does. */
function fits({ group }: KnownKind, apiVersion: string | undefined, known: KnownKinds): boolean {
  if (apiVersion === undefined) return true;
  const { group: name, version } = splitApiVersion(apiVersion);
  if (group.name !== undefined) return group.name === name;
  return !known.groups.has(name) && group.apiVersions.includes(version);
}

function wholeKinds(known: KnownKinds, range: Range): readonly Offer[] {
  return [...known.kinds.values()].flat().map((kind) => {
    const { name, apiVersions } = kind.group;
    const version = `${name === undefined ? "" : `${name}/`}${apiVersions[0] ?? ""}`;
    return {
      name: kind.kind.name,
      kind: "kind",
      range,
      type: version,
      documentation: `A manifest of ${kind.kind.name} with the fields that it must have.`,
      // Computed on demand, because it reads the schemas of large contracts.
      get text() {
        return kindSnippet(kind).text;
      },
      get snippet() {
        return kindSnippet(kind).snippet;
      },
    };
  });
}

function kindNames(level: Level, known: KnownKinds, place: DocumentPlace, language: Language): readonly Offer[] {
  const apiVersion = level.scalars.get("apiVersion");
  const kinds = [...known.kinds.values()].flat().filter((kind) => fits(kind, apiVersion, known));
  return [...new Set(kinds.map(({ kind }) => kind.name))].map((name) => textOffer(name, place, language));
}

function apiVersions(level: Level, known: KnownKinds, place: DocumentPlace, language: Language): readonly Offer[] {
  const name = level.scalars.get("kind");
  const kinds = name === undefined ? [...known.kinds.values()].flat() : (known.kinds.get(name) ?? []);
  const versions = kinds.flatMap(({ group }) =>
    group.name === undefined ? [] : group.apiVersions.map((version) => `${group.name ?? ""}/${version}`),
  );
  return [...new Set(versions)].map((version) => textOffer(version, place, language));
}

/** @returns the explanation of the field at a position. */
export function explainField(manifests: readonly Manifest[], position: number): Explanation | undefined {
  for (const { value, shape, groupVersion } of manifests) {
    const found = findField(value, [shape], position);
    if (!found) continue;
    const { field, range } = found;
    const inUse = field.since !== undefined && groupVersion !== undefined ? [`In use: ${groupVersion}.`] : [];
    const facts = [describeField(field), ...inUse].filter((each) => each !== "").join(" ");
    return {
      range,
      title: `(field) ${field.name}: ${describeShape(field.shape)}`,
      details: facts === "" ? [] : [facts],
    };
  }
  return undefined;
}
