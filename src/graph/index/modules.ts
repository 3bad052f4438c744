import type TS from "typescript";
import { importedNames, specifierOf } from "../../syntax/bindings/imports";
import { none, typeExport } from "./facts";
import { namedType } from "./types";
import type { At, Walk } from "./walk";

/** Imports and exports. Types and values have names of their own, and one import may stand for both. */

export function visitImport(walk: Walk, node: TS.ImportDeclaration, at: At): void {
  const { ts } = walk;
  const specifier = specifierOf(ts, node);
  if (!specifier) return;
  const from = moduleOf(walk, specifier.text);
  for (const { name, local } of importedNames(ts, node))
    if (name === "*") at.scope.declare(local.text, from);
    else importName(walk, from, name, local.text, at);
}

function importName(walk: Walk, from: number, name: string, local: string, at: At): void {
  const { build } = walk;
  at.scope.declare(local, build.load(from, name));
  build.copy(namedType(walk, local), build.load(from, typeExport + name));
}

/** @returns the slot of a module, which may be a client's. */
export function moduleOf({ build, library }: Walk, specifier: string): number {
  const slot = build.module(specifier);
  if (library.sends(specifier)) build.client(slot, `module ${specifier}`);
  return slot;
}

/** `import name = require("…")`. */
export function visitImportEquals(walk: Walk, node: TS.ImportEqualsDeclaration, at: At): void {
  const { ts, build } = walk;
  const specifier = specifierOf(ts, node);
  if (!specifier) return;
  const from = moduleOf(walk, specifier.text);
  at.scope.declare(node.name.text, build.merge(from, build.load(from, "default")));
}

export function visitExportDeclaration(walk: Walk, node: TS.ExportDeclaration, at: At): void {
  const { ts, build } = walk;
  const { exportClause } = node;
  const specifier = specifierOf(ts, node);
  const from = specifier ? moduleOf(walk, specifier.text) : none;
  if (!exportClause) {
    if (from !== none) build.objects[0]?.others.push(from);
    return;
  }
  if (ts.isNamespaceExport(exportClause)) {
    build.copy(build.member(0, exportClause.name.text), from);
    return;
  }
  for (const { name, propertyName } of exportClause.elements) {
    const local = (propertyName ?? name).text;
    const value = from === none ? at.scope.find(local) : build.load(from, local);
    const type = from === none ? namedType(walk, local) : build.load(from, typeExport + local);
    build.copy(build.member(0, name.text), value);
    build.copy(build.member(0, typeExport + name.text), type);
  }
}

export function visitExportAssignment(walk: Walk, node: TS.ExportAssignment, at: At): void {
  const { build } = walk;
  const value = walk.visit(node.expression, at);
  const [module] = build.objects;
  if (!module || value === none) return;
  if (node.isExportEquals === true) {
    module.whole = value;
    module.others.push(value);
  } else build.copy(build.member(0, "default"), value);
  if (walk.ts.isIdentifier(node.expression))
    build.copy(build.member(0, `${typeExport}default`), namedType(walk, node.expression.text));
}
