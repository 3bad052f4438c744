import { rules } from "../../../rules/index";
import type { ConfigurationProblem } from "../../contract/configuration/configuration";
import { configurationNames } from "../../contract/configuration/find-configuration";
import { configurationSchema } from "../../contract/configuration/configuration-schema";
import type { Contract } from "../../contract/contract";
import { checkContractText } from "../../contract/file/contract-file";
import { contractFileSchema } from "../../contract/file/contract-file-schema";
import { checkConfigurationText, loadProject } from "../../contract/configuration/load";
import { getCategories } from "../../contract/permissions/categories";
import { accessLevels } from "../../contract/permissions/grants";
import { describeShape } from "../../shape/describe";
import type { Shape } from "../../shape/shape";
import { readPiece, splitDocuments } from "../../value/yaml-stream";
import { findDocumentPlaces } from "../editor/document-place";
import { follow, keyOffers, valueOffers } from "../editor/document-offers";
import { findField } from "../editor/field-places";
import type { Explanation, Offer } from "../editor/offers";
import { mappingOf, oneOf, shapeOfSchema, withFields } from "../editor/schema-shapes";
import { basename, dirname, join, resolve } from "node:path";
import type { Checked, FileService, Remark } from "./file-service";
import { OpenText } from "./open-text";

/** The service for the configuration and the contract files that it names. */
export class SettingsService implements FileService {
  /** Whether the configuration of the file's folder names the file as a contract. */
  holds(path: string): boolean {
    return loadProject(path, rules).files.some((file) => resolve(file) === path);
  }

  /**
   * @returns the files on which a file's findings depend besides its own text, including configurations that may be
   * created.
   */
  static filesFor(path: string): readonly string[] {
    const { files, root } = loadProject(path, rules);
    return [...files, ...configurationNames.flatMap((name) => [join(root, name), join(dirname(path), name)])];
  }

  check(file: OpenText, path: string): Checked {
    const problems = isConfiguration(path)
      ? checkConfigurationText(path, file.text, rules).problems
      : checkContractText(path, file.text);
    return { findings: [], remarks: toRemarks(file, problems), disable: () => undefined };
  }

  offers(file: OpenText, path: string, position: number): readonly Offer[] {
    const language = path.toLowerCase().endsWith(".json") ? "json" : "yaml";
    for (const place of findDocumentPlaces(file.text, position, language)) {
      const shapes = this.#shapes(file, path);
      const steps = place.levels.flatMap((level, index) => (index < place.levels.length - 1 ? level.steps : []));
      const at = follow(shapes, steps);
      const last = place.levels.at(-1);
      const offers =
        last === undefined || place.role === "value"
          ? valueOffers(place, follow(at, last?.steps ?? []), language)
          : keyOffers(place, at, language);
      if (offers.length > 0) return offers;
    }
    // An empty file counts as a mapping.
    if (file.text.trim() !== "") return [];
    const range = { start: position, end: position };
    const empty = {
      role: "key",
      start: [],
      levels: [],
      range,
      hasColon: false,
      isQuoted: false,
      isFlow: false,
    } as const;
    return keyOffers(empty, this.#shapes(file, path), language);
  }

  explain(file: OpenText, path: string, position: number): Explanation | undefined {
    const [piece] = splitDocuments(file.text);
    const [document] = piece ? readPiece(file.text, piece, []) : [];
    const found = document?.value && findField(document.value, this.#shapes(file, path), position);
    if (!found) return undefined;
    const { field, range } = found;
    const { description } = field;
    return {
      range,
      title: `${field.name}: ${describeShape(field.shape)}`,
      details: description === undefined ? [] : [description],
    };
  }

  #shapes(file: OpenText, path: string): readonly Shape[] {
    if (!isConfiguration(path)) return [shapeOfSchema(contractFileSchema, contractFileSchema)];
    return [configurationShape(checkConfigurationText(path, file.text, rules).contract)];
  }
}

function isConfiguration(path: string): boolean {
  return configurationNames.includes(basename(path));
}

/** @returns the shape of a configuration, with names that the contract defines. */
function configurationShape({ permissions, groups }: Contract): Shape {
  const schema = configurationSchema(rules);
  const shape = shapeOfSchema(schema, schema);
  const categories = getCategories(permissions);
  const types = new Set(permissions.flatMap(({ tokens }) => tokens));
  const levels = oneOf(
    accessLevels.filter((level) => level !== "admin" || permissions.some(({ access }) => access === level)),
  );
  const permissionShape = mappingOf(categories.keys(), (scope) => mappingOf(categories.get(scope) ?? [], () => levels));
  const groupField = shape.type === "object" ? shape.fields.get("groups")?.shape : undefined;
  const group: Shape = groupField?.type === "map" ? groupField.values : { type: "any" };
  const names = (): Shape => ({ type: "array", elements: { type: "string" } });
  const tokenField = shape.type === "object" ? shape.fields.get("tokens")?.shape : undefined;
  return withFields(shape, {
    permissions: permissionShape,
    groups: mappingOf(
      groups.map(({ key }) => key),
      () => group,
    ),
    ...(tokenField && { tokens: { type: "union", options: [tokenField, mappingOf(types, names)] } }),
  });
}

/** Converts problems to remarks. A problem has only a start position, so its range extends to the end of the word. */
function toRemarks(file: OpenText, problems: readonly ConfigurationProblem[]): readonly Remark[] {
  const lines = new OpenText(file.uri, file.languageId, file.version, file.text, "utf-16");
  return problems.map(({ line, column, message, severity }) => {
    const start = lines.offsetAt({ line: line - 1, character: column - 1 });
    const length = /^(?:"[^"\n]*"|'[^'\n]*'|[^\s:,#\]}]+|[^\n])/u.exec(file.text.slice(start))?.[0].length ?? 0;
    return { range: { start, end: start + length }, message, severity };
  });
}
