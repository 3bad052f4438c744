import type { Abstract, Closure, Content, Field } from "../domain/domain";
import type { Program } from "../program";
import { contentOf, newObject } from "../store/heap";

/**
 * The `this` of an object literal's method that others may call: an object with the literal's methods, and unknown data. Frameworks mix such
 * methods (`methods`, actions, handlers) into objects of their own, which lack the literal's data.
 *
 * @param closure the method that is run by itself.
 */
export function openThis(program: Program, closure: Closure): Abstract | undefined {
  const { boundThis, node } = closure;
  if (boundThis?.kind !== "reference" || program.ts.isArrowFunction(node)) return boundThis;
  const { cell, place } = boundThis;
  // What others write to single members is asked where these are read.
  const content = contentOf(program, cell, { key: "*" });
  const all = content.escaped ? (program.pass.visibility.held(cell) ?? content.fields) : content.fields;
  const fields = content.escaped || isMixedIn(content) ? functionsOf(all) : content.fields;
  const open: Content = { ...content, fields, open: true, copied: undefined };
  return newObject(program, place, { type: "object", made: cell.allocationSite, content: open });
}

const optionsOfComponents = ["methods", "computed", "data", "mounted", "created", "actions", "mutations", "mixins"];

/** Whether an object is a list of options for a framework, whose functions run on other objects. */
function isMixedIn({ fields }: Content): boolean {
  return optionsOfComponents.some((key) => fields.has(key));
}

function functionsOf(fields: Content["fields"]): ReadonlyMap<string, Field> {
  return new Map([...fields].filter(([, { value }]) => value.kind === "callable"));
}
