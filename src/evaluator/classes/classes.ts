import type TS from "typescript";
import { isRecursive, makeClosure, noteMade, run, skip } from "../calls/functions";
import { newActivation } from "../domain/activations";
import { entryOf } from "../domain/call-places";
import { chainOf } from "../domain/class-fields";
import type {
  Abstract,
  Arguments,
  CallNode,
  ClassNode,
  ClassParts,
  Closure,
  Frame,
  FunctionNode,
} from "../domain/domain";
import { declare, newScope } from "../domain/scope";
import { named, scalar, unknown } from "../domain/values";
import { propertyKey } from "../expressions/literals";
import type { Machine } from "../machine";
import { setField } from "../store/content";
import { escape } from "../store/escape";
import { allocate, newObject, update } from "../store/heap";
import { writtenKey } from "../syntax/private-names";
import { fieldsInUse } from "./class-instances";

/** Classes: their statics and methods, and making instances. */

type Method = NonNullable<ReturnType<ClassParts["methods"]["get"]>>;

export function makeClass(machine: Machine, outer: Frame, node: ClassNode, name: string): Closure {
  const { ts } = machine;
  const place = machine.place(outer, node);
  const scope = newScope(outer.scope, outer.activation);
  const frame: Frame = { ...outer, scope };
  const heritage = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const parent = heritage && machine.steps.expression(machine, frame, heritage.expression);
  const methods = new Map<string, Method>();
  const closure: Closure = {
    type: "closure",
    node,
    scope,
    file: outer.file,
    name,
    cell: allocate(machine, { type: "object", made: node }),
    root: machine.context.root,
    createdAt: machine.state.clock,
    classParts: {
      methods,
      parent,
      scope,
      instanceFields: node.members.filter(
        (member) => ts.isPropertyDeclaration(member) && !isStatic(ts, member),
      ) as TS.PropertyDeclaration[],
      constructorNode: node.members.find(
        (member): member is TS.ConstructorDeclaration =>
          ts.isConstructorDeclaration(member) && member.body !== undefined,
      ),
    },
  };
  const self: Abstract = { kind: "callable", target: closure, place };
  if (node.name) declare(machine, scope, node.name.text, node.name, self);
  const inside: Frame = { ...frame, self, base: parent };
  for (const member of node.members) defineMethod(machine, inside, member, methods, closure);
  for (const member of node.members) initialiseStatic(machine, inside, member, closure);
  noteMade(machine, outer, closure);
  return closure;
}

function isStatic(ts: typeof TS, member: TS.ClassElement): boolean {
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0;
}

function defineMethod(
  machine: Machine,
  frame: Frame,
  member: TS.ClassElement,
  methods: Map<string, Method>,
  closure: Closure,
): void {
  const { ts } = machine;
  const isMethod = ts.isMethodDeclaration(member);
  if (!isMethod && !ts.isGetAccessorDeclaration(member) && !ts.isSetAccessorDeclaration(member)) return;
  if (!member.body) return;
  const key = propertyKey(machine, frame, member.name);
  if (key === undefined) return;
  const fixed = isStatic(ts, member);
  const code: FunctionNode = member;
  const made = makeClosure(machine, frame, code, {
    name: writtenKey(key),
    base: frame.base,
    home: fixed ? frame.self : undefined,
    owner: fixed ? undefined : closure,
  });
  if (!fixed) {
    const before = methods.get(key);
    methods.set(
      key,
      isMethod
        ? { closure: made }
        : ts.isGetAccessorDeclaration(member)
          ? { ...before, getter: made }
          : { ...before, setter: made },
    );
    return;
  }
  if (ts.isSetAccessorDeclaration(member)) return;
  const keyPlace = machine.place(frame, member.name);
  const value: Abstract = isMethod
    ? { kind: "callable", target: made, place: keyPlace }
    : unknown("a getter", keyPlace);
  update(machine, closure.cell, (content) =>
    setField(content, key, { value, presence: "always", keyPlace, getter: isMethod ? undefined : made }),
  );
}

function initialiseStatic(machine: Machine, frame: Frame, member: TS.ClassElement, closure: Closure): void {
  const { ts } = machine;
  if (ts.isClassStaticBlockDeclaration(member)) {
    machine.steps.statements(
      machine,
      { ...frame, scope: newScope(frame.scope, frame.activation) },
      member.body.statements,
      member.body,
    );
    return;
  }
  if (!ts.isPropertyDeclaration(member) || !isStatic(ts, member)) return;
  const key = propertyKey(machine, frame, member.name);
  const value = fieldValue(machine, frame, member);
  if (key === undefined) return;
  update(machine, closure.cell, (content) =>
    setField(content, key, { value, presence: "always", keyPlace: machine.place(frame, member.name) }),
  );
}

function fieldValue(machine: Machine, frame: Frame, member: TS.PropertyDeclaration): Abstract {
  const place = machine.place(frame, member.name);
  if (member.initializer) return machine.steps.expression(machine, frame, member.initializer);
  if (!isSetElsewhere(machine.ts, member)) return scalar(undefined, place);
  const declared = member.type ? machine.steps.declaredValue(machine, frame, member, place) : undefined;
  return declared ?? unknown("a declared field", place, { typed: member });
}

