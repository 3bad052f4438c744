import type { Range } from "../../text/range";
import type { Member, ObjectValue, Value } from "../../value/value";
import { readDocuments } from "../../value/documents";

/** Places in a file that describe a service: endpoints and kinds. */

/** An endpoint or kind, with the range of its name. */
export type DescribedPlace =
  | {
      readonly kind: "endpoint";
      readonly method: string;
      readonly path: string;
      readonly key: Range;
      readonly range: Range;
    }
  | {
      readonly kind: "kind";
      readonly name: string;
      readonly group: string;
      readonly key: Range;
      readonly range: Range;
    };

/** Limit in UTF-16 units: an editor would wait too long for a longer text. */
const longest = 4_000_000;

const describes = /\bopenapi["']?\s*:\s*["']?3\.|\bCustomResourceDefinition\b/u;
const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** @returns the endpoints of an OpenAPI description, or the kinds of CRDs; empty for any other file. */
export function findDescribedPlaces(text: string, language: "yaml" | "json"): readonly DescribedPlace[] {
  if (text.length > longest || !describes.test(text)) return [];
  return readDocuments(text, language).flatMap(({ value }) => (value?.kind === "object" ? placesIn(value) : []));
}

function placesIn(document: ObjectValue): readonly DescribedPlace[] {
  if (textOf(member(document, "kind")) === "CustomResourceDefinition") return kindPlaces(document);
  if (textOf(member(document, "openapi"))?.startsWith("3.") !== true) return [];
  return membersOf(member(document, "paths")).flatMap((path) =>
    membersOf(path).flatMap((operation): DescribedPlace[] =>
      methods.has(operation.key)
        ? [
            {
              kind: "endpoint",
              method: operation.key.toUpperCase(),
              path: path.key,
              key: operation.keyRange,
              range: operation.keyRange,
            },
          ]
        : [],
    ),
  );
}

function kindPlaces(document: ObjectValue): readonly DescribedPlace[] {
  const spec = member(document, "spec");
  const names = spec && member(spec.value, "names");
  const kind = names && member(names.value, "kind");
  const [name, group] = [textOf(kind), textOf(spec && member(spec.value, "group"))];
  if (!kind || name === undefined || group === undefined) return [];
  return [{ kind: "kind", name, group, key: kind.keyRange, range: kind.value.range }];
}

function member(value: Value, key: string): Member | undefined {
  return value.kind === "object" ? value.members.find((each) => each.key === key) : undefined;
}

function membersOf(from: Member | undefined): readonly Member[] {
  return from?.value.kind === "object" ? from.value.members : [];
}

function textOf(from: Member | undefined): string | undefined {
  if (from?.value.kind === "number") return from.value.text;
  if (from?.value.kind !== "string") return undefined;
  const [part, ...others] = from.value.parts;
  return part?.kind === "text" && others.length === 0 ? part.text : undefined;
}
