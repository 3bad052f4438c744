import type TS from "typescript";
import {
  declaredSegmentAt,
  findProperty,
  filesThatMayName,
  type Property,
  type SegmentPlace,
  segmentsNaming,
} from "../editor/code/definitions";
import type { CheckedFile } from "../editor/file-checker";
import type { Range } from "../../text/range";
import type { Definition, FilePlace, NewName, Renaming, Step } from "./file-service";

/** Definition, references and renaming of properties that selectors name. */

/** The project of an open file. */
export interface ProjectOfFile {
  readonly service: TS.LanguageService;
  readonly program: TS.Program;
  readonly check: (fileName: string) => CheckedFile | undefined;
}

/** A property at a position of a file, with the segments that name it. */
export interface NameInProject extends ProjectOfFile {
  readonly property: Property;
  readonly segments: readonly SegmentPlace[];
  readonly fileName: string;
  readonly position: number;
}

/** @returns the declarations of the field that a segment at a position names. */
export function defineSegment(
  checked: CheckedFile,
  position: number,
  service: TS.LanguageService | undefined,
): Definition | undefined {
  const segment = declaredSegmentAt(checked, position);
  const program = service?.getProgram();
  if (!segment || !program) return undefined;
  const { field, range } = segment;
  return {
    origin: range,
    places: (field.declared ?? []).flatMap((place) => toFilePlace(program, place.fileName, place.range)),
  };
}

/** @returns the property at a position, if any selector names it. */
export async function findName(
  project: ProjectOfFile,
  fileName: string,
  position: number,
  step: Step,
): Promise<NameInProject | undefined> {
  const { service, program, check } = project;
  const property = findProperty(service, check(fileName), fileName, position);
  if (!property) return undefined;
  const segments: SegmentPlace[] = [];
  const files = filesThatMayName(program, property.name);
  for (const [index, file] of files.entries()) {
    segments.push(...segmentsNaming(property, file, check(file.fileName)));
    await step(index + 1, files.length);
  }
  return segments.length === 0 ? undefined : { ...project, property, segments, fileName, position };
}

/**
 * @returns the segments that name the property. For a question about a segment, also all other references, because no
 * other server can answer it.
 */
export function findUses({ service, program, property, segments }: NameInProject): readonly FilePlace[] {
  const [place] = property.declared;
  const isAskedByText = property.segment !== undefined && place !== undefined;
  const found = isAskedByText ? service.findReferences(place.fileName, place.range.start) : undefined;
  const references = (found ?? []).flatMap((symbol) => symbol.references);
  return [
    ...references.flatMap(({ fileName, textSpan }) => toFilePlace(program, fileName, toRange(textSpan))),
    ...segments.flatMap(({ fileName, range }) => toFilePlace(program, fileName, range)),
  ];
}

/** @returns the renaming of a property, in code and in selectors. */
export function renamingOf({ service, program, property, segments, fileName, position }: NameInProject): Renaming {
  const [place] = property.declared;
  const from =
    property.segment && place ? { fileName: place.fileName, position: place.range.start } : { fileName, position };
  const origin = property.segment ?? wordAt(program, fileName, position);
  return {
    origin,
    to: (name) => {
      const locations = service.findRenameLocations(from.fileName, from.position, false, false, {}) ?? [];
      return [
        ...locations.flatMap(({ fileName: file, textSpan, prefixText = "", suffixText = "" }) =>
          withText(toFilePlace(program, file, toRange(textSpan)), `${prefixText}${name}${suffixText}`),
        ),
        ...segments
          .filter(({ isPlain }) => isPlain)
          .flatMap(({ fileName: file, range }) => withText(toFilePlace(program, file, range), name)),
      ];
    },
  };
}

function withText(places: readonly FilePlace[], newText: string): readonly NewName[] {
  return places.map((place) => ({ ...place, newText }));
}

function wordAt(program: TS.Program, fileName: string, position: number): Range {
  const text = program.getSourceFile(fileName)?.text ?? "";
  const before = /[\w$]*$/u.exec(text.slice(Math.max(0, position - 200), position))?.[0].length ?? 0;
  const behind = /^[\w$]*/u.exec(text.slice(position, position + 200))?.[0].length ?? 0;
  return { start: position - before, end: position + behind };
}

function toFilePlace(program: TS.Program, fileName: string, range: Range): readonly FilePlace[] {
  const text = program.getSourceFile(fileName)?.text;
  return text === undefined ? [] : [{ path: fileName, text, range }];
}

function toRange({ start, length }: TS.TextSpan): Range {
  return { start, end: start + length };
}
