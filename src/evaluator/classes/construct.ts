import type TS from "typescript";
import { activationOf, run, skip } from "../calls/functions";
import { noteNotEntered } from "../calls/call-budget";
import { fieldsInUse } from "./class-instances";
import { fieldValue } from "./classes";
import { newActivation } from "../domain/activations";
import { entryOf } from "../domain/call-places";
import { chainOf } from "../domain/class-fields";
import { bounds } from "../domain/limits";
import { callable, fieldOf, scalar, unknown } from "../domain/constructors";
import type { Abstract, Arguments, CallNode, Closure, Content, Frame, FunctionNode, Root } from "../domain/domain";
import { newScope } from "../domain/scope";
import { joinAll, named, optionsOf } from "../domain/values";
import { propertyKey } from "../expressions/literals";
import type { Machine } from "../machine";
import { setField } from "../store/content";
import { escape } from "../store/escape";
import { newObject, update } from "../store/heap";
import { baseKey, writtenKey } from "../syntax/private-names";

/** Making instances: fields, constructors and superclasses. */

/** `new C(…)`. */
export function construct(machine: Machine, frame: Frame, closure: Closure, args: Arguments, node: CallNode): Abstract {
  const place = machine.place(frame, node);
  const { ts } = machine;
  if (!closure.classParts && !ts.isFunctionDeclaration(closure.node) && !ts.isFunctionExpression(closure.node))
    return skip(machine, closure, undefined, args, place);
  const self = newObject(machine, place, { type: "object", made: node, constructedBy: closure });
  if (!closure.classParts) {
    const callee: Abstract = callable(closure, place);
    return instanceOr(self, machine.steps.call(machine, frame, callee, self, args, node));
  }
  if (
    frame.activation.depth + 1 > machine.limits.depth ||
    activationOf(frame.activation, closure) ||
    machine.isExhausted()
  ) {
    noteNotEntered(machine, frame, closure, node);
    escape(machine, self);
    return skip(machine, closure, self, args, place);
  }
  return instanceOr(self, initialise(machine, frame, closure, self, args, node));
}

/** A constructor may return another object than the one that it was given. */
function instanceOr(self: Abstract, returned: Abstract): Abstract {
  const objects = optionsOf(returned).filter(({ kind }) => kind !== "scalar" && kind !== "text");
  if (objects.length === 0) return returned.kind === "never" ? returned : self;
  const isSure = objects.length === optionsOf(returned).length && objects.every(({ kind }) => kind !== "unknown");
  return joinAll(isSure ? objects : [self, ...objects], self.place);
}

/**
 * Runs the field initialisers and the constructor of a class on an object.
 *
 * @param alone no call leads here: the class is run by itself, and so are the functions that its constructor makes.
 * @param generation how many classes that extend it are being run.
 * @returns the constructor's result.
 */
export function initialise(
  machine: Machine,
  frame: Frame,
  closure: Closure,
  self: Abstract,
  args: Arguments,
  node: CallNode,
  alone = false,
  generation = 0,
): Abstract {
  const parts = closure.classParts;
  if (!parts) {
    const callee: Abstract = callable(closure, self.place);
    return machine.steps.call(machine, frame, callee, self, args, node);
  }
  machine.work.calls += 1;
  const activation = newActivation(machine, {
    closure,
    awaited: true,
    inPlace: false,
    ...(alone
      ? { depth: 0, parent: undefined, entered: undefined, loop: undefined }
      : {
          depth: frame.activation.depth + 1,
          parent: frame.activation,
          entered: entryOf(machine, frame, node),
          loop: frame.activation.loop,
        }),
  });
  const place = machine.place(frame, node);
  const inner: Frame = {
    file: closure.file,
    scope: newScope(parts.scope, activation),
    activation,
    self,
    base: parts.parent,
  };
  const returned = asMade(machine, self, () => {
    if (!parts.parent) initialiseFields(machine, inner, closure);
    if (parts.constructorNode) {
      const own = { ...closure, scope: parts.scope, base: parts.parent };
      machine.classes.constructing.push(closure);
      const result = run(machine, activation, own, parts.constructorNode, self, args, place);
      machine.classes.constructing.pop();
      return result;
    }
    if (parts.parent) {
      constructParent(machine, inner, parts.parent, self, args, node, generation);
      initialiseFields(machine, inner, closure);
    }
    return undefined;
  });
  activation.active = false;
  return returned ?? scalar(undefined, place);
}

/** Runs what makes an object: a constructor, and those of the classes that its class extends. */
function asMade<T>({ classes }: Machine, self: Abstract, run: () => T): T {
  const cell = self.kind === "reference" && !classes.making.has(self.cell) ? self.cell : undefined;
  if (cell) classes.making.add(cell);
  try {
    return run();
  } finally {
    if (cell) classes.making.delete(cell);
  }
}

