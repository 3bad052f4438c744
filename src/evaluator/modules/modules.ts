import type TS from "typescript";
import { importedNames, specifierOf } from "../syntax/bindings/imports";
import { newBudget } from "../domain/budgets";
import { outermostActivation } from "../domain/activations";
import { fieldOf, scalar } from "../domain/constructors";
import type { Abstract, Field, Frame } from "../domain/domain";
import { declare, findBinding, newScope, type Scope } from "../domain/scope";
import { cellsOf, optionsOf } from "../domain/values";
import type { Machine } from "../machine";
import { setField } from "../store/content";
import { newObject, update } from "../store/heap";
import { hoistedVariables } from "../syntax/bindings/hoisting";
import { globalBuiltin } from "../builtins/globals";
import { prototypesOf } from "../expressions/prototypes";
import { laterWrites } from "../syntax/writes";
import { atTopLevel } from "./at-top-level";
import { isInstance, singletonOf } from "./singletons";

/** Source files: their top level is run once, and their exports are looked up by name. */

export interface Module {
  readonly file: TS.SourceFile;
  readonly frame: Frame;
  /** The value of `export default`, and of a class declared with it. */
  readonly exported: Map<string, Abstract>;
  /** `module.exports` and `exports`. */
  readonly commonJs: Abstract;
  running: boolean;
}

/** Runs the top level of a file, unless that has been done. */
export function runModule(machine: Machine, file: TS.SourceFile): Module {
  const known = machine.modules.get(file);
  if (known) return known;
  const { pass } = machine;
  const isOwn = pass.input.runsFile && file === pass.input.file;
  const isShared = !isOwn && machine.sharedModules.share(machine, file, (each) => runModule(machine, each));
  const shared = isShared ? machine.modules.get(file) : undefined;
  if (shared) return shared;
  const run = (): Module => atTopLevel(machine, file, () => machine.shared(() => runTopLevel(machine, file)));
  // A function that is the first to need a module does not pay for it: its own calls are still to come. What the module imports is part of it.
  const isNeededByFunction = !machine.ts.isSourceFile(machine.context.root.node);
  return isNeededByFunction ? machine.within({ budget: newBudget(machine.limits.nodesPerRoot) }, run) : run();
}

/** Runs code in the context of another module's top level. Its effects stay, whatever happens to the path that asks for it. */
export function inModule<T>(machine: Machine, file: TS.SourceFile, run: (module: Module) => T): T {
  const module = runModule(machine, file);
  return atTopLevel(machine, file, () => run(module));
}

function runTopLevel(machine: Machine, file: TS.SourceFile): Module {
  const activation = outermostActivation(machine, undefined);
  const scope: Scope = newScope(undefined, activation);
  const frame: Frame = { file, scope, activation, self: undefined };
  const place = machine.place(frame, file);
  const exportsObject = newObject(machine, place, { type: "object", made: file });
  const moduleObject = newObject(machine, place, { type: "object", made: file.endOfFileToken });
  const exported: Field = fieldOf(exportsObject, place);
  update(machine, moduleObject.cell, (content) => setField(content, "exports", exported), "nothing");
  const module: Module = { file, frame, exported: new Map(), commonJs: moduleObject, running: true };
  machine.modules.set(file, module);
  if (!isEcmaScriptModule(machine, file)) {
    declare(machine, scope, "module", file, moduleObject);
    declare(machine, scope, "exports", file.endOfFileToken, exportsObject);
  }
  for (const name of hoistedVariables(machine.ts, file))
    declare(machine, scope, name.text, name, scalar(undefined, machine.place(frame, name)));
  for (const statement of file.statements) declareImports(machine, frame, statement);
  noteAssignedGlobals(machine, module);
  const attempt = machine.recorder.begin();
  const { pass } = machine;
  pass.waitingModules += 1;
  try {
    machine.steps.statements(machine, frame, file.statements, file);
  } finally {
    pass.waitingModules -= 1;
  }
  // They are requests of that file, whoever imports it.
  if (file !== machine.sourceFile) machine.recorder.take(attempt);
  if (file !== machine.sourceFile)
    machine.asyncWrites.foretell(() => {
      noteLaterWrites(machine, module);
    });
  activation.active = false;
  module.running = false;
  return module;
}

/**
 * Notes the builtins whose members the statements of a top level assign: `console.debug = …`. The run would note it too, but only after it has
 * read `console` for the assignment, and would then have to start again.
 */
