import type TS from "typescript";
import { activationOf, run, skip } from "../calls/functions";
import { noteNotEntered } from "../calls/call-budget";
import { fieldsInUse } from "./class-instances";
import { fieldValue } from "./classes";
import { newActivation, outermostActivation } from "../domain/activations";
import { entryOf } from "../domain/call-places";
import { chainOf } from "../domain/class-fields";
import { bounds } from "../domain/limits";
import { callable, fieldOf, scalar, unknown } from "../domain/constructors";
import type {
  Abstract,
  Activation,
  Arguments,
  Call,
  CallNode,
  Closure,
  Content,
  Frame,
  FunctionNode,
  Root,
} from "../domain/domain";
import { newScope } from "../domain/scope";
import { joinAll, named, optionsOf } from "../domain/values";
import { propertyKey } from "../expressions/literals";
import type { Program } from "../program";
import { setField } from "../store/content";
import { escape } from "../store/escape";
import { newObject, update } from "../store/heap";
import { baseKey, writtenKey } from "../../syntax/private-names";

/** Making instances: fields, constructors and superclasses. */

/** `new C(…)`. */
export function construct(program: Program, frame: Frame, closure: Closure, args: Arguments, node: CallNode): Abstract {
  const place = program.place(frame, node);
  const self = newObject(program, place, { type: "object", made: node, constructedBy: closure });
  if (
    frame.activation.depth + 1 > program.pass.limits.depth ||
    activationOf(frame.activation, closure) ||
    program.run.isExhausted()
  ) {
    noteNotEntered(program, frame, closure, node);
    return skip(program, closure, self, args, place);
  }
  return instanceOr(self, initialise(program, closure, { frame, self, args, node }));
}

/** A constructor may return another object than the one that it was given. */
function instanceOr(self: Abstract, returned: Abstract): Abstract {
  const objects = optionsOf(returned).filter(({ kind }) => kind !== "scalar" && kind !== "text");
  const isSure = objects.length === optionsOf(returned).length && objects.every(({ kind }) => kind !== "unknown");
  return joinAll(isSure ? objects : [self, ...objects], self.place);
}

/** A call that makes an object: `self` is that object. */
type Construction = Call & { readonly self: Abstract };

/**
 * Runs the field initialisers and the constructor of a class, or of a function in the place of one, on an object.
 *
 * @param generation how many classes that extend it are being run.
 * @returns the constructor's result.
 */
function initialise(program: Program, closure: Closure, made: Construction, generation = 0): Abstract {
  const { frame, self, node } = made;
  if (!closure.classParts) return program.steps.call(program, callable(closure, self.place), made);
  const activation = newActivation(program, {
    closure,
    awaited: true,
    inPlace: false,
    depth: frame.activation.depth + 1,
    parent: frame.activation,
    entered: entryOf(program, frame, node),
    loop: frame.activation.loop,
  });
  return runClass(program, activation, closure, made, generation);
}

function runClass(
  program: Program,
  activation: Activation,
  closure: Closure,
  made: Construction,
  generation: number,
): Abstract {
  const { frame, self, args, node } = made;
  const { classParts: parts } = closure;
  program.pass.work.calls += 1;
  const place = program.place(frame, node);
  const inner: Frame = {
    file: closure.file,
    scope: newScope(parts?.scope, activation),
    activation,
    self,
    base: parts?.parent,
  };
  const returned = asMade(program, self, () => {
    if (!parts?.parent) initialiseFields(program, inner, closure);
    if (parts?.constructorNode) {
      const own = { ...closure, scope: parts.scope, base: parts.parent };
      program.pass.classes.constructing.push(closure);
      const code = parts.constructorNode;
      const result = run(program, activation, { closure: own, code, self, args, place });
      program.pass.classes.constructing.pop();
      return result;
    }
    if (parts?.parent) {
      constructParent(program, parts.parent, { ...made, frame: inner }, generation);
      initialiseFields(program, inner, closure);
    }
    return undefined;
  });
  activation.active = false;
  return returned ?? scalar(undefined, place);
}

/** Runs what makes an object: a constructor, and those of the classes that its class extends. */
function asMade<T>({ pass: { classes } }: Program, self: Abstract, run: () => T): T {
  const cell = self.kind === "reference" && !classes.making.has(self.cell) ? self.cell : undefined;
  if (cell) classes.making.add(cell);
  try {
    return run();
  } finally {
    if (cell) classes.making.delete(cell);
  }
}

