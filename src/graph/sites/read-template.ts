import type TS from "typescript";
import { skipWrappers } from "../../syntax/wrappers";
import { assignedValues, type Found, findDeclaration } from "./declarations";
import { absent, joinTemplates, memberOf, settle, type Template, unknownTemplate } from "./template";

/** Tells what the reader cannot see in one file. */
export interface Surroundings {
  readonly ts: typeof TS;
  /** @returns the number of a function. */
  codeOf(node: TS.Node): number;
  /** @returns what a call of a function of the project gives, if it is one expression. */
  returned(node: TS.CallExpression): Template | undefined;
  /** @returns the initialiser of a constant that another file exports. */
  exported(from: TS.SourceFile, specifier: string, name: string): TS.Expression | undefined;
}

/** Constants made of constants: a base of a version of a host. */
const mostSteps = 12;

/** @returns what the syntax of an expression tells of it. */
export function readTemplate(around: Surroundings, node: TS.Expression, steps = mostSteps): Template {
  const { ts } = around;
  const inner = skipWrappers(ts, node);
  const next = steps - 1;
  if (next < 0) return unknownTemplate("");
  const read = (each: TS.Expression): Template => readTemplate(around, each, next);
  if (ts.isStringLiteralLike(inner) || ts.isNumericLiteral(inner)) return { kind: "text", parts: [inner.text] };
  if (ts.isTemplateExpression(inner)) return readPieces(inner, read);
  if (ts.isIdentifier(inner)) return inner.text === "undefined" ? absent : readName(around, inner, next);
  if (ts.isPropertyAccessExpression(inner)) return readMember(inner, read);
  if (ts.isObjectLiteralExpression(inner)) return readObject(ts, inner, read);
  if (ts.isBinaryExpression(inner)) return readBinary(ts, inner, read);
  if (ts.isConditionalExpression(inner)) return readChoice(read(inner.whenTrue), read(inner.whenFalse));
  if (ts.isAwaitExpression(inner)) return read(inner.expression);
  if (ts.isCallExpression(inner)) return readCall(around, inner, read);
  return ts.isNewExpression(inner) ? readUrl(ts, inner, read) : unknownTemplate("");
}

function readPieces({ head, templateSpans }: TS.TemplateExpression, read: (each: TS.Expression) => Template): Template {
  return joinTemplates([
    head.text,
    ...templateSpans.flatMap(({ expression, literal }) => [read(expression), literal.text]),
  ]);
}

/** `this.base` of another object is known by its name alone. */
function readMember(node: TS.PropertyAccessExpression, read: (each: TS.Expression) => Template): Template {
  const name = node.name.text;
  const member = memberOf(read(node.expression), name);
  return member.kind === "unknown" && member.name === "" ? unknownTemplate(name) : member;
}

function readObject(
  ts: typeof TS,
  node: TS.ObjectLiteralExpression,
  read: (each: TS.Expression) => Template,
): Template {
  const members = new Map<string, Template>();
  let isOpen = false;
  for (const each of node.properties) {
    if (ts.isShorthandPropertyAssignment(each)) members.set(each.name.text, read(each.name));
    else if (ts.isPropertyAssignment(each) && "text" in each.name) members.set(each.name.text, read(each.initializer));
    else if (ts.isSpreadAssignment(each)) {
      const whole = read(each.expression);
      const spread = settle(whole);
      if (spread.kind === "object") for (const [name, value] of spread.members) members.set(name, value);
      if (spread.kind === "parameter" || spread.kind === "derived")
        // What is passed on may name the method and the URL.
        for (const name of ["method", "url", "path"]) members.set(name, memberOf(whole, name));
      isOpen ||= spread.kind === "unknown" || (spread.kind === "object" && spread.isOpen);
    } else isOpen = true;
  }
  return { kind: "object", members, isOpen };
}

function readBinary(ts: typeof TS, node: TS.BinaryExpression, read: (each: TS.Expression) => Template): Template {
  const { left, operatorToken, right } = node;
  const { kind } = operatorToken;
  if (kind === ts.SyntaxKind.PlusToken) return joinTemplates([read(left), read(right)]);
  if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
    return { kind: "either", first: read(left), second: read(right) };
  return unknownTemplate("");
}

/** Of two possibilities that differ nothing is told but where they agree at their beginning. */
function readChoice(one: Template, other: Template): Template {
  if (one.kind === "text" && other.kind === "text" && JSON.stringify(one) === JSON.stringify(other)) return one;
  return unknownTemplate("");
}

const unchanged = new Set(["String", "encodeURI", "toString", "trim"]);

function readCall(around: Surroundings, node: TS.CallExpression, read: (each: TS.Expression) => Template): Template {
  const { ts } = around;
  const callee = skipWrappers(ts, node.expression);
  const [first] = node.arguments;
  const returned = around.returned(node);
  if (returned && settle(returned).kind !== "unknown") return returned;
  if (returned && first) return { kind: "derived", from: read(first) };
  if (mergers.test(calledName(ts, callee))) return mergeAll(node.arguments.map(read));
  if (ts.isPropertyAccessExpression(callee)) return readMethod(callee.name.text, read(callee.expression));
  if (!ts.isIdentifier(callee)) return unknownTemplate("");
  if (first && unchanged.has(callee.text)) return read(first);
  return unknownTemplate(callee.text === "encodeURIComponent" && first ? nameOf(read(first)) : callee.text);
}

