import type TS from "typescript";
import { nativeValue, unknown } from "../domain/constructors";
import type { Abstract, Frame } from "../domain/domain";
import { bounds } from "../domain/limits";
import { findBinding } from "../domain/scope";
import { getMember } from "../expressions/access";
import { readBinding } from "../expressions/names";
import type { Program } from "../program";
import { declaredNames, modifiersOf } from "../../syntax/bindings/exports";
import type { Module } from "./module";
import { inModule, isEcmaScriptModule } from "./modules";

/** The values that a module exports, and that an import binds. */

/**
 * Finds the value that an import binds.
 *
 * @param name the exported name; `undefined` for the whole namespace.
 */
export function importValue(
  program: Program,
  frame: Frame,
  specifier: TS.StringLiteralLike,
  name: string | undefined,
): Abstract {
  const place = program.place(frame, specifier);
  const native = program.library.module(specifier.text);
  if (native) {
    if (name === undefined) return nativeValue(native, place);
    const found = native.get?.(name, place.range);
    if (found) return program.steps.fromSnapshot(program, found, place);
  }
  const file = program.pass.resolveModule(frame.file, specifier);
  const missing = unknown(`\`${name ?? "*"}\` of "${specifier.text}"`, place, {
    origin: { trail: name === undefined || name === "default" ? [] : [name] },
  });
  if (!file || isDeepInCircle(program, file)) return missing;
  return inModule(program, file, (module) => {
    if (name === undefined)
      return (
        assignedExport(program, module) ??
        wholeExport(program, module, specifier) ??
        nativeValue(namespaceOf(module), place)
      );
    return exportOf(program, module, name, new Set()) ?? missing;
  });
}

/**
 * Whether so many modules wait for each other that this one is not run for them: each takes its part of the stack, and each file of the circle
 * runs all of it for itself.
 */
function isDeepInCircle({ pass }: Program, file: TS.SourceFile): boolean {
  return !pass.modules.has(file) && pass.waitingModules >= bounds.waitingModules;
}

/** @returns what a module of TypeScript's older form exports as a whole: `export = Agent`. */
function assignedExport(program: Program, module: Module): Abstract | undefined {
  const isAssigned = module.file.statements.some(
    (statement) => program.ts.isExportAssignment(statement) && statement.isExportEquals,
  );
  return isAssigned ? exportOf(program, module, "default", new Set()) : undefined;
}

/** @returns the result of `require` for a module that exports a function, a class or a client as a whole. */
function wholeExport(program: Program, module: Module, specifier: TS.StringLiteralLike): Abstract | undefined {
  const { ts } = program;
  const { parent } = specifier;
  if (module.running || isEcmaScriptModule(program, module.file)) return undefined;
  if (!ts.isExternalModuleReference(parent) && !(ts.isCallExpression(parent) && ts.isIdentifier(parent.expression)))
    return undefined;
  const whole = getMember(program, module.frame, module.commonJs, "exports", module.file);
  return whole.kind === "callable" || whole.kind === "native" ? whole : undefined;
}

function namespaceOf(module: Module): {
  readonly label: string;
  get: (name: string) => undefined;
  readonly module: Module;
} {
  return { label: "namespace", get: () => undefined, module };
}

/** @returns the value that a module exports under a name. */
export function exportOf(program: Program, module: Module, name: string, seen: Set<Module>): Abstract | undefined {
  if (seen.has(module)) return undefined;
  seen.add(module);
  const direct = module.exported.get(name);
  if (direct) return direct;
  for (const statement of module.file.statements) {
    const found = fromStatement(program, module, statement, name, seen);
    if (found) return found;
  }
  const exportsObject = getMember(program, module.frame, module.commonJs, "exports", module.file);
  if (name === "default" && !isEcmaScriptModule(program, module.file)) return exportsObject;
  const held = getMember(program, module.frame, exportsObject, name, module.file);
  return held.kind === "scalar" && held.value === undefined ? undefined : held;
}

function fromStatement(
  program: Program,
  module: Module,
  statement: TS.Statement,
  name: string,
  seen: Set<Module>,
): Abstract | undefined {
  if (program.ts.isExportDeclaration(statement)) return reExported(program, module, statement, name, seen);
  const declared = declaredName(program.ts, statement, name);
  return declared === undefined ? undefined : local(program, module, declared, statement);
}

/** @returns the name that a declaration has in its file, if it is exported under a name. */
function declaredName(ts: typeof TS, statement: TS.Statement, name: string): string | undefined {
  const kinds = modifiersOf(ts, statement);
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) return undefined;
  const declared = declaredNames(ts, statement);
  if (!kinds.includes(ts.SyntaxKind.DefaultKeyword)) return declared.find((each) => each === name);
  return name === "default" ? (declared[0] ?? name) : undefined;
}

function reExported(
  program: Program,
  module: Module,
  node: TS.ExportDeclaration,
  name: string,
  seen: Set<Module>,
): Abstract | undefined {
  const { ts } = program;
  const specifier =
    node.moduleSpecifier && ts.isStringLiteralLike(node.moduleSpecifier) ? node.moduleSpecifier : undefined;
  if (!node.exportClause)
    return specifier && name !== "default" ? throughStar(program, module, specifier, name, seen) : undefined;
  if (ts.isNamespaceExport(node.exportClause)) {
    return specifier && node.exportClause.name.text === name
      ? importValue(program, module.frame, specifier, undefined)
      : undefined;
  }
  for (const element of node.exportClause.elements) {
    if (element.name.text !== name) continue;
    const original = (element.propertyName ?? element.name).text;
    return specifier
      ? importValue(program, module.frame, specifier, original)
      : local(program, module, original, element);
  }
  return undefined;
}

function throughStar(
  program: Program,
  module: Module,
  specifier: TS.StringLiteralLike,
  name: string,
  seen: Set<Module>,
): Abstract | undefined {
  const native = program.library.module(specifier.text);
  const found = native?.get?.(name, { start: 0, end: 0 });
  if (found) return program.steps.fromSnapshot(program, found, program.place(module.frame, specifier));
  const file = program.pass.resolveModule(module.file, specifier);
  return file && inModule(program, file, (found) => exportOf(program, found, name, seen));
}

function local(program: Program, module: Module, name: string, node: TS.Node): Abstract | undefined {
  const binding = findBinding(module.frame.scope, name);
  return binding && readBinding(program, module.frame, binding, node, !module.running);
}
