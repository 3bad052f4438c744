import type TS from "typescript";
import { importedNames, specifierOf } from "../../syntax/bindings/imports";
import { newBudget } from "../domain/budgets";
import { outermostActivation } from "../domain/activations";
import { fieldOf, scalar } from "../domain/constructors";
import type { Abstract, Field, Frame, Scope } from "../domain/domain";
import { declare, findBinding, newScope } from "../domain/scope";
import { cellsOf, optionsOf } from "../domain/values";
import type { Program } from "../program";
import { setField } from "../store/content";
import { newObject, update } from "../store/heap";
import { listedExports } from "../../syntax/bindings/exports";
import { hoistedVariables } from "../../syntax/bindings/hoisting";
import { globalBuiltin } from "../builtins/globals";
import { prototypesOf } from "../expressions/prototypes";
import { type LaterWrite, laterWrites } from "../../syntax/writes";
import { atTopLevel } from "./at-top-level";
import type { Module } from "./module";
import { isInstance, singletonOf } from "./singletons";

/** Source files: their top level is run once, and their exports are looked up by name. */

/** Runs the top level of a file, unless that has been done. */
export function runModule(program: Program, file: TS.SourceFile): Module {
  const known = program.pass.modules.get(file);
  if (known) return known;
  const { pass } = program;
  const isOwn = pass.input.runsFile && file === pass.input.file;
  const isShared = !isOwn && program.sharedModules.share(program, file, (each) => runModule(program, each));
  const shared = isShared ? program.pass.modules.get(file) : undefined;
  if (shared) return shared;
  const run = (): Module => atTopLevel(program, file, () => program.pass.shared(() => runTopLevel(program, file)));
  // A function that is the first to need a module does not pay for it: its own calls are still to come. What the module imports is part of it.
  const isNeededByFunction = !program.ts.isSourceFile(program.run.context.root.node);
  return isNeededByFunction ? program.run.within({ budget: newBudget(program.pass.limits.nodesPerRoot) }, run) : run();
}

/** Runs code in the context of another module's top level. Its effects stay, whatever happens to the path that asks for it. */
export function inModule<T>(program: Program, file: TS.SourceFile, run: (module: Module) => T): T {
  const module = runModule(program, file);
  return atTopLevel(program, file, () => run(module));
}

function runTopLevel(program: Program, file: TS.SourceFile): Module {
  const activation = outermostActivation(program, undefined);
  const scope: Scope = newScope(undefined, activation);
  const frame: Frame = { file, scope, activation, self: undefined };
  const place = program.place(frame, file);
  const exportsObject = newObject(program, place, { type: "object", made: file });
  const moduleObject = newObject(program, place, { type: "object", made: file.endOfFileToken });
  const exported: Field = fieldOf(exportsObject, place);
  update(program, moduleObject.cell, (content) => setField(content, "exports", exported), "nothing");
  const module: Module = { file, frame, exported: new Map(), commonJs: moduleObject, running: true };
  program.pass.modules.set(file, module);
  if (!isEcmaScriptModule(program, file)) {
    declare(program, scope, "module", file, moduleObject);
    declare(program, scope, "exports", file.endOfFileToken, exportsObject);
  }
  for (const name of hoistedVariables(program.ts, file))
    declare(program, scope, name.text, name, scalar(undefined, program.place(frame, name)));
  for (const statement of file.statements) declareImports(program, frame, statement);
  noteAssignedGlobals(program, module);
  const attempt = program.pass.recorder.begin();
  const { pass } = program;
  pass.waitingModules += 1;
  try {
    program.steps.statements(program, frame, file.statements, file);
  } finally {
    pass.waitingModules -= 1;
  }
  // They are requests of that file, whoever imports it.
  if (file !== program.pass.sourceFile) program.pass.recorder.take(attempt);
  if (file !== program.pass.sourceFile)
    program.pass.asyncWrites.foretell(() => {
      noteLaterWrites(program, module);
    });
  activation.active = false;
  module.running = false;
  return module;
}

/**
 * Notes the builtins whose members the statements of a top level assign: `console.debug = …`. The run would note it too, but only after it has
 * read `console` for the assignment, and would then have to start again.
 */
function noteAssignedGlobals(program: Program, { file, frame }: Module): void {
  const { ts } = program;
  for (const statement of file.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, operatorToken } = statement.expression;
    const assigns = operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (!assigns || !ts.isPropertyAccessExpression(left) || !ts.isIdentifier(left.expression)) continue;
    const name = left.expression.text;
    const isGlobal = !findBinding(frame.scope, name) && !program.library.global(name);
    if (isGlobal && globalBuiltin(program, name)) program.pass.asyncWrites.noteGlobal(name);
  }
}