/** Methods of texts. */
function readMethod(name: string, owner: Template): Template {
  if (unchanged.has(name)) return owner;
  if (name !== "toUpperCase" && name !== "toLowerCase") return unknownTemplate(name);
  if (owner.kind !== "text") return owner;
  const inCase = (text: string): string => (name === "toUpperCase" ? text.toUpperCase() : text.toLowerCase());
  return { kind: "text", parts: owner.parts.map((each) => (typeof each === "string" ? inCase(each) : each)) };
}

/** Functions that make one object of several. */
const mergers = /^(?:merge|assign|extend|defaults|deepmerge)$/u;

function calledName(ts: typeof TS, callee: TS.Expression): string {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : "";
}

/** The members of the later objects count, as far as they have them. */
function mergeAll(templates: readonly Template[]): Template {
  const members = new Map<string, Template>();
  for (const name of ["method", "url", "path"]) {
    const values = templates.map((each) => memberOf(each, name)).reverse();
    members.set(
      name,
      values.reduceRight<Template>(
        (second, first) => (first.kind === "unknown" ? second : { kind: "either", first, second }),
        absent,
      ),
    );
  }
  return { kind: "object", members, isOpen: true };
}

function nameOf(template: Template): string {
  return template.kind === "parameter" || template.kind === "unknown" ? template.name : "";
}

/** `new URL(path, base)`. */
function readUrl(ts: typeof TS, node: TS.NewExpression, read: (each: TS.Expression) => Template): Template {
  const [path, base] = node.arguments ?? [];
  if (!path || !ts.isIdentifier(node.expression) || node.expression.text !== "URL") return unknownTemplate("");
  return base ? joinTemplates([read(base), read(path)]) : read(path);
}

/** A name: a parameter, a constant of the file, or one that another file exports. */
function readName(around: Surroundings, node: TS.Identifier, steps: number): Template {
  const { ts } = around;
  const found = findDeclaration(ts, node);
  if (!found) return unknownTemplate(node.text);
  const { declaration } = found;
  if (ts.isParameter(declaration)) return readParameter(around, node, { ...found, declaration }, steps);
  if (ts.isVariableDeclaration(declaration)) return readVariable(around, node, { ...found, declaration }, steps);
  const owner = ts.isImportSpecifier(declaration) ? declaration.parent.parent.parent : declaration.parent;
  const name = ts.isImportSpecifier(declaration) ? (declaration.propertyName ?? declaration.name).text : "default";
  const value =
    "moduleSpecifier" in owner && ts.isStringLiteralLike(owner.moduleSpecifier)
      ? around.exported(node.getSourceFile(), owner.moduleSpecifier.text, name)
      : undefined;
  return value ? readTemplate(around, value, steps) : unknownTemplate(node.text);
}

type FoundAs<T extends Found["declaration"]> = Found & { readonly declaration: T };

function readParameter(
  around: Surroundings,
  node: TS.Identifier,
  { declaration, path, initializer }: FoundAs<TS.ParameterDeclaration>,
  steps: number,
): Template {
  const { ts } = around;
  const code = declaration.parent;
  const parameters = code.parameters.filter(({ name }) => !(ts.isIdentifier(name) && name.text === "this"));
  const index = parameters.indexOf(declaration);
  const given: Template = { kind: "parameter", code: around.codeOf(code), index, path: [], name: node.text };
  const otherwise = initializer ?? (path.length === 0 ? declaration.initializer : undefined);
  const first = path.reduce<Template>((owner, name) => memberOf(owner, name), given);
  return otherwise ? { kind: "either", first, second: readTemplate(around, otherwise, steps) } : first;
}

function readVariable(
  around: Surroundings,
  node: TS.Identifier,
  { declaration, path }: FoundAs<TS.VariableDeclaration>,
  steps: number,
): Template {
  const { ts } = around;
  const { initializer } = declaration;
  const whole = initializer ? readTemplate(around, initializer, steps) : absent;
  const value = path.reduce((owner, name) => memberOf(owner, name), whole);
  const known = value.kind === "unknown" && value.name === "" ? unknownTemplate(node.text) : value;
  const assigned = assignedValues(ts, declaration, node.text);
  if (assigned.length === 0) return initializer ? known : unknownTemplate(node.text);
  // What is added to a URL stands behind it.
  if (assigned.every(({ isAddition }) => isAddition))
    return known.kind === "text" ? joinTemplates([known, unknownTemplate("")]) : unknownTemplate(node.text);
  // Of several values the last one is made of the most.
  const last = assigned.findLast(({ isAddition }) => !isAddition);
  if (last && !initializer) return readTemplate(around, last.value, steps);
  // Options that are put together step by step keep the members that they begin with.
  return known.kind === "object" || known.kind === "derived" ? known : unknownTemplate(node.text);
}
