import type TS from "typescript";
import { unknownCall } from "../calls/unknown-call";
import { callable, fieldOf, never, scalar, text, unknown } from "../domain/constructors";
import type { Abstract, Builtin, Call, Callable, Content, Field, Frame, Place } from "../domain/domain";
import { isUndefined, mapOptions, optionsOf } from "../domain/values";
import { optionally } from "../flow/branches";
import type { Program } from "../program";
import { isKeeping } from "../models/keeping-decorators";
import { escape } from "../store/escape";
import { contentOf, newObject } from "../store/heap";

/**
 * Decorators run when their class is made, and may put something else in the place of what they stand at. TypeScript knows two dialects of them,
 * and most files do not tell which one is meant.
 */

/** That of the standard, and that of TypeScript's `experimentalDecorators`. */
export type Dialect = "standard" | "TypeScript";

/** A decorator, evaluated. */
export interface Decoration {
  readonly node: TS.Decorator;
  readonly value: Abstract;
}

/** @returns whether a class or member has decorators. */
export function isDecorated(ts: typeof TS, node: TS.Node): boolean {
  return (
    "modifiers" in node && (node.modifiers as TS.NodeArray<TS.ModifierLike> | undefined)?.some(ts.isDecorator) === true
  );
}

/** @returns whether a decorator of a class, member or parameter may replace something. */
export function hasReplacing(program: Program, node: TS.Node): boolean {
  return decoratorsOf(program, node).some((each) => !keeps(program, each));
}

function decoratorsOf({ ts }: Program, node: TS.Node): readonly TS.Decorator[] {
  return isDecorated(ts, node) ? ((node as TS.HasDecorators).modifiers?.filter(ts.isDecorator) ?? []) : [];
}

function keeps({ ts }: Program, node: TS.Decorator): boolean {
  return isKeeping(ts, node);
}

/** Evaluates the decorators of a node. @returns those that may replace what they stand at, the last one first, as they are applied. */
export function decorationsOf(program: Program, frame: Frame, node: TS.Node): readonly Decoration[] {
  return decoratorsOf(program, node)
    .map((each) => ({ node: each, value: program.steps.expression(program, frame, each.expression) }))
    .filter((each) => !keeps(program, each.node))
    .reverse();
}

/** Applies the decorators of parameters, which replace nothing. */
export function decorateParameters(program: Program, frame: Frame, member: TS.ClassElement, target: Abstract): void {
  if (!program.ts.isFunctionLike(member)) return;
  for (const [index, parameter] of [...member.parameters.entries()].reverse()) {
    for (const { node, value } of decorationsOf(program, frame, parameter)) {
      const place = program.place(frame, node);
      const key = unknown("the name of a member", place);
      apply(program, frame, value, [target, key, scalar(index, place)], node);
    }
  }
}

/** Applies the decorators of a field. What they put there is not looked at. @returns whether none of them throws. */
export function decorateField(
  program: Program,
  frame: Frame,
  decorations: readonly Decoration[],
  target: Abstract,
  dialect: Dialect,
): boolean {
  return decorations.every(({ node, value }) => {
    const place = program.place(frame, node);
    const first = dialect === "standard" ? scalar(undefined, place) : target;
    return apply(program, frame, value, [first, unknown("what a decorator is given", place)], node).kind !== "never";
  });
}

/**
 * Applies the decorators of a method or accessor.
 *
 * @returns what callers find in its place; nothing where a decorator throws, as it is meant for the other dialect then.
 */
export function decorateMethod(
  program: Program,
  frame: Frame,
  decorations: readonly Decoration[],
  written: Callable,
  member: Omit<Member, "current">,
): Abstract {
  let current: Abstract = written;
  for (const decoration of decorations) {
    const replaced = replacement(program, frame, decoration, { ...member, current });
    if (replaced.kind === "never") return replaced;
    const isKnown = optionsOf(replaced).every(({ kind }) => kind === "callable");
    if (!isKnown) escape(program, written);
    current = isKnown ? replaced : perhaps(program, written, program.place(frame, decoration.node));
  }
  return current;
}

/** What a property descriptor calls a method, a getter and a setter. */
export type Part = "value" | "get" | "set";

export interface Member {
  readonly current: Abstract;
  readonly key: string;
  /** The prototype, or the class of a static member. */
  readonly target: Abstract;
  readonly part: Part;
  readonly dialect: Dialect;
}

function replacement(program: Program, frame: Frame, { node, value }: Decoration, member: Member): Abstract {
  const place = program.place(frame, node);
  const { current, key, target, part, dialect } = member;
  if (dialect === "standard") {
    const made = node.expression;
    const context = newObject(program, place, { type: "object", made, content: contextOf(key, place) });
    const given = apply(program, frame, value, [current, context], node);
    return isUndefined(given) ? current : given;
  }
  const content = described(current, part, place);
  const descriptor = newObject(program, place, { type: "object", made: node, content });
  const given = apply(program, frame, value, [target, text(key, place), descriptor], node);
  // A function describes no member.
  if (given.kind === "never" || given.kind === "callable") return never(place);
  return partOf(program, isUndefined(given) ? descriptor : given, part, place);
}

/** What the standard hands to a decorator beside the member. */
function contextOf(key: string, place: Place): Partial<Content> {
  const name: Field = fieldOf(text(key, place), place);
  return { fields: new Map([["name", name]]), open: true };
}

/** The property descriptor of a member, as far as it matters. */
function described(current: Abstract, part: Part, place: Place): Partial<Content> {
  const field = (value: Abstract): Field => fieldOf(value, place);
  const own: [string, Field] = [part, field(current)];
  const other = part === "get" ? "set" : "get";
  const fields = new Map(part === "value" ? [own] : [own, [other, field(unknown("the other accessor", place))]]);
  return { fields, open: true };
}

/** @returns what a descriptor says of a member. */
function partOf(program: Program, descriptor: Abstract, part: Part, place: Place): Abstract {
  return mapOptions(descriptor, (option) => {
    const field = option.kind === "reference" ? contentOf(program, option.cell).fields.get(part) : undefined;
    return field?.presence === "always" && !field.getter ? field.value : unknown("what a decorator gives", place);
  });
}

export function apply(
  program: Program,
  frame: Frame,
  callee: Abstract,
  values: readonly Abstract[],
  node: TS.Node,
): Abstract {
  return program.steps.call(program, callee, { frame, self: undefined, args: { values, more: false }, node });
}

/** @returns a function that may run another one, at some time, with arguments that are not known, and may give anything. */
export function perhaps(program: Program, written: Callable, place: Place): Callable {
  const { target } = written;
  const known = program.pass.classes.decoratedFunctions.get(target);
  if (known) return callable(known, place);
  const name = target.type === "closure" ? target.name : target.label;
  const callee = unknown("a decorated method", place, { origin: { trail: [name] } });
  const call = ({ frame, self, args, node }: Call): Abstract => {
    if (target.type === "closure" && !program.ts.isClassLike(target.node)) {
      const given = program.steps.unknownArguments(
        program,
        { ...frame, file: target.file, scope: target.scope },
        target.node,
      );
      optionally(program, () => program.steps.call(program, written, { frame, self, args: given, node }));
    }
    return unknownCall(program, callee, { frame, self, args, node });
  };
  const made: Builtin = { type: "builtin", label: name, call, holds: [written] };
  program.pass.classes.decoratedFunctions.set(target, made);
  return callable(made, place);
}
