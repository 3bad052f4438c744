import type { ValueId } from "../../code/graph";
import type { TypeNode } from "../../code/types";
import type { ProjectFile } from "../../project/project-file";
import type { ClassSite } from "../../project/sites";
import type { Abstract, Entry, Single, TypePlace, Unknown } from "../domain";
import type { Evaluation } from "../evaluation";
import { nativeValue } from "../make";
import { globalNameOf } from "../../project/written-names";
import { mapOptions, optionsOf } from "../values";
import { exportedValue } from "./imports";
import { valueOfVariable } from "./variables";

/**
 * Stand-ins for values known by their declared types alone. They have what all values of the type share, methods and clients, but no data, which differs
 * between values.
 */

/** @returns the stand-in for an instance of a class. */
export function instanceByType(evaluation: Evaluation, site: ClassSite, value: Unknown): Abstract {
  return fromOutside(evaluation.typicalInstance(site, undefined), value);
}

/** @returns an object literal or instance as a stand-in: as code sees it that knows its type alone. */
export function fromOutside(object: Abstract, value: Unknown): Abstract {
  return mapOptions(object, (option) =>
    option.kind === "object" && !option.outside ? { ...option, outside: { inside: option, value } } : option,
  );
}

/** @returns the stand-in for a value whose type is that of another value (`typeof x`); undefined if there is none. */
export function standInOf(evaluation: Evaluation, option: Single, value: Unknown): Abstract | undefined {
  switch (option.kind) {
    case "object":
      if (option.instanceOf) return instanceByType(evaluation, option.instanceOf, value);
      return option.class === undefined ? fromOutside(option, value) : undefined;
    case "class":
    case "native":
    case "builtin":
    case "module":
      return option;
    // A value with the type of a function may be any function of that type.
    default:
      return undefined;
  }
}

/** @returns whether a member is behaviour, which stand-ins have, and not data. */
export function isBehaviour(value: Abstract): boolean {
  return optionsOf(value).some(
    (option) =>
      option.kind === "function" ||
      option.kind === "class" ||
      option.kind === "native" ||
      option.kind === "builtin" ||
      (option.kind === "object" &&
        (option.instanceOf !== undefined || [...option.members.values()].some(doesSomething))),
  );
}

function doesSomething({ value }: Entry): boolean {
  return optionsOf(value).some(({ kind }) => kind === "function" || kind === "native");
}

/** @returns the value of `x` in the type `typeof x`. */
export function valueNamed(
  evaluation: Evaluation,
  { file, in: within }: TypePlace,
  { name, value }: Extract<TypeNode, { kind: "typeof" }>,
): Abstract | undefined {
  const [first = "", ...rest] = globalNameOf(name);
  const found = value === undefined ? ofName(evaluation, { file, within }, first) : evaluation.literalOf(file, value);
  return found && rest.reduce((object, key) => evaluation.member(object, key, found.place), found);
}

function ofName(
  evaluation: Evaluation,
  { file, within }: { readonly file: TypePlace["file"]; readonly within: number },
  name: string,
): Abstract | undefined {
  const { imports, variables } = file.code;
  const context = evaluation.contexts.symbolic(file, within);
  const place = { file, start: 0, end: 0, context };
  const bound = imports.findIndex(({ local }) => local === name);
  if (bound >= 0) return exportedValue(evaluation, evaluation.surroundings.project.importOf(file, bound), place);
  const variable = variables.findIndex((each) => each.name === name && each.in === 0);
  if (variable >= 0) return valueOfVariable(evaluation, variable, context, place);
  const value = ofModule(file, name);
  if (value !== undefined) return evaluation.literalOf(file, value);
  const native = evaluation.surroundings.library.type(`typeof ${name}`, { file: file.name });
  return native && nativeValue(native, place);
}

/** @returns a top-level function, class or constant that no function shares, so that it is no variable of the graph. */
function ofModule({ code }: ProjectFile, name: string): ValueId | undefined {
  const made = code.functions.find((each) => each.name === name && each.outer === 0)?.value;
  if (made !== undefined) return made;
  const found = code.classes.find((each) => each.name === name && each.in === 0)?.value;
  if (found !== undefined) return found;
  const constant = code.values.findIndex((each) => each.kind === "named" && each.name === name && each.in === 0);
  return constant < 0 ? undefined : constant;
}
