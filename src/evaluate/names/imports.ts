import type { Imported } from "../../code/values";
import type { Abstract, Context, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { nativeValue, unknown } from "../make";
import { comingIn, placeOf } from "../places";
import type { Exported } from "../../project/exports";
import { mapOptions, named } from "../values";
import { valueOfVariable } from "./variables";

/** What imports give. */
export function evaluateImport(evaluation: Evaluation, node: Imported, context: Context): Abstract {
  const place = placeOf(node, context);
  const { local } = context.file.code.imports[node.import] ?? {};
  const value = exportedValue(evaluation, evaluation.surroundings.project.importOf(context.file, node.import), place);
  return local === undefined ? value : named(value, local);
}

/** @returns the value of an export, as it comes in at a place. */
export function exportedValue(evaluation: Evaluation, exported: Exported | undefined, place: Place): Abstract {
  if (!exported) return unknown("an import that leads nowhere", place);
  if (exported.kind === "package") return ofPackage(evaluation, exported, place);
  if (exported.kind === "file") return { kind: "module", place, file: exported.file };
  const { file, value, variable, member } = exported;
  const top = evaluation.contexts.symbolic(file, 0);
  const found =
    variable === undefined ? evaluation.valueOf(value, top) : valueOfVariable(evaluation, variable, top, place);
  return comingIn(member === undefined ? found : evaluation.member(found, member, place), place);
}

function ofPackage(
  evaluation: Evaluation,
  { specifier, name }: Extract<Exported, { kind: "package" }>,
  place: Place,
): Abstract {
  const native = evaluation.surroundings.library.module(specifier);
  const reason = `\`${name}\` of the package \`${specifier}\``;
  if (!native)
    return unknown(reason, place, { origin: { trail: [name === "*" || name === "default" ? specifier : name] } });
  const whole = nativeValue(native, place);
  if (name === "*") return whole;
  const member = native.get?.(name, evaluation.positions.rangeOf(place));
  if (member) return mapOptions(evaluation.member(whole, name, place), (option) => option);
  // A package without a default export is one by itself.
  return name === "default" ? whole : unknown(reason, place, { origin: { trail: [name] } });
}
