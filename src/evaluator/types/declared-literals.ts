import type TS from "typescript";
import { bounds } from "../domain/limits";
import type { Abstract, Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { joinAll, optionsOf, unwrapped } from "../domain/values";
import { getMember } from "../expressions/access";
import { readBinding } from "../expressions/names";
import type { Program } from "../program";
import { inModule } from "../modules/modules";
import { skipWrappers, skipWrappersOutwards } from "../../syntax/wrappers";
import { walk } from "../../syntax/walk";
import { annotationOf } from "./annotations";
import { anyInstance, anyResult } from "./shared-stand-ins";
import { closureOf } from "./sole-class";

/** Object literals that implement an interface: what stands behind a value of that type, when nothing else is known of the value. */

type LiteralsByType = ReadonlyMap<string, readonly TS.ObjectLiteralExpression[]>;

/**
 * Finds what a value may be of which an interface is declared.
 *
 * @returns the objects of the project whose literals have that type, by an annotation or a cast; none if there are more than a few, because a name
 *   that so many have tells nothing.
 */
export function literalsOfType(program: Program, name: string): readonly Abstract[] {
  const files = program.pass.declaring(`literal ${name}`);
  if (files.length > bounds.declaringFiles) return [];
  const found = files.flatMap((path) => {
    const file = program.pass.sources.file(path);
    return (file && literalsIn(program, file).get(name)) ?? [];
  });
  return found.length > bounds.implementations ? [] : found.flatMap((each) => objectOf(program, each) ?? []);
}

/** The literals of a file stay the same, and many values ask for them. */
const known = new WeakMap<TS.SourceFile, LiteralsByType>();

function literalsIn(program: Program, file: TS.SourceFile): LiteralsByType {
  let literals = known.get(file);
  if (!literals) known.set(file, (literals = findLiterals(program, file)));
  return literals;
}

/** Data is no implementation: of the literals only those count that hold a function. */
function findLiterals(program: Program, file: TS.SourceFile): LiteralsByType {
  const { ts } = program;
  const functions = new Set<string>();
  const typed: { readonly name: string; readonly literal: TS.ObjectLiteralExpression }[] = [];
  walk(ts, file, {}, (node, outer) => {
    if (namesFunction(ts, node)) functions.add(node.name.text);
    const type = ts.isObjectLiteralExpression(node) ? annotationOf(program, node) : undefined;
    if (ts.isObjectLiteralExpression(node) && type && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName))
      typed.push({ name: type.typeName.text, literal: node });
    return outer;
  });
  const literals = new Map<string, TS.ObjectLiteralExpression[]>();
  for (const { name, literal } of typed) {
    if (!literal.properties.some((each) => holdsFunction(ts, each, functions))) continue;
    const same = literals.get(name);
    if (same) same.push(literal);
    else literals.set(name, [literal]);
  }
  return literals;
}

/** Whether a node declares a name of the file for a function, or imports one that may be a function's. */
function namesFunction(ts: typeof TS, node: TS.Node): node is TS.NamedDeclaration & { readonly name: TS.Identifier } {
  if (ts.isImportSpecifier(node)) return !node.isTypeOnly;
  if (ts.isFunctionDeclaration(node)) return node.name !== undefined;
  return (
    ts.isVariableDeclaration(node) &&
    ts.isIdentifier(node.name) &&
    node.initializer !== undefined &&
    isFunction(ts, node.initializer)
  );
}

function holdsFunction(ts: typeof TS, property: TS.ObjectLiteralElementLike, functions: ReadonlySet<string>): boolean {
  if (ts.isMethodDeclaration(property)) return true;
  if (ts.isShorthandPropertyAssignment(property)) return functions.has(property.name.text);
  if (!ts.isPropertyAssignment(property)) return false;
  const value = skipWrappers(ts, property.initializer);
  return ts.isIdentifier(value) ? functions.has(value.text) : isFunction(ts, value);
}

function isFunction(ts: typeof TS, value: TS.Expression): boolean {
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value);
}

/** @returns the object that a literal makes: what its variable holds, or what the function around it gives when nothing is known of its arguments. */
function objectOf(program: Program, literal: TS.ObjectLiteralExpression): Abstract | undefined {
  const made = program.pass.shared(() =>
    inModule(program, literal.getSourceFile(), ({ frame }) => madeAt(program, frame, literal)),
  );
  if (!made) return undefined;
  const options = optionsOf(unwrapped(made)).filter(
    (each) => each.kind === "reference" && each.cell.allocationSite === literal,
  );
  return options.length > 0 ? joinAll(options, made.place) : undefined;
}

function madeAt(program: Program, frame: Frame, literal: TS.Node): Abstract | undefined {
  const { ts } = program;
  const code = outermostFunction(ts, literal) ?? literal;
  const owner = code.parent;
  if (ts.isClassDeclaration(owner)) return resultOfMethod(program, frame, owner, code);
  const value = namedValue(program, frame, code);
  if (code === literal || !value) return value;
  return value.kind === "callable" && value.target.type === "closure" && value.target.node === code
    ? anyResult(program, value.target)
    : undefined;
}

function outermostFunction(ts: typeof TS, node: TS.Node): TS.Node | undefined {
  let found: TS.Node | undefined;
  for (let each = node.parent; !ts.isSourceFile(each); each = each.parent) if (ts.isFunctionLike(each)) found = each;
  return found;
}

/** @returns the value of the variable or function that the top level of a file declares by this code. */
function namedValue(program: Program, frame: Frame, code: TS.Node): Abstract | undefined {
  const { ts } = program;
  const current = skipWrappersOutwards(ts, code);
  const declaration = ts.isVariableDeclaration(current.parent) ? current.parent : code;
  const { name } = declaration as TS.NamedDeclaration;
  const binding = name && ts.isIdentifier(name) ? findBinding(frame.scope, name.text) : undefined;
  return binding && readBinding(program, frame, binding, code);
}

function resultOfMethod(
  program: Program,
  frame: Frame,
  owner: TS.ClassDeclaration,
  code: TS.Node,
): Abstract | undefined {
  const { ts } = program;
  const closure = closureOf(program, owner);
  const self = closure && anyInstance(program, closure);
  if (!self || !ts.isMethodDeclaration(code) || !ts.isIdentifier(code.name)) return undefined;
  const method = getMember(program, frame, self, code.name.text, code);
  return method.kind === "callable" && method.target.type === "closure"
    ? anyResult(program, method.target, self)
    : undefined;
}
