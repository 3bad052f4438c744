import type TS from "typescript";
import { conventions } from "../../../contract/conventions";
import { type NamedSegment, namedFieldsOf } from "../../../request/derived/written-fields";
import type { DeclaredPlace } from "../../../shape/shape";
import { type Range, touches } from "../../../text/range";
import type { FileRequests } from "../file-checker";

/** Navigation between segments of selectors and the properties that they name. */

/** @returns the segment at a position that names a field declared in code. */
export function declaredSegmentAt(place: FileRequests, position: number): NamedSegment | undefined {
  return segmentsOf(place).find(
    ({ range, field }) => touches(range, position) && field.declared !== undefined && field.declared.length > 0,
  );
}

/** A property declared in code that selectors name. */
export interface Property {
  readonly name: string;
  readonly declared: readonly DeclaredPlace[];
  /** The range of the segment at the position, if there is one. */
  readonly segment?: Range;
}

/**
 * @param service TypeScript's language service.
 * @param place the requests of the file, if it is checked.
 * @returns the property that a segment or code names at a position.
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

/** Kind names of TypeScript's language service. Its module is not loaded here. */
const propertyKinds: ReadonlySet<string> = new Set(["property", "getter"]);

/** A segment in a file of the program. */
export interface SegmentPlace {
  readonly fileName: string;
  readonly range: Range;
  /** Whether the segment is written literally, so that another name can replace it. */
  readonly isPlain: boolean;
}

/** @returns the files of a program that may name a field in a selector. */
export function filesThatMayName(program: TS.Program, name: string): readonly TS.SourceFile[] {
  return program
    .getSourceFiles()
    .filter(
      ({ isDeclarationFile, text }) =>
        !isDeclarationFile && text.includes(conventions.selector.parameter) && text.includes(name),
    );
}

/**
 * @param place the requests of the file; absent if it is not checked.
 * @returns the segments that name a property, by any of its declarations.
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

/** @returns the segments of all requests. A segment shared by several requests is listed once. */
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
