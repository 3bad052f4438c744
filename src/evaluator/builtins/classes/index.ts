import { type BuiltinClass, classOf } from "../../store/builtin-class";
import { callable, reference } from "../../domain/constructors";
import type { Abstract, Builtin, Call, Cell, Place, Reference } from "../../domain/domain";
import { optionsOf } from "../../domain/values";
import { either } from "../../flow/branches";
import type { Program } from "../../program";
import { contentOf } from "../../store/heap";
import { joinText } from "../joining";
import { giveUp, placeOf, sharedMethod } from "../define";
import { errorClasses } from "./errors";
import { formDataClass } from "./form-data";
import { headersClass } from "./headers";
import { mapClass } from "./map";
import { regexpClass } from "./regexp";
import { setClass } from "./set";
import { urlClass } from "./url";
import { searchParamsClass } from "./url-search-params";
import { weakMapClass, weakSetClass } from "./weak";

/** The classes of the language and the platform: one file for each, and one line here. */
const classes: readonly BuiltinClass[] = [
  formDataClass,
  headersClass,
  mapClass,
  regexpClass,
  searchParamsClass,
  setClass,
  urlClass,
  weakMapClass,
  weakSetClass,
  ...errorClasses,
];

const byName: ReadonlyMap<string, BuiltinClass> = new Map(classes.map((each) => [each.name, each]));

/** @returns the class of a library's object, by its name. A class that is not listed here has only a name. */
export function classNamed(name: string): BuiltinClass {
  return byName.get(name) ?? { name };
}

/** @returns the global variable that holds a class. */
export function classGlobal(program: Program, name: string): Builtin | undefined {
  const found = byName.get(name);
  if (!found) return undefined;
  return {
    type: "builtin",
    label: name,
    ...(found.construct && { construct: (made) => found.construct?.(program, made) ?? giveUp(program, made, name) }),
    ...(found.call && { call: (made) => found.call?.(program, made) ?? giveUp(program, made, name) }),
  };
}

/** @returns a property or method that its class gives an instance; `undefined` where the class gives none that is known. */
export function classMember(program: Program, target: Reference, key: string, place: Place): Abstract | undefined {
  const own = classOf(target.cell);
  if (own?.properties && Object.hasOwn(own.properties, key)) return own.properties[key]?.(program, target.cell, place);
  const found = own && methodOf(program, own, key);
  return found && callable(found, place);
}

function methodOf(program: Program, own: BuiltinClass, key: string): Builtin | undefined {
  const run = own.methods && Object.hasOwn(own.methods, key) ? own.methods[key] : undefined;
  if (!run) return undefined;
  const label = `${own.name}.${key}`;
  const one = (call: Call, self: Abstract | undefined): Abstract =>
    self?.kind === "reference" && self.cell.class === own
      ? run(program, { ...call, self }, self.cell)
      : giveUp(program, { ...call, self }, label);
  return sharedMethod(program, label, (call) => {
    const options = call.self ? optionsOf(call.self) : [];
    if (options.length < 2) return one(call, call.self);
    const sides = options.map((option) => () => one(call, option));
    return either(program, sides, placeOf(program, call));
  });
}

/** @returns `String(…)` of an array, or of an instance of a class that has a text of its own. */
export function cellText(program: Program, cell: Cell, place: Place): Abstract | undefined {
  if (contentOf(program, cell).escaped) return undefined;
  if (cell.type === "array") return joinText(program, reference(cell, place), ",", place);
  return classOf(cell)?.text?.(program, cell, place);
}