/**
 * Notes what the functions of a file may change. For the analysed file this only saves a pass, as its functions are run. Functions of
 * imported files are never run, so their writes are found by a syntax scan first.
 */
export function noteLaterWrites(program: Program, module: Module): void {
  const isRun = module.file === program.pass.sourceFile;
  for (const write of laterWrites(program.ts, module.file)) {
    // A callback that ran where it is written is part of the code around it. An object that a function makes is known once that has run.
    if (program.pass.callbacks.ranInPlace(write.within) || (isRun && write.made && !write.value)) continue;
    if (typeof write.owner === "string") noteWriteOfVariable(program, module, write.owner, write);
    else noteWriteOfMember(program, module, write.owner, write);
  }
}

function noteWriteOfMember(program: Program, module: Module, owner: TS.Node, write: LaterWrite): void {
  const { asyncWrites, sourceFile } = program.pass;
  const [key = "*"] = write.path;
  if (write.path.length === 1) {
    if (write.method !== undefined) asyncWrites.noteMemberChanged(owner, key, write.method);
    else asyncWrites.noteMember(owner, key, singletonIn(program, module, write.value));
    return;
  }
  // A change deeper inside a member is found by the run, and does not change the member itself.
  if (module.file !== sourceFile) asyncWrites.noteMember(owner, key);
}

function noteWriteOfVariable(program: Program, module: Module, name: string, write: LaterWrite): void {
  const { path, value, method } = write;
  const slot = module.frame.scope.bindings.get(name)?.slot;
  if (!slot?.owner) return;
  if (path.length > 0) {
    if (slot.value) markMembers(program, slot.value, path, singletonIn(program, module, value));
    return;
  }
  if (method !== undefined) program.pass.asyncWrites.noteVariableChanged(slot.owner, method);
  else program.pass.asyncWrites.noteVariable(slot.owner, value && assignedValue(program, module, value));
}

/** @returns the instance that an assigned expression makes for all code. */
function singletonIn(program: Program, module: Module, node: TS.Expression | undefined): Abstract | undefined {
  return node && program.ts.isNewExpression(node) ? singletonOf(program, module, node) : undefined;
}

/** @returns what an expression gives that is assigned at a time that is not known: an instance that is made for all code is one. */
export function assignedValue(program: Program, module: Module, node: TS.Expression): Abstract {
  const given = evaluateApart(program, module.frame, node);
  return (isInstance(given) && singletonOf(program, module, node)) || given;
}

/** Evaluates an expression of a function that is not run. Its requests do not count. */
function evaluateApart(program: Program, frame: Frame, node: TS.Expression): Abstract {
  const attempt = program.pass.recorder.begin();
  const value = program.steps.expression(program, frame, node);
  program.pass.recorder.abandon(attempt);
  return value;
}

/** Follows a path through objects, and notes a late write at its end. */
function markMembers(
  program: Program,
  value: Abstract,
  [key = "*", ...rest]: readonly string[],
  assigned: Abstract | undefined,
): void {
  // A later addition to a prototype is no member of the class itself.
  const isPrototype = key === "prototype" && rest.length > 0;
  if (isPrototype)
    for (const cell of prototypesOf(program, value))
      program.pass.asyncWrites.noteMember(cell.allocationSite, rest[0] ?? "*");
  for (const cell of optionsOf(value).flatMap(cellsOf)) {
    const held = rest.length > 0 ? cell.slot.value.fields.get(key)?.value : undefined;
    if (held && cellsOf(held).length > 0) markMembers(program, held, rest, assigned);
    else program.pass.asyncWrites.noteMember(cell.allocationSite, key, rest.length === 0 ? assigned : undefined);
  }
}

export function isEcmaScriptModule(program: Program, file: TS.SourceFile): boolean {
  const { ts } = program;
  return (
    listedExports(ts, file).names.length > 0 ||
    file.statements.some(
      (statement) =>
        ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) || ts.isExportAssignment(statement),
    )
  );
}

function declareImports(program: Program, frame: Frame, node: TS.Statement): void {
  const { ts } = program;
  const specifier = specifierOf(ts, node);
  if (!specifier) return;
  for (const { local, name } of importedNames(ts, node))
    declareImport(program, frame, local, specifier, name === "*" ? undefined : name);
}

function declareImport(
  program: Program,
  frame: Frame,
  name: TS.Identifier,
  specifier: TS.StringLiteralLike,
  exported: string | undefined,
): void {
  const binding = declare(program, frame.scope, name.text, name);
  frame.scope.bindings.set(name.text, {
    ...binding,
    load: () => {
      const value = program.steps.modules.importValue(program, frame, specifier, exported);
      if (value.kind !== "unknown" && value.kind !== "native") return value;
      return value.origin && value.origin.trail.length > 0
        ? value
        : { ...value, origin: { ...value.origin, trail: [name.text] } };
    },
  });
}
