import type TS from "typescript";
import { makeClosure, noteMade } from "../calls/functions";
import { callable, fieldOf, scalar, unknown } from "../domain/constructors";
import type {
  Abstract,
  Callable,
  ClassMethod,
  ClassNode,
  Closure,
  Content,
  Field,
  Frame,
  FunctionNode,
} from "../domain/domain";
import { declare, newScope } from "../domain/scope";
import { join } from "../domain/values";
import { propertyKey } from "../expressions/literals";
import type { Program } from "../program";
import { accessor, setField } from "../store/content";
import { allocate, update } from "../store/heap";
import { hoistedVariables } from "../../syntax/bindings/hoisting";
import { writtenKey } from "../../syntax/private-names";
import { finishClass } from "./decorated-classes";
import { isStaticMember, staticsNode } from "../../syntax/static-members";
import { isDecorated } from "./decorators";

/** Classes: their statics, methods and fields. */

/** @returns the class, or what its decorators put in its place. */
export function makeClass(program: Program, outer: Frame, node: ClassNode, name: string): Abstract {
  const { ts } = program;
  const place = program.place(outer, node);
  const scope = newScope(outer.scope, outer.activation);
  const frame: Frame = { ...outer, scope };
  const heritage = node.heritageClauses?.find((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)?.types[0];
  const parent = heritage && program.steps.expression(program, frame, heritage.expression);
  const methods = new Map<string, ClassMethod>();
  const closure: Closure = {
    type: "closure",
    node,
    scope,
    file: outer.file,
    name,
    boundThis: undefined,
    base: undefined,
    cell: allocate(program, { type: "object", made: staticsNode(node) }),
    classParts: {
      methods,
      parent,
      scope,
      instanceFields: node.members.filter(
        (member) => ts.isPropertyDeclaration(member) && !isStaticMember(ts, member),
      ) as TS.PropertyDeclaration[],
      constructorNode: node.members.find(
        (member): member is TS.ConstructorDeclaration =>
          ts.isConstructorDeclaration(member) && member.body !== undefined,
      ),
    },
    root: program.run.context.root,
    createdAt: program.state.clock,
    owner: undefined,
    usedAt: undefined,
    escaped: false,
  };
  const self: Callable = callable(closure, place);
  if (node.name) declare(program, scope, node.name.text, node.name, self);
  const inside: Frame = { ...frame, self, base: parent };
  const keys = new Map<TS.ClassElement, string>();
  for (const member of node.members) {
    const key = defineMethod(program, inside, member, methods, closure);
    if (key !== undefined) keys.set(member, key);
  }
  const initialiseStatics = (): void => {
    for (const member of node.members) initialiseStatic(program, inside, member, closure);
  };
  const given = finishClass(program, inside, { closure, node, methods, keys, self, initialiseStatics });
  noteMade(program, outer, closure);
  return given;
}

/** @returns the name of a method or accessor, if it is known. */
function defineMethod(
  program: Program,
  frame: Frame,
  member: TS.ClassElement,
  methods: Map<string, ClassMethod>,
  closure: Closure,
): string | undefined {
  const { ts } = program;
  const isMethod = ts.isMethodDeclaration(member);
  if (!isMethod && !ts.isGetAccessorDeclaration(member) && !ts.isSetAccessorDeclaration(member)) return undefined;
  if (!member.body) return undefined;
  const key = propertyKey(program, frame, member.name);
  if (key === undefined) return undefined;
  const fixed = isStaticMember(ts, member);
  const code: FunctionNode = member;
  const made = makeClosure(program, frame, code, {
    name: writtenKey(key),
    base: frame.base,
    boundThis: fixed ? frame.self : undefined,
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
    return key;
  }
  const keyPlace = program.place(frame, member.name);
  const value: Abstract = callable(made, keyPlace);
  const kind = ts.isGetAccessorDeclaration(member) ? "getter" : "setter";
  const fieldIn = (content: Content): Field =>
    isMethod ? fieldOf(value, keyPlace) : accessor(content, key, kind, made, keyPlace);
  update(program, closure.cell, (content) => setField(content, key, fieldIn(content)), "nothing");
  return key;
}

function initialiseStatic(program: Program, frame: Frame, member: TS.ClassElement, closure: Closure): void {
  const { ts } = program;
  if (ts.isClassStaticBlockDeclaration(member)) {
    const scope = newScope(frame.scope, frame.activation);
    for (const name of hoistedVariables(ts, member.body))
      declare(program, scope, name.text, name, scalar(undefined, program.place(frame, name)));
    program.steps.statements(program, { ...frame, scope }, member.body.statements, member.body);
    return;
  }
  if (!ts.isPropertyDeclaration(member) || !isStaticMember(ts, member)) return;
  const key = propertyKey(program, frame, member.name);
  const value = fieldValue(program, frame, member);
  if (key === undefined) return;
  const field: Field = fieldOf(value, program.place(frame, member.name));
  update(program, closure.cell, (content) => setField(content, key, field), "nothing");
}

export function fieldValue(program: Program, frame: Frame, member: TS.PropertyDeclaration): Abstract {
  const place = program.place(frame, member.name);
  const initial = member.initializer && program.steps.expression(program, frame, member.initializer);
  if (initial && !isDecorated(program.ts, member)) return initial;
  if (!initial && !isSetElsewhere(program.ts, member)) return scalar(undefined, place);
  const declared = member.type ? program.steps.types.declaredValue(program, frame, member, place) : undefined;
  const given = declared ?? unknown("a declared field", place, { typed: member });
  // A decorator may put another value there, or an accessor.
  return initial ? join(initial, given) : given;
}

/** `declare field: T`, `abstract field: T`, `field!: T` and a field with a decorator get their value from somewhere else. */
function isSetElsewhere(ts: typeof TS, member: TS.PropertyDeclaration): boolean {
  const flags = ts.getCombinedModifierFlags(member);
  return (
    (flags & (ts.ModifierFlags.Ambient | ts.ModifierFlags.Abstract)) !== 0 ||
    member.exclamationToken !== undefined ||
    isDecorated(ts, member)
  );
}