/** `declare field: T`, `abstract field: T`, `field!: T` and a field with a decorator get their value from somewhere else. */
function isSetElsewhere(ts: typeof TS, member: TS.PropertyDeclaration): boolean {
  const flags = ts.getCombinedModifierFlags(member);
  return (
    (flags & (ts.ModifierFlags.Ambient | ts.ModifierFlags.Abstract)) !== 0 ||
    member.exclamationToken !== undefined ||
    (ts.getDecorators(member)?.length ?? 0) > 0
  );
}

/** `new C(…)`. */
export function construct(machine: Machine, frame: Frame, closure: Closure, args: Arguments, node: CallNode): Abstract {
  const place = machine.place(frame, node);
  const { ts } = machine;
  if (!closure.classParts && !ts.isFunctionDeclaration(closure.node) && !ts.isFunctionExpression(closure.node))
    return skip(machine, closure, undefined, args, place);
  const self = newObject(machine, place, { type: "object", made: node, constructedBy: closure });
  if (!closure.classParts) {
    machine.steps.call(machine, frame, { kind: "callable", target: closure, place }, self, args, node);
    escape(machine, self);
    return self;
  }
  if (
    frame.activation.depth + 1 > machine.limits.depth ||
    isRecursive(frame.activation, closure) ||
    machine.isExhausted()
  ) {
    escape(machine, self);
    return skip(machine, closure, self, args, place);
  }
  initialise(machine, frame, closure, self, args, node);
  return self;
}

/**
 * Runs the field initialisers and the constructor of a class on an object.
 *
 * @param alone no call leads here: the class is looked at by itself, and so are the functions that its constructor makes.
 */
export function initialise(
  machine: Machine,
  frame: Frame,
  closure: Closure,
  self: Abstract,
  args: Arguments,
  node: CallNode,
  alone = false,
): void {
  const parts = closure.classParts;
  if (!parts) {
    machine.steps.call(machine, frame, { kind: "callable", target: closure, place: self.place }, self, args, node);
    return;
  }
  machine.work.calls += 1;
  const place = machine.place(frame, node);
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
  const inner: Frame = {
    file: closure.file,
    scope: newScope(parts.scope, activation),
    activation,
    self,
    base: parts.parent,
  };
  if (!parts.parent) initialiseFields(machine, inner, closure);
  if (parts.constructorNode) {
    machine.classes.constructing.push(closure);
    run(
      machine,
      activation,
      { ...closure, scope: parts.scope, base: parts.parent },
      parts.constructorNode,
      self,
      args,
      place,
    );
    machine.classes.constructing.pop();
  } else if (parts.parent) {
    constructParent(machine, inner, parts.parent, self, args, node);
    initialiseFields(machine, inner, closure);
  }
  activation.active = false;
}

function constructParent(
  machine: Machine,
  frame: Frame,
  parent: Abstract,
  self: Abstract,
  args: Arguments,
  node: CallNode,
): void {
  if (parent.kind === "callable" && parent.target.type === "closure") {
    initialise(machine, frame, parent.target, self, args, node);
    return;
  }
  for (const arg of args.values) escape(machine, arg);
  if (self.kind === "reference") update(machine, self.cell, (content) => ({ ...content, open: true }));
}

/** `super(…)`. */
export function callSuper(machine: Machine, frame: Frame, args: Arguments, node: CallNode): void {
  const pending = machine.classes.constructing.at(-1);
  const parent = frame.base;
  if (!pending || !parent || !frame.self) return;
  constructParent(machine, frame, parent, frame.self, args, node);
  initialiseFields(machine, { ...frame, scope: newScope(pending.classParts?.scope, frame.activation) }, pending);
}

function initialiseFields(machine: Machine, frame: Frame, closure: Closure): void {
  const { self } = frame;
  if (self?.kind !== "reference") return;
  for (const member of closure.classParts?.instanceFields ?? []) {
    const key = propertyKey(machine, frame, member.name);
    const value = fieldValue(machine, frame, member);
    const keyPlace = machine.place(frame, member.name);
    update(machine, self.cell, (content) =>
      key === undefined
        ? { ...content, open: true }
        : setField(content, key, { value: named(value, `this.${writtenKey(key)}`), presence: "always", keyPlace }),
    );
  }
}

/** The object on which a class's methods are run by themselves: made with arguments of which nothing is known. */
export function typicalInstance(machine: Machine, frame: Frame, closure: Closure): Abstract {
  const known = machine.classes.instances.get(closure);
  if (known) return known;
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
  update(machine, self.cell, (content) => ({ ...content, fields: fieldsInUse(machine, closure, content.fields) }));
  // Methods are called on finished objects only.
  self.cell.slot.history = undefined;
  return self;
}

function findConstructor(
  closure: Closure,
): { readonly node: FunctionNode; readonly file: TS.SourceFile; readonly scope: Frame["scope"] } | undefined {
  for (const { classParts, file } of chainOf(closure))
    if (classParts?.constructorNode) return { node: classParts.constructorNode, file, scope: classParts.scope };
  return undefined;
}
