import type TS from "typescript";
import { importedNames, specifierOf } from "../../syntax/bindings/imports";
import type { ValueId } from "../graph";
import type { ObjectMember } from "../values";
import { hasModifier } from "../functions/classes";
import { memberOf } from "../expressions/members";
import { declareType } from "../types/type-nodes";
import { add, evaluate, opaque, startOf, type Build } from "../versions/state";
import { assign, bindingOf, readName, readVariable } from "../versions/variables";
import type { Place } from "../versions/writes";
import { executeAll } from "./execute";
import { item } from "../item";

/** Imports and exports, namespaces and enums. */

/** Adds all imports before the first statement is walked. */
export function hoistImports(build: Build): void {
  const { ts } = build;
  for (const statement of build.file.statements) {
    const specifier = specifierOf(ts, statement);
    if (!specifier || ts.isExportDeclaration(statement)) continue;
    const names = importedNames(ts, statement);
    for (const { local, name } of names) {
      const binding = bindingOf(build, local);
      if (binding) binding.import = build.imports.length;
      build.imports.push({ specifier: specifier.text, name, local: local.text });
    }
    if (names.length === 0) build.imports.push({ specifier: specifier.text, name: "*", local: undefined });
  }
}

/** Assigns `import x = A.B`. `import x = require("…")` is hoisted. */
export function importEquals(build: Build, node: TS.ImportEqualsDeclaration): void {
  const { ts } = build;
  const { moduleReference, name } = node;
  const binding = bindingOf(build, name);
  if (!binding || ts.isExternalModuleReference(moduleReference)) return;
  assign(build, binding, entity(build, moduleReference));
}

function entity(build: Build, name: TS.EntityName): ValueId {
  if (build.ts.isIdentifier(name)) return readName(build, name);
  const { left, right } = name;
  return memberOf(build, entity(build, left), { key: right.text, keyStart: startOf(build, right) }, name);
}

/** `export { a as b }`, `export … from`. */
export function exportDeclaration(build: Build, node: TS.ExportDeclaration): void {
  const { ts } = build;
  const { exportClause } = node;
  const specifier = specifierOf(ts, node)?.text;
  if (!exportClause) {
    if (specifier !== undefined) build.exports.push({ kind: "all", specifier });
  } else if (ts.isNamespaceExport(exportClause)) {
    if (specifier !== undefined)
      build.exports.push({ kind: "from", name: exportClause.name.text, specifier, imported: "*" });
  } else
    for (const each of exportClause.elements)
      build.later.push(() => {
        exportNamed(build, each, specifier);
      });
}

function exportNamed(build: Build, node: TS.ExportSpecifier, specifier: string | undefined): void {
  const { ts } = build;
  const name = node.name.text;
  const local = node.propertyName ?? node.name;
  if (specifier !== undefined) {
    build.exports.push({ kind: "from", name, specifier, imported: local.text });
    return;
  }
  if (ts.isIdentifier(local)) exportLocal(build, name, local);
}

/** Exports a name of the file: a variable, an import, or a type. */
function exportLocal(build: Build, name: string, local: TS.Identifier): void {
  const binding = bindingOf(build, local);
  if (!binding) {
    const type = build.declaredTypes.findIndex((each) => each.name === local.text && each.in === 0);
    if (type >= 0) build.exports.push({ kind: "type", name, type });
    return;
  }
  const imported = binding.kind === "import" ? build.imports[binding.import] : undefined;
  if (imported) {
    build.exports.push({ kind: "from", name, specifier: imported.specifier, imported: imported.name });
    return;
  }
  const variable = item(build.variableIds, binding.index);
  const value = readVariable(build, binding, local);
  build.exports.push({ kind: "value", name, value, ...(variable >= 0 && { variable }) });
}

/** `export default value`, `export = value`. */
export function exportAssignment(build: Build, node: TS.ExportAssignment): void {
  const { ts } = build;
  const { expression } = node;
  if (ts.isIdentifier(expression) && !node.isExportEquals && bindingOf(build, expression)) {
    build.later.push(() => {
      exportLocal(build, "default", expression);
    });
    return;
  }
  const value = evaluate(build, expression);
  build.exports.push(node.isExportEquals ? { kind: "whole", value } : { kind: "value", name: "default", value });
}

/** Records the names that a statement with `export` declares. */
export function exportDeclared(build: Build, node: TS.Statement): void {
  const { ts } = build;
  if (!hasModifier(ts, node, ts.SyntaxKind.ExportKeyword) || !ts.isSourceFile(node.parent)) return;
  const isDefault = hasModifier(ts, node, ts.SyntaxKind.DefaultKeyword);
  if (ts.isVariableStatement(node)) {
    for (const { name } of node.declarationList.declarations)
      forNames(ts, name, (each) =>
        build.later.push(() => {
          exportLocal(build, each.text, each);
        }),
      );
  } else if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    const type = build.declaredTypes.length - 1;
    build.exports.push({ kind: "type", name: isDefault ? "default" : node.name.text, type });
  } else if ("name" in node && node.name && ts.isIdentifier(node.name as TS.Node)) {
    const name = node.name as TS.Identifier;
    build.later.push(() => {
      exportLocal(build, isDefault ? "default" : name.text, name);
    });
  } else {
    const value = build.declared.get(node);
    if (value !== undefined) build.exports.push({ kind: "value", name: "default", value });
  }
}

