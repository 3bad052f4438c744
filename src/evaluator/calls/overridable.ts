import type TS from "typescript";
import { unknown } from "../domain/constructors";
import type { Abstract, Call, CallNode, Closure, Field, Reference } from "../domain/domain";
import { chainOf, declarationOf, hidden } from "../domain/class-fields";
import { bounds } from "../domain/limits";
import { join, mapOptions, optionsOf, promised } from "../domain/values";
import type { Program } from "../program";
import { isPrivateKey } from "../../syntax/private-names";
import { membersOfSubclasses } from "../../syntax/classes-by-name";
import { skipWrappers } from "../../syntax/wrappers";

/**
 * Members of an instance that stands for all instances of a class: for those of its subclasses too, which may have another member of the name.
 *
 * What subclasses of the project declare or assign is theirs to decide. Of an abstract class others may extend, any member may be another's; of an exported
 * class only those that are written to be overridden, as most exported classes are extended by nobody.
 */

/** @returns the result of a method or getter: something unknown too, where the method may be a subclass's. */
export function resultOf(program: Program, closure: Closure, { frame, self, node }: Call, result: Abstract): Abstract {
  const { owner } = closure;
  if (!owner || !self || !standsForAll(self) || isSuperCall(program.ts, node)) return result;
  // The methods of the class and of its subclasses are all called.
  if (program.run.context.choosing === node) return result;
  if (!isOverridable(program, self.cell.constructedBy ?? owner, closure.name, closure.node)) return result;
  const other = unknown("the result of a method that may be a subclass's", program.place(frame, node), { typed: node });
  if (result.kind === "never") return other;
  // What is not known, or is a client, is no less known for it.
  if (!optionsOf(result).some(isData)) return result;
  return join(result, optionsOf(result).every(({ promise }) => promise) ? promised(other) : other);
}

/** @returns a field of an instance that stands for all of a class: something unknown too, where subclasses may give it another value. */
export function fieldOfAll(program: Program, closure: Closure, key: string, field: Field): Field {
  if (!optionsOf(field.value).some(isData) || field.getter) return field;
  const { ts } = program;
  const chain = chainOf(closure);
  if (!isOverridable(program, closure, key, declarationOf(ts, chain, key))) return field;
  const other = hidden(ts, chain, key, field.keyPlace).value;
  return { ...field, value: mapOptions(field.value, (option) => (isData(option) ? join(option, other) : option)) };
}

function isData({ kind }: Abstract): boolean {
  return kind === "reference" || kind === "text" || kind === "scalar";
}

/** An instance that a class makes for itself is made at its declaration; others are made by `new`. */
function standsForAll(self: Abstract): self is Reference {
  return self.kind === "reference" && self.cell.allocationSite === self.cell.constructedBy?.node;
}

function isSuperCall(ts: typeof TS, node: CallNode): boolean {
  const callee = ts.isCallExpression(node) ? skipWrappers(ts, node.expression) : node;
  return ts.isPropertyAccessExpression(callee) && callee.expression.kind === ts.SyntaxKind.SuperKeyword;
}

function isOverridable(program: Program, closure: Closure, key: string, declaration: TS.Node | undefined): boolean {
  const { ts } = program;
  if (isPrivateKey(key) || key.startsWith("#")) return false;
  const has = (node: TS.Node, flag: TS.ModifierFlags): boolean =>
    ts.canHaveModifiers(node) && (ts.getCombinedModifierFlags(node as TS.Declaration) & flag) !== 0;
  if (declaration && has(declaration, ts.ModifierFlags.Private)) return false;
  const overridden = overriddenMembers(program, closure);
  if (overridden === "any" || overridden.has(key) || has(closure.node, ts.ModifierFlags.Abstract)) return true;
  if (!declaration || !has(closure.node, ts.ModifierFlags.Export)) return false;
  return (
    ts.isMethodDeclaration(declaration) && (has(declaration, ts.ModifierFlags.Protected) || isHook(ts, declaration))
  );
}

/** Whether a method does nothing, or gives nothing, until a subclass overrides it. */
function isHook(ts: typeof TS, { body }: TS.MethodDeclaration): boolean {
  const [only, ...others] = body?.statements ?? [];
  if (!body || others.length > 0) return false;
  if (!only || ts.isThrowStatement(only)) return true;
  if (!ts.isReturnStatement(only)) return false;
  const given = only.expression && skipWrappers(ts, only.expression);
  if (!given) return true;
  if (ts.isObjectLiteralExpression(given)) return given.properties.length === 0;
  if (ts.isArrayLiteralExpression(given)) return given.elements.length === 0;
  return (ts.isIdentifier(given) && given.text === "undefined") || given.kind === ts.SyntaxKind.NullKeyword;
}

/** @returns the members that subclasses of a class in the project declare or assign; `any` where there are too many files to tell. */
function overriddenMembers(program: Program, closure: Closure): ReadonlySet<string> | "any" {
  const { overridden } = program.pass.classes;
  const known = overridden.get(closure.node);
  if (known) return known;
  const found = searched(program, closure);
  overridden.set(closure.node, found);
  return found;
}

function searched(program: Program, { node, file }: Closure): ReadonlySet<string> | "any" {
  const own = node.name && "text" in node.name ? node.name.text : undefined;
  const members = new Set<string>();
  if (own === undefined) return members;
  const names = new Set([own]);
  for (const name of names) {
    const declaring = program.pass.declaring(`parent ${name}`);
    if (declaring.length > bounds.declaringFiles || names.size > bounds.subclasses) return "any";
    const others = declaring.flatMap((path) => program.pass.sources.file(path) ?? []);
    for (const each of new Set([file, program.pass.input.file, ...others])) {
      const found = membersOfSubclasses(program.ts, each, name);
      for (const key of found.members) members.add(key);
      for (const key of found.classes) names.add(key);
    }
  }
  return members;
}
