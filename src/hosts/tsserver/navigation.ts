import type TS from "typescript";
import {
  filesThatMayName,
  findProperty,
  type Property,
  type SegmentPlace,
  segmentsNaming,
} from "../editor/code/definitions";
import type { FileRequests } from "../editor/file-checker";
import type { Additions } from "./guard";
import type { CallsOfEndpoint } from "./uses";
import { toSpan } from "./assistance";

/** Access to the requests in a project's files. */
export interface Looks {
  /** @returns the requests around a position, if a text of a request may be there. */
  around(fileName: string, position: number): FileRequests | undefined;
  at(fileName: string): FileRequests | undefined;
  /** @returns the project's calls of the endpoint whose path is at a position. */
  callsFrom(file: FileRequests, position: number): CallsOfEndpoint | undefined;
}

interface PropertyInSelector extends Property {
  readonly span: TS.TextSpan;
}

/**
 * Additions to definitions, references and renaming. A segment of a selector leads to the property that it names, and a
 * property to all such segments. A request path leads to all calls of its endpoint.
 *
 * @param service TypeScript's own.
 */
export function navigationAdditions(ts: typeof TS, service: TS.LanguageService, looks: Looks): Additions {
  const segmentAt = (fileName: string, position: number): PropertyInSelector | undefined => {
    const file = looks.around(fileName, position);
    const property = file && findProperty(service, file, fileName, position);
    return property?.segment && { ...property, span: toSpan(property.segment) };
  };
  const segmentsOf = (property: Property): readonly SegmentPlace[] => {
    const program = service.getProgram();
    const files = program ? filesThatMayName(program, property.name) : [];
    return files.flatMap((file) => segmentsNaming(property, file, looks.at(file.fileName)));
  };
  const define = ({ name, declared }: Property): TS.DefinitionInfo[] =>
    declared.map(({ fileName, range }) => ({
      fileName,
      textSpan: toSpan(range),
      kind: ts.ScriptElementKind.memberVariableElement,
      name,
      containerKind: ts.ScriptElementKind.unknown,
      containerName: "",
    }));
  return {
    getDefinitionAtPosition: (original, fileName, position) => {
      const property = segmentAt(fileName, position);
      return property ? define(property) : original();
    },
    getDefinitionAndBoundSpan: (original, fileName, position) => {
      const property = segmentAt(fileName, position);
      return property ? { definitions: define(property), textSpan: property.span } : original();
    },
    findReferences: (original, fileName, position) => {
      const file = looks.around(fileName, position);
      const calls = file && looks.callsFrom(file, position);
      if (calls) return [toSymbol(ts, calls, { fileName, position })];
      const segment = segmentAt(fileName, position);
      const [place] = segment?.declared ?? [];
      const found = place ? service.findReferences(place.fileName, place.range.start) : original();
      const property = segment ?? findProperty(service, undefined, fileName, position);
      const [first, ...others] = found ?? [];
      if (!property || !first) return found;
      const added = segmentsOf(property).map(({ fileName: file, range }) => toReference(file, toSpan(range)));
      return [{ ...first, references: [...first.references, ...added] }, ...others];
    },
    getRenameInfo: (original, fileName, position) => {
      const property = segmentAt(fileName, position);
      return property ? toRenameInfo(ts, property.name, property.span) : original();
    },
    findRenameLocations: (original, fileName, position) => {
      const segment = segmentAt(fileName, position);
      const [place] = segment?.declared ?? [];
      const found = place
        ? service.findRenameLocations(place.fileName, place.range.start, false, false, {})
        : original();
      const property = segment ?? findProperty(service, undefined, fileName, position);
      if (!property || !found) return found;
      const added = segmentsOf(property).filter(({ isPlain }) => isPlain);
      return [...found, ...added.map(({ fileName: file, range }) => ({ fileName: file, textSpan: toSpan(range) }))];
    },
  };
}

/** Converts calls of an endpoint to references of its path. */
function toSymbol(
  ts: typeof TS,
  { key, uses }: CallsOfEndpoint,
  { fileName, position }: { readonly fileName: string; readonly position: number },
): TS.ReferencedSymbol {
  return {
    definition: {
      fileName,
      textSpan: { start: position, length: 0 },
      kind: ts.ScriptElementKind.string,
      name: key,
      containerKind: ts.ScriptElementKind.unknown,
      containerName: "",
      displayParts: [{ kind: "text", text: key }],
    },
    references: uses.map((use) => toReference(use.fileName, toSpan(use.range))),
  };
}

function toReference(fileName: string, textSpan: TS.TextSpan): TS.ReferencedSymbolEntry {
  return { fileName, textSpan, isWriteAccess: false };
}

function toRenameInfo(ts: typeof TS, name: string, triggerSpan: TS.TextSpan): TS.RenameInfo {
  return {
    canRename: true,
    displayName: name,
    fullDisplayName: name,
    kind: ts.ScriptElementKind.memberVariableElement,
    kindModifiers: ts.ScriptElementKindModifier.none,
    triggerSpan,
  };
}
