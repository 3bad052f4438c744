import type TS from "typescript";
import { callable, fieldOf, reference, unknown } from "../domain/constructors";
import type { Abstract, Callable, ClassMethod, Closure, Field, Frame } from "../domain/domain";
import { prototypeCell } from "../expressions/prototypes";
import type { Program } from "../program";
import { isStaticMember } from "../../syntax/static-members";
import { setField } from "../store/content";
import { contentOf, update } from "../store/heap";
import {
  decorateField,
  decorateMethod,
  decorateParameters,
  type Decoration,
  type Dialect,
  type Part,
} from "./decorators";

/** What decorators make of the members of a class. */

/** A member with its decorators, evaluated. */
export interface DecoratedMember {
  readonly member: TS.ClassElement;
  /** The name of a method or accessor, if it is known. */
  readonly key: string | undefined;
  readonly decorations: readonly Decoration[];
  readonly dialect: Dialect;
}

interface Owner {
  readonly closure: Closure;
  readonly self: Callable;
  readonly methods: Map<string, ClassMethod>;
}

/**
 * Applies the decorators of a member and of its parameters.
 *
 * @returns whether none of them throws.
 */
export function decorateMember(program: Program, frame: Frame, decorated: DecoratedMember, owner: Owner): boolean {
  const { ts } = program;
  const { member } = decorated;
  if (ts.isConstructorDeclaration(member) || isStaticMember(ts, member)) {
    decorateParameters(program, frame, member, owner.self);
    return decorate(program, frame, decorated, owner, owner.self);
  }
  const prototype = reference(prototypeCell(program, owner.closure), program.place(frame, member));
  const before = contentOf(program, prototype.cell);
  decorateParameters(program, frame, member, prototype);
  const completes = decorate(program, frame, decorated, owner, prototype);
  // Who hands a prototype on notes something about the class, and leaves its other methods as they are.
  if (contentOf(program, prototype.cell).escaped) program.state.write(prototype.cell.slot, before);
  return completes;
}

type Decorate = (written: Closure, part: Part) => Abstract;

function decorate(
  program: Program,
  frame: Frame,
  { member, key, decorations, dialect }: DecoratedMember,
  owner: Owner,
  target: Abstract,
): boolean {
  if (decorations.length === 0) return true;
  if (key === undefined) return decorateField(program, frame, decorations, target, dialect);
  const place = program.place(frame, member);
  const decorated: Decorate = (written, part) =>
    decorateMethod(program, frame, decorations, callable(written, place), { key, target, part, dialect });
  return target === owner.self
    ? decorateStatic(program, owner, key, member, decorated)
    : decorateOwn(program, owner, key, member, decorated);
}

function closureIn(value: Abstract): Closure | undefined {
  return value.kind === "callable" && value.target.type === "closure" ? value.target : undefined;
}

function decorateStatic(
  program: Program,
  { closure }: Owner,
  key: string,
  member: TS.ClassElement,
  decorated: Decorate,
): boolean {
  const field = contentOf(program, closure.cell).fields.get(key);
  if (!field) return true;
  const part = field.getter?.node === member ? "getter" : field.setter?.node === member ? "setter" : undefined;
  const written = part ? field[part] : closureIn(field.value);
  if (!written) return true;
  const value = decorated(written, part === "getter" ? "get" : part === "setter" ? "set" : "value");
  if (value.kind === "never") return false;
  const { keyPlace } = field;
  const unsure: Field = { ...fieldOf(unknown("a decorated accessor", keyPlace), keyPlace), maybeGetter: true };
  const found = closureIn(value);
  const changed: Field = !part ? { ...field, value } : found ? { ...field, [part]: found } : unsure;
  update(program, closure.cell, (content) => setField(content, key, changed));
  return true;
}

function decorateOwn(
  program: Program,
  { closure, methods }: Owner,
  key: string,
  member: TS.ClassElement,
  decorated: Decorate,
): boolean {
  const method = methods.get(key);
  if (!method) return true;
  const part = method.getter?.node === member ? "getter" : "setter";
  const written = method.closure ?? method[part];
  if (!written) return true;
  const value = decorated(written, method.closure ? "value" : part === "getter" ? "get" : "set");
  if (value.kind === "never") return false;
  const found = closureIn(value);
  if (!method.closure) methods.set(key, found ? { ...method, [part]: found } : { ...method, isUnsure: true });
  else if (found !== written) methods.set(key, { ...method, replaced: value });
  withdraw(program, closure, key);
  return true;
}

/** What TypeScript's decorators put into the prototype under the name of the member, the member itself replaces at once. */
function withdraw(program: Program, closure: Closure, key: string): void {
  const cell = prototypeCell(program, closure);
  if (!contentOf(program, cell).fields.has(key)) return;
  update(program, cell, (content) => {
    const fields = new Map(content.fields);
    fields.delete(key);
    return { ...content, fields };
  });
}
