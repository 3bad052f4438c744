import type TS from "typescript";
import { type Resolve, typesNamed } from "./declared-types";

/** @returns the parameters that take arguments: `this: …` only tells a type. */
export function parametersOf(ts: typeof TS, code: TS.SignatureDeclaration): readonly TS.ParameterDeclaration[] {
  const [first, ...others] = code.parameters;
  return first && ts.isIdentifier(first.name) && first.name.text === "this" ? others : code.parameters;
}

/** @returns whether the text says that a parameter may be `undefined`: `a?: T`, `a: T | undefined`. */
export function isOptionalParameter(ts: typeof TS, node: TS.Node): boolean {
  if (!ts.isParameter(node) || node.initializer) return false;
  return node.questionToken !== undefined || allowsUndefined(ts, node.type);
}

/**
 * @returns whether a type, or the annotation of a parameter, says that a member may be `undefined`: `{ a }: { a?: T }`. An interface or class may be
 *   one of another file.
 */
export function isOptionalMember(ts: typeof TS, owner: TS.Node, key: string, resolve: Resolve): boolean {
  const type = ts.isParameter(owner) ? owner.type : owner;
  if (!type || !ts.isTypeNode(type)) return false;
  return holdersOf(ts, type, resolve).some((each) => optionalNames(ts, each).has(key));
}

type Holder = TS.TypeLiteralNode | TS.InterfaceDeclaration | TS.ClassDeclaration;

/** What lists the members of a type. */
function holdersOf(ts: typeof TS, type: TS.TypeNode, resolve: Resolve): readonly Holder[] {
  if (ts.isTypeLiteralNode(type)) return [type];
  if (!ts.isTypeReferenceNode(type) || type.typeArguments || !ts.isIdentifier(type.typeName)) return [];
  return typesNamed(ts, type.getSourceFile(), type.typeName.text, resolve).flatMap((each) => {
    if (!ts.isTypeAliasDeclaration(each)) return each;
    return ts.isTypeLiteralNode(each.type) ? each.type : [];
  });
}

const optionalMembers = new WeakMap<Holder, ReadonlySet<string>>();

function optionalNames(ts: typeof TS, holder: Holder): ReadonlySet<string> {
  let found = optionalMembers.get(holder);
  if (!found) {
    const members: readonly (TS.TypeElement | TS.ClassElement)[] = holder.members;
    const names = members.flatMap((each) => {
      if (!ts.isPropertySignature(each) && !ts.isPropertyDeclaration(each) && !ts.isMethodSignature(each)) return [];
      const isOptional =
        each.questionToken !== undefined || (!ts.isMethodSignature(each) && allowsUndefined(ts, each.type));
      return isOptional && ts.isIdentifier(each.name) ? [each.name.text] : [];
    });
    optionalMembers.set(holder, (found = new Set(names)));
  }
  return found;
}

function allowsUndefined(ts: typeof TS, type: TS.TypeNode | undefined): boolean {
  if (!type) return false;
  if (ts.isUnionTypeNode(type)) return type.types.some((each) => allowsUndefined(ts, each));
  return type.kind === ts.SyntaxKind.UndefinedKeyword;
}
