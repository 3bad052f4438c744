import type { ValueId } from "../../code/graph";
import type { TypeNode } from "../../code/types";
import type { ProjectFile } from "../../project/project-file";
import type { ClassSite } from "../../project/sites";
import type { Abstract, Entry, Single, TypePlace, Unknown } from "../domain";
import type { Evaluation } from "../evaluation";
import { mapOptions, optionsOf } from "../values";
import { exportedValue } from "./imports";
import { valueOfVariable } from "./variables";

/**
 * Stand-ins for values of which the declared type alone is known: what all values of the type have is told, methods and clients; data is not, as
 * each value has its own.
 */

/** @returns an instance of a class by its declared type; or what is unknown of it. */
export function instanceByType(evaluation: Evaluation, site: ClassSite, value: Unknown): Abstract {
  return fromOutside(evaluation.typicalInstance(site, undefined), value);
}

/** @returns an object as those see it who know it by its declared type. */
export function fromOutside(object: Abstract, value: Unknown): Abstract {
  return mapOptions(object, (option) =>
    option.kind === "object" && !option.outside ? { ...option, outside: { inside: option, value } } : option,
  );
}

/** @returns what stands for a value that is of the type of another one; `undefined` where that tells nothing. */
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
    // Whoever declares to want such a function may be given another one.
    default:
      return undefined;
  }
}

/** @returns whether others than the object itself know what a member is: what it does, and no data. */
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

/** @returns the value that `typeof x` names. */
export function valueNamed(
  evaluation: Evaluation,
  { file, in: within }: TypePlace,
  { name, value }: Extract<TypeNode, { kind: "typeof" }>,
): Abstract | undefined {
  const [first = "", ...rest] = name;
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
  return value === undefined ? undefined : evaluation.literalOf(file, value);
}

/** A function, class or constant that no function of the file shares: types alone name it. */
function ofModule({ code }: ProjectFile, name: string): ValueId | undefined {
  const made = code.functions.find((each) => each.name === name && each.outer === 0)?.value;
  if (made !== undefined) return made;
  const found = code.classes.find((each) => each.name === name && each.in === 0)?.value;
  if (found !== undefined) return found;
  const constant = code.values.findIndex((each) => each.kind === "named" && each.name === name && each.in === 0);
  return constant < 0 ? undefined : constant;
}
