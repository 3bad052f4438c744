import { chainOf } from "../domain/class-fields";
import type { Cell, Closure, Content } from "../domain/domain";
import type { Program } from "../program";

/** Instances of which JSON does not have the members. */

/** Whether the last class of a chain extends something whose source is not at hand. */
export function extendsUnknown(closure: Closure): boolean {
  const parent = chainOf(closure).at(-1)?.classParts?.parent;
  return parent !== undefined && !(parent.kind === "scalar" && parent.value === null);
}

/** Whether the object, its class or one that it extends has a `toJSON`, which alone tells what is sent. */
export function writesOwnJson(program: Program, { constructedBy }: Cell, content: Content): boolean {
  const chain = constructedBy ? chainOf(constructedBy) : [];
  return (
    content.fields.has("toJSON") ||
    chain.some(
      (each) =>
        each.classParts?.methods.has("toJSON") === true ||
        program.pass.classes.prototypes.get(each)?.slot.value.fields.has("toJSON") === true,
    )
  );
}