function noteAssignedGlobals(machine: Machine, { file, frame }: Module): void {
  const { ts } = machine;
  for (const statement of file.statements) {
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue;
    const { left, operatorToken } = statement.expression;
    const assigns = operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (!assigns || !ts.isPropertyAccessExpression(left) || !ts.isIdentifier(left.expression)) continue;
    const name = left.expression.text;
    const isGlobal = !findBinding(frame.scope, name) && !machine.library.global(name);
    if (isGlobal && globalBuiltin(machine, name)) machine.asyncWrites.noteGlobal(name);
  }
}

/**
 * Notes what the functions of a file may change. For the analysed file this only saves a pass, as its functions are run. Functions of
 * imported files are never run, so their writes are found by a syntax scan first.
 */
export function noteLaterWrites(machine: Machine, module: Module): void {
  const { file, frame } = module;
  const isRun = file === machine.sourceFile;
  const valueOf = (node: TS.Expression): Abstract => {
    const given = evaluateApart(machine, frame, node);
    return (isInstance(given) && singletonOf(machine, module, node)) || given;
  };
  const instanceOf = (node: TS.Expression | undefined): Abstract | undefined =>
    node && machine.ts.isNewExpression(node) ? singletonOf(machine, module, node) : undefined;
  for (const { owner, path, within, value, made, method } of laterWrites(machine.ts, file)) {
    // A callback that ran where it is written is part of the code around it. An object that a function makes is known once that has run.
    if (machine.callbacks.ranInPlace(within) || (isRun && made && !value)) continue;
    if (typeof owner !== "string") {
      // A change deeper inside a member is found by the run, and does not change the member itself.
      const [key = "*"] = path;
      if (method !== undefined && path.length === 1) machine.asyncWrites.noteMemberChanged(owner, key, method);
      else if (path.length === 1 || file !== machine.sourceFile)
        machine.asyncWrites.noteMember(owner, key, path.length === 1 ? instanceOf(value) : undefined);
      continue;
    }
    const slot = frame.scope.bindings.get(owner)?.slot;
    if (!slot?.owner) continue;
    if (path.length === 0 && method !== undefined) machine.asyncWrites.noteVariableChanged(slot.owner, method);
    else if (path.length === 0) machine.asyncWrites.noteVariable(slot.owner, value && valueOf(value));
    else if (slot.value) markMembers(machine, slot.value, path, instanceOf(value));
  }
}

/** Evaluates an expression of a function that is not run. Its requests do not count. */
function evaluateApart(machine: Machine, frame: Frame, node: TS.Expression): Abstract {
  const attempt = machine.recorder.begin();
  const value = machine.steps.expression(machine, frame, node);
  machine.recorder.abandon(attempt);
  return value;
}

/** Follows a path through objects, and notes a late write at its end. */
function markMembers(
  machine: Machine,
  value: Abstract,
  [key = "*", ...rest]: readonly string[],
  assigned: Abstract | undefined,
): void {
  // A later addition to a prototype is no member of the class itself.
  const isPrototype = key === "prototype" && rest.length > 0;
  if (isPrototype)
    for (const cell of prototypesOf(machine, value))
      machine.asyncWrites.noteMember(cell.allocationSite, rest[0] ?? "*");
  for (const cell of optionsOf(value).flatMap(cellsOf)) {
    const held = rest.length > 0 ? cell.slot.value.fields.get(key)?.value : undefined;
    if (held && cellsOf(held).length > 0) markMembers(machine, held, rest, assigned);
    else machine.asyncWrites.noteMember(cell.allocationSite, key, rest.length === 0 ? assigned : undefined);
  }
}

export function isEcmaScriptModule(machine: Machine, file: TS.SourceFile): boolean {
  const { ts } = machine;
  return file.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) || ts.isExportAssignment(statement),
  );
}

function declareImports(machine: Machine, frame: Frame, node: TS.Statement): void {
  const { ts } = machine;
  const specifier = specifierOf(ts, node);
  if (!specifier) return;
  for (const { local, name } of importedNames(ts, node))
    declareImport(machine, frame, local, specifier, name === "*" ? undefined : name);
}

function declareImport(
  machine: Machine,
  frame: Frame,
  name: TS.Identifier,
  specifier: TS.StringLiteralLike,
  exported: string | undefined,
): void {
  const binding = declare(machine, frame.scope, name.text, name);
  frame.scope.bindings.set(name.text, {
    ...binding,
    load: () => {
      const value = machine.steps.importValue(machine, frame, specifier, exported);
      if (value.kind !== "unknown" && value.kind !== "native") return value;
      return value.origin && value.origin.trail.length > 0
        ? value
        : { ...value, origin: { ...value.origin, trail: [name.text] } };
    },
  });
}
