import { chainOf } from "../domain/class-fields";
import type { Cell, Closure, Content } from "../domain/domain";
import { isFunction } from "../domain/functions";
import { optionsOf } from "../domain/values";
import type { Program } from "../program";
import type { AccessedMember, MemberQuestion } from "../store/dependencies";

/** @returns the question that who looks at a member asks about late writes. */
export function askedFor(
  { ts, run: { context } }: Program,
  cell: Cell,
  content: Content,
  looked: AccessedMember,
): MemberQuestion {
  const { root } = context;
  const { key, use } = looked;
  // Who has an instance that lasts has got it from its constructor, when that had run.
  const isOwn = root.lasting === true && cell.slot.root === root;
  // What is written is the same whatever else is written, but may be lost with the whole object.
  if (use === "written") return { key: "*", survives: isOwn };
  if (isOwn) return { key, survives: true };
  const field = content.fields.get(key);
  const inherits = cell.constructedBy !== undefined && hasMethod(cell.constructedBy, key);
  if (!field) return { key, survives: inherits };
  const isPlain = !inherits && !(key in Object.prototype) && !field.getter && !field.maybeGetter;
  const options = use === "called" && isPlain && field.presence === "always" ? optionsOf(field.value) : [];
  return { key, survives: options.length > 0 && options.every((option) => isFunction(ts, option)) };
}

function hasMethod(closure: Closure, key: string): boolean {
  return chainOf(closure).some(({ classParts }) => classParts?.methods.has(key) === true);
}
