import type { Abstract, Closure, Content, Field } from "../domain/domain";
import type { Machine } from "../machine";
import { contentOf, newObject } from "../store/heap";

/**
 * The `this` of an object literal's method that others may call: an object with the literal's methods, and unknown data. Frameworks mix such
 * methods (`methods`, actions, handlers) into objects of their own, which lack the literal's data.
 *
 * @param closure the method that is run by itself.
 */
export function openThis(machine: Machine, closure: Closure): Abstract | undefined {
  const { boundThis, node } = closure;
  if (boundThis?.kind !== "reference" || machine.ts.isArrowFunction(node)) return boundThis;
  const content = contentOf(machine, boundThis.cell);
  const all = content.escaped ? (machine.visibility.held(boundThis.cell) ?? content.fields) : content.fields;
  const fields = content.escaped || isMixedIn(content) ? functionsOf(all) : content.fields;
  const { made } = boundThis.cell;
  const opened: Content = { ...content, fields, open: true, copied: undefined };
  return newObject(machine, boundThis.place, { type: "object", made, content: opened });
}

const optionsOfComponents = ["methods", "computed", "data", "mounted", "created", "actions", "mutations", "mixins"];

/** Whether an object is a list of options for a framework, whose functions run on other objects. */
function isMixedIn({ fields }: Content): boolean {
  return optionsOfComponents.some((key) => fields.has(key));
}

function functionsOf(fields: Content["fields"]): ReadonlyMap<string, Field> {
  return new Map([...fields].filter(([, { value }]) => value.kind === "callable"));
}
