import type { ClassCode } from "../../code/declarations";
import type { ClassSite } from "../../project/sites";
import type { ClassValue, Context } from "../domain";
import type { Evaluation } from "../evaluation";
import { placeOf } from "../places";

/** Length of a class's chain of superclasses. A longer chain is a cycle in code that is being edited. */
export const mostSuperclasses = 20;

export function codeOf({ file, class: id }: ClassSite): ClassCode | undefined {
  return file.code.classes[id];
}

const typical = new WeakMap<ClassValue, ClassValue>();

/** @returns the class value that stands for a class or any subclass. */
export function typicalClass(exact: ClassValue): ClassValue {
  if (exact.typical) return exact;
  const known = typical.get(exact) ?? { ...exact, typical: true };
  typical.set(exact, known);
  return known;
}

/** @returns the value of a class in the context of its declaration. */
export function classValue({ contexts }: Evaluation, site: ClassSite, context: Context | undefined): ClassValue {
  const { file, class: id } = site;
  const code = codeOf(site);
  const own = context ?? contexts.symbolic(file, code?.in ?? 0);
  return { kind: "class", file, class: id, context: own, place: placeOf(code ?? { start: 0, end: 0 }, own) };
}