function forNames(ts: typeof TS, name: TS.BindingName, act: (name: TS.Identifier) => void): void {
  if (ts.isIdentifier(name)) act(name);
  else for (const each of name.elements) if (!ts.isOmittedExpression(each)) forNames(ts, each.name, act);
}

export function typeDeclaration(build: Build, node: TS.InterfaceDeclaration | TS.TypeAliasDeclaration): void {
  declareType(build, node);
}

/** An enum is an object with its members. */
export function enumDeclaration(build: Build, node: TS.EnumDeclaration): void {
  const { ts } = build;
  const binding = bindingOf(build, node.name);
  if (!binding || hasModifier(ts, node, ts.SyntaxKind.DeclareKeyword)) return;
  const members: ObjectMember[] = [];
  const names: ObjectMember[] = [];
  const isGoingOn = item(build.slots, binding.index) !== -1;
  if (isGoingOn) names.push({ kind: "spread", value: readVariable(build, binding, node.name) });
  let next: number | undefined = 0;
  for (const { name, initializer } of node.members) {
    const key = "text" in name ? name.text : "";
    const place = { in: build.fn.id, start: startOf(build, name), end: name.end, depends: 0 };
    let value: ValueId;
    if (initializer) value = evaluate(build, initializer);
    else if (next !== undefined) value = add(build, { kind: "literal", ...place, value: next }, name);
    else value = add(build, { kind: "opaque", ...place, reason: "a computed member of an enum", operands: [] }, name);
    const known = build.values[value];
    next = known?.kind === "literal" && typeof known.value === "number" ? known.value + 1 : undefined;
    const keyPlace = { keyStart: place.start, keyEnd: place.end };
    members.push({ kind: "value", key, ...keyPlace, value });
    noteName(build, names, { key, ...keyPlace, value }, name);
  }
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  assign(build, binding, add(build, { kind: "object", ...place, members: [...names, ...members] }, node));
}

/** Adds the reverse mapping from a number to its name. A computed member may or may not be a number. */
function noteName(
  build: Build,
  names: ObjectMember[],
  {
    key,
    keyStart,
    keyEnd,
    value,
  }: Pick<Place, "keyStart" | "keyEnd"> & { readonly key: string; readonly value: ValueId },
  node: TS.Node,
): void {
  const known = build.values[value];
  if (known?.kind === "literal" && typeof known.value === "number") {
    const back = { in: build.fn.id, start: keyStart, end: keyEnd, depends: 0, value: key };
    names.push({
      kind: "value",
      key: String(known.value),
      keyStart,
      keyEnd,
      value: add(build, { kind: "literal", ...back }, node),
    });
  } else if (known?.kind !== "literal" && known?.kind !== "template")
    names.unshift({ kind: "spread", value: opaque(build, "names of an enum", [], node) });
}

/** A namespace's code runs in place; its value is an object of its exports. */
export function moduleDeclaration(build: Build, node: TS.ModuleDeclaration): void {
  const { ts } = build;
  if (!ts.isIdentifier(node.name) || hasModifier(ts, node, ts.SyntaxKind.DeclareKeyword)) return;
  const binding = bindingOf(build, node.name);
  const { body } = node;
  if (!binding || !body) return;
  const before = item(build.slots, binding.index);
  const members: ObjectMember[] =
    before === -1 ? [] : [{ kind: "spread", value: readVariable(build, binding, node.name) }];
  if (ts.isModuleBlock(body)) {
    executeAll(build, body.statements);
    for (const each of body.statements) addExported(build, each, members);
  } else if (ts.isModuleDeclaration(body)) {
    moduleDeclaration(build, body);
    if (ts.isIdentifier(body.name)) addName(build, body.name, members);
  }
  if (members.length === 0) return;
  const place = { in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0 };
  assign(build, binding, add(build, { kind: "object", ...place, members }, node));
}

function addExported(build: Build, node: TS.Statement, members: ObjectMember[]): void {
  const { ts } = build;
  if (!hasModifier(ts, node, ts.SyntaxKind.ExportKeyword)) return;
  if (ts.isVariableStatement(node)) {
    for (const { name } of node.declarationList.declarations)
      forNames(ts, name, (each) => {
        addName(build, each, members);
      });
  } else if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) {
    const { name } = node as { name?: TS.Node };
    if (name && ts.isIdentifier(name)) addName(build, name, members);
  }
}

function addName(build: Build, name: TS.Identifier, members: ObjectMember[]): void {
  const binding = bindingOf(build, name);
  if (!binding || build.slots[binding.index] === -1) return;
  const value = readVariable(build, binding, name);
  members.push({ kind: "value", key: name.text, keyStart: startOf(build, name), keyEnd: name.end, value });
}