function constructParent(
  machine: Machine,
  frame: Frame,
  parent: Abstract,
  self: Abstract,
  args: Arguments,
  node: CallNode,
  generation: number,
): void {
  if (parent.kind === "callable" && parent.target.type === "closure" && generation < bounds.superclasses) {
    replaceBy(machine, self, initialise(machine, frame, parent.target, self, args, node, false, generation + 1));
    return;
  }
  const base = parent.kind === "native" ? machine.steps.construct(machine, frame, parent, args, node) : undefined;
  if (base?.kind === "native" && self.kind === "reference") {
    const field = fieldOf(base, machine.place(frame, node));
    update(machine, self.cell, (content) => setField(content, baseKey, field), "nothing");
    return;
  }
  for (const arg of args.values) escape(machine, arg);
  if (self.kind === "reference")
    update(machine, self.cell, (content) => ({ ...content, open: true, copied: undefined }));
}

/** A superclass's constructor that returns an object makes that \`this\`: nothing is known of it but what is written from then on. */
function replaceBy(machine: Machine, self: Abstract, returned: Abstract): void {
  const objects = optionsOf(returned).filter(({ kind }) => !["scalar", "text", "never"].includes(kind));
  if (objects.length === 0 || self.kind !== "reference") return;
  for (const each of objects) escape(machine, each);
  const rest = unknown("a member of what a superclass returns", self.place);
  const change = (content: Content): Content => ({
    ...content,
    fields: new Map(),
    open: true,
    rest,
    copied: undefined,
  });
  update(machine, self.cell, change, "nothing");
}

/** `super(…)`. */
export function callSuper(machine: Machine, frame: Frame, args: Arguments, node: CallNode): void {
  const pending = machine.classes.constructing.at(-1);
  const parent = frame.base;
  if (!pending || !parent || !frame.self) return;
  constructParent(machine, frame, parent, frame.self, args, node, machine.classes.constructing.length);
  initialiseFields(machine, { ...frame, scope: newScope(pending.classParts?.scope, frame.activation) }, pending);
}

function initialiseFields(machine: Machine, frame: Frame, closure: Closure): void {
  const { self } = frame;
  if (self?.kind !== "reference") return;
  for (const member of closure.classParts?.instanceFields ?? []) {
    const key = propertyKey(machine, frame, member.name);
    const value = fieldValue(machine, frame, member);
    const keyPlace = machine.place(frame, member.name);
    const initialised = (content: Content): Content =>
      key === undefined
        ? { ...content, open: true, copied: undefined }
        : setField(content, key, fieldOf(named(value, `this.${writtenKey(key)}`), keyPlace));
    update(machine, self.cell, initialised, "nothing");
  }
}

/** The object on which a class's methods are run by themselves. It is made with unknown arguments. */
export function typicalInstance(machine: Machine, frame: Frame, closure: Closure): Abstract {
  return machine.classes.instances.get(closure) ?? machine.shared(() => formTypical(machine, frame, closure));
}

/** Makes such an object. */
export function formTypical(machine: Machine, frame: Frame, closure: Closure): Abstract {
  return machine.within({ root: rootOfInstances(machine, closure) }, () => makeTypical(machine, frame, closure));
}

function makeTypical(machine: Machine, frame: Frame, closure: Closure): Abstract {
  const place = machine.place(frame, closure.node);
  const self = newObject(machine, place, { type: "object", made: closure.node, constructedBy: closure });
  machine.classes.instances.set(closure, self);
  const parts = closure.classParts;
  const parameters = findConstructor(closure);
  const args = parameters
    ? machine.steps.unknownArguments(
        machine,
        { ...frame, file: parameters.file, scope: parameters.scope },
        parameters.node,
      )
    : { values: [], more: false };
  machine.classes.forming.add(closure);
  if (parts) initialise(machine, frame, closure, self, args, closure.node, true);
  machine.classes.forming.delete(closure);
  const used = (content: Content): Content => ({ ...content, fields: fieldsInUse(machine, closure, content.fields) });
  update(machine, self.cell, used, "nothing");
  // Methods are called on finished objects only.
  self.cell.slot.history = undefined;
  return self;
}

/** Nobody knows when an instance is made: variables around the class may have changed before. */
function rootOfInstances(machine: Machine, closure: Closure): Root {
  const parent = machine.context.root;
  const nested = parent.parent !== undefined;
  return {
    node: closure.node,
    parent,
    file: closure.file,
    made: parent.made,
    escapes: false,
    since: nested ? closure.createdAt : (closure.usedAt ?? Infinity),
    independent: !nested || closure.escaped,
    pass: machine.pass.id,
  };
}

function findConstructor(
  closure: Closure,
): { readonly node: FunctionNode; readonly file: TS.SourceFile; readonly scope: Frame["scope"] } | undefined {
  for (const { classParts, file } of chainOf(closure))
    if (classParts?.constructorNode) return { node: classParts.constructorNode, file, scope: classParts.scope };
  return undefined;
}
