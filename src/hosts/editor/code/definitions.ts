import type TS from "typescript";
import { conventions } from "../../../contract/conventions";
import { type NamedSegment, namedFieldsOf } from "../../../request/derived/written-fields";
import type { DeclaredPlace } from "../../../shape/shape";
import type { Range } from "../../../text/range";
import type { FileRequests } from "../file-checker";

/** From a selector's segments to the properties that they name, and back. */

/** @returns the segment at a position that names a field which code declares. */
export function declaredSegmentAt(place: FileRequests, position: number): NamedSegment | undefined {
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
  place: FileRequests | undefined,
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

/** @returns the files of a program that may mention a segment. */
export function filesThatMayName(program: TS.Program, name: string): readonly TS.SourceFile[] {
  return program
    .getSourceFiles()
    .filter(
      ({ isDeclarationFile, text }) =>
        !isDeclarationFile && text.includes(conventions.selector.parameter) && text.includes(name),
    );
}

/**
 * @param place what is known of the file; absent if it is not looked at.
 * @returns the segments of a file that name a property: any of its declarations will do.
 */
export function segmentsNaming(
  { name, declared }: Property,
  { fileName, text }: TS.SourceFile,
  place: FileRequests | undefined,
): readonly SegmentPlace[] {
  if (!place) return [];
  const keys = new Set(declared.map(keyOf));
  return segmentsOf(place).flatMap(({ range, field, isPlain }) =>
    field.name === name && field.declared?.some((each) => keys.has(keyOf(each))) === true
      ? [{ fileName, range, isPlain: isPlain && text.slice(range.start, range.end) === name }]
      : [],
  );
}

/** A segment that several requests share counts once. */
function segmentsOf({ requests, project }: FileRequests): readonly NamedSegment[] {
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
