import { exportedGlobal } from "../builtins/globals/modules";
import type { Imported } from "../../code/values";
import type { Abstract, Context, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { nativeValue, unknown } from "../make";
import { comingIn, placeOf } from "../places";
import { withLaterChanges } from "../objects/later-changes";
import type { Exported } from "../../project/exports";
import type { ProjectFile } from "../../project/project-file";
import { mapOptions, named, optionsOf } from "../values";
import { valueOfVariable } from "./variables";
import { tellSetUps, versionsOfDefault } from "./written-elsewhere";

/** Evaluates imports. */
export function evaluateImport(evaluation: Evaluation, node: Imported, context: Context): Abstract {
  const place = placeOf(node, context);
  const { local } = context.file.code.imports[node.import] ?? {};
  const value = exportedValue(evaluation, evaluation.surroundings.project.importOf(context.file, node.import), place);
  return local === undefined ? value : named(value, local);
}

/** @returns the value of an export, at the place where it comes in. */
export function exportedValue(evaluation: Evaluation, exported: Exported | undefined, place: Place): Abstract {
  if (!exported) return unknown("an import that leads nowhere", place);
  if (exported.kind === "package") return ofPackage(evaluation, exported, place);
  if (exported.kind === "file") return { kind: "module", place, file: exported.file };
  const { file, variable, member } = exported;
  const top = evaluation.contexts.symbolic(file, 0);
  const found =
    variable === undefined ? valueOfDefault(evaluation, exported) : valueOfVariable(evaluation, variable, top, place);
  return comingIn(member === undefined ? found : evaluation.member(found, member, place), place);
}

const defaults = new WeakMap<Evaluation, Map<ProjectFile, Abstract>>();

/** @returns the unnamed default export of a file, with the changes made by other files. */
function valueOfDefault(evaluation: Evaluation, exported: Extract<Exported, { kind: "value" }>): Abstract {
  const { file, value } = exported;
  const top = evaluation.contexts.symbolic(file, 0);
  const whole = evaluation.valueOf(value, top);
  if (!optionsOf(whole).some(({ kind }) => kind === "object" || kind === "array" || kind === "native")) return whole;
  const all = defaults.get(evaluation) ?? new Map<ProjectFile, Abstract>();
  defaults.set(evaluation, all);
  const known = all.get(file);
  if (known) {
    evaluation.noteUse(known);
    return known;
  }
  const changed = withLaterChanges(evaluation, { file, contextOf: () => top }, whole, {
    changes: [],
    elsewhere: () => versionsOfDefault(evaluation, exported),
    hold: (held) => all.set(file, held),
  });
  all.set(file, changed);
  return changed;
}

function ofPackage(
  evaluation: Evaluation,
  { specifier, name }: Extract<Exported, { kind: "package" }>,
  place: Place,
): Abstract {
  const global = exportedGlobal(specifier, name, place);
  if (global) return global;
  const native = evaluation.surroundings.library.module(specifier);
  const reason = `\`${name}\` of the package \`${specifier}\``;
  if (!native)
    return unknown(reason, place, { origin: { trail: [name === "*" || name === "default" ? specifier : name] } });
  tellSetUps(evaluation, specifier, place.file);
  const whole = nativeValue(native, place);
  if (name === "*") return whole;
  const member = native.get?.(name, evaluation.positions.rangeOf(place));
  if (member) return mapOptions(evaluation.member(whole, name, place), (option) => option);
  // A package without a default export is its own default export.
  return name === "default" ? whole : unknown(reason, place, { origin: { trail: [name] } });
}
