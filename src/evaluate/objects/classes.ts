import type { ClassCode } from "../../code/declarations";
import type { ClassSite } from "../../project/sites";

/** Classes that extend each other: a longer chain is a circle in text that is being edited. */
export const mostSuperclasses = 20;

export function codeOf({ file, class: id }: ClassSite): ClassCode | undefined {
  return file.code.classes[id];
}
