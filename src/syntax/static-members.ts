import type TS from "typescript";

/** Members of a class itself, and the node that stands for the object which holds them. */

export function isStaticMember(ts: typeof TS, member: TS.ClassElement): boolean {
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
}

/**
 * @returns what is taken for the maker of the object that holds the statics of a class. The class's own node makes its instances, and its name
 *   declares a variable.
 */
export function staticsNode(node: TS.ClassLikeDeclaration): TS.Node {
  const { heritageClauses, modifiers, members } = node;
  return heritageClauses?.[0] ?? modifiers?.[0] ?? members[0] ?? node;
}
