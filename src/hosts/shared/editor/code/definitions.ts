import type TS from "typescript";
import { conventions } from "../../../../contract/conventions";
import { type NamedSegment, namedFieldsOf } from "../../../../request/questions/written-fields";
import type { DeclaredPlace } from "../../../../shape/shape";
import type { Range } from "../../../../text/range";
import type { CheckedFile } from "../file-checker";

/** From a selector's segments to the properties that they name, and back. */

type Place = Pick<CheckedFile, "sourceFile" | "project" | "requests">;

/** @returns the segment at a position that names a field which code declares. */
export function declaredSegmentAt(place: Place, position: number): NamedSegment | undefined {
  return segmentsOf(place).find(
    ({ range, field }) =>
      range.start <= position && position <= range.end && field.declared !== undefined && field.declared.length > 0,
  );
}

/** A property that code declares and selectors name. */
export interface Property {
  readonly name: string;
  readonly declared: readonly DeclaredPlace[];
  /** Where it stands, if a segment names it there. */
  readonly segment?: Range;
}

/**
 * @param service TypeScript's own.
 * @param place the file, if it has been looked at.
 * @returns the property that a segment names at a position, or that code names there.
 */
export function findProperty(
  service: TS.LanguageService,
  place: Place | undefined,
  fileName: string,
  position: number,
): Property | undefined {
  const segment = place && declaredSegmentAt(place, position);
  if (segment) return { name: segment.field.name, declared: segment.field.declared ?? [], segment: segment.range };
  const found = (service.getDefinitionAtPosition(fileName, position) ?? []).filter(({ kind }) =>
    propertyKinds.has(kind),
  );
  const [first] = found;
  const declared = found.map(({ fileName: name, textSpan: { start, length } }) => {
    return { fileName: name, range: { start, end: start + length } };
  });
  return first && { name: first.name, declared };
}

/** As TypeScript names them; the module that has the names is not here. */
const propertyKinds: ReadonlySet<string> = new Set(["property", "getter"]);

/** A segment in a file of the program. */
export interface SegmentPlace {
  readonly fileName: string;
  readonly range: Range;
  /** Whether another name can be written there as it is. */
  readonly isPlain: boolean;
}

/**
 * Finds the segments that name a property, in all files of a program.
 *
 * @param check analyses a file; only those are asked for whose text may have such a segment.
 * @param declared where the property is declared: any of its declarations will do.
 */
export function findSegmentsNaming(
  program: TS.Program,
  check: (fileName: string) => Place | undefined,
  name: string,
  declared: readonly DeclaredPlace[],
): readonly SegmentPlace[] {
  const keys = new Set(declared.map(keyOf));
  return program.getSourceFiles().flatMap(({ fileName, isDeclarationFile, text }): SegmentPlace[] => {
    if (isDeclarationFile || !text.includes(conventions.selector.parameter) || !text.includes(name)) return [];
    const place = check(fileName);
    if (!place) return [];
    return segmentsOf(place).flatMap(({ range, field, isPlain }) =>
      field.name === name && field.declared?.some((each) => keys.has(keyOf(each))) === true
        ? { fileName, range, isPlain: isPlain && text.slice(range.start, range.end) === name }
        : [],
    );
  });
}

/** One that a wrapper sends in several ways, or that several requests share, is one. */
function segmentsOf({ requests, project }: Place): readonly NamedSegment[] {
  const segments = new Map<string, NamedSegment>();
  for (const request of requests)
    for (const segment of namedFieldsOf(request, project.facts)) {
      const key = `${segment.range.start} ${segment.field.name}`;
      if (!segments.has(key)) segments.set(key, segment);
    }
  return [...segments.values()];
}

function keyOf({ fileName, range }: DeclaredPlace): string {
  return `${fileName}:${range.start}`;
}