function constructParent(program: Program, parent: Abstract, made: Construction, generation: number): void {
  const { frame, self, args, node } = made;
  if (parent.kind === "callable" && parent.target.type === "closure" && generation < bounds.superclasses) {
    replaceBy(program, self, initialise(program, parent.target, made, generation + 1));
    return;
  }
  const base = parent.kind === "native" ? program.steps.construct(program, frame, parent, args, node) : undefined;
  if (base?.kind === "native" && self.kind === "reference") {
    const field = fieldOf(base, program.place(frame, node));
    update(program, self.cell, (content) => setField(content, baseKey, field), "nothing");
    return;
  }
  for (const arg of args.values) escape(program, arg);
  if (self.kind === "reference")
    update(program, self.cell, (content) => ({ ...content, open: true, copied: undefined }));
}

/** A superclass's constructor that returns an object makes that \`this\`: nothing is known of it but what is written from then on. */
function replaceBy(program: Program, self: Abstract, returned: Abstract): void {
  const objects = optionsOf(returned).filter(({ kind }) => !["scalar", "text", "never"].includes(kind));
  if (objects.length === 0 || self.kind !== "reference") return;
  for (const each of objects) escape(program, each);
  const rest = unknown("a member of what a superclass returns", self.place);
  const change = (content: Content): Content => ({
    ...content,
    fields: new Map(),
    open: true,
    rest,
    copied: undefined,
  });
  update(program, self.cell, change, "nothing");
}

/** `super(…)`. */
export function callSuper(program: Program, frame: Frame, args: Arguments, node: CallNode): void {
  const pending = program.pass.classes.constructing.at(-1);
  const parent = frame.base;
  const { self } = frame;
  if (!pending || !parent || !self) return;
  constructParent(program, parent, { frame, self, args, node }, program.pass.classes.constructing.length);
  initialiseFields(program, { ...frame, scope: newScope(pending.classParts?.scope, frame.activation) }, pending);
}

function initialiseFields(program: Program, frame: Frame, closure: Closure): void {
  const { self } = frame;
  if (self?.kind !== "reference") return;
  for (const member of closure.classParts?.instanceFields ?? []) {
    const key = propertyKey(program, frame, member.name);
    const value = fieldValue(program, frame, member);
    const keyPlace = program.place(frame, member.name);
    const initialised = (content: Content): Content =>
      key === undefined
        ? { ...content, open: true, copied: undefined }
        : setField(content, key, fieldOf(named(value, `this.${writtenKey(key)}`), keyPlace));
    update(program, self.cell, initialised, "nothing");
  }
}

/** The object on which a class's methods are run by themselves. Its constructor runs with unknown arguments. */
export function typicalInstance(program: Program, frame: Frame, closure: Closure): Abstract {
  return program.pass.classes.instances.get(closure) ?? program.pass.shared(() => formTypical(program, frame, closure));
}

/** Makes such an object. */
export function formTypical(program: Program, frame: Frame, closure: Closure): Abstract {
  return program.run.within({ root: rootOfInstances(program, closure) }, () => makeTypical(program, frame, closure));
}

function makeTypical(program: Program, frame: Frame, closure: Closure): Abstract {
  const place = program.place(frame, closure.node);
  const self = newObject(program, place, { type: "object", made: closure.node, constructedBy: closure });
  program.pass.classes.instances.set(closure, self);
  const parameters = findConstructor(closure);
  const args = parameters
    ? program.steps.unknownArguments(
        program,
        { ...frame, file: parameters.file, scope: parameters.scope },
        parameters.node,
      )
    : { values: [], more: false };
  program.pass.classes.forming.add(closure);
  if (closure.classParts) {
    // No call leads here, nor to the functions that the constructor makes.
    const activation = outermostActivation(program, closure);
    runClass(program, activation, closure, { frame, self, args, node: closure.node }, 0);
  }
  program.pass.classes.forming.delete(closure);
  const used = (content: Content): Content => ({ ...content, fields: fieldsInUse(program, closure, content.fields) });
  update(program, self.cell, used, "nothing");
  // Methods are called on finished objects only.
  self.cell.slot.history = undefined;
  return self;
}

/** Nobody knows when an instance is made: variables around the class may have changed before. */
function rootOfInstances(program: Program, closure: Closure): Root {
  const parent = program.run.context.root;
  const nested = parent.parent !== undefined;
  return {
    node: closure.node,
    parent,
    file: closure.file,
    made: parent.made,
    escapes: false,
    since: nested ? closure.createdAt : (closure.usedAt ?? Infinity),
    independent: !nested || closure.escaped,
    pass: program.pass.id,
  };
}

function findConstructor(
  closure: Closure,
): { readonly node: FunctionNode; readonly file: TS.SourceFile; readonly scope: Frame["scope"] } | undefined {
  for (const { classParts, file } of chainOf(closure))
    if (classParts?.constructorNode) return { node: classParts.constructorNode, file, scope: classParts.scope };
  return undefined;
}
