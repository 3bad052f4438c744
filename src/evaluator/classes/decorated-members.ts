import type TS from "typescript";
import { callable, fieldOf, reference, unknown } from "../domain/constructors";
import type { Abstract, Callable, ClassMethod, Closure, Field, Frame } from "../domain/domain";
import { prototypeCell } from "../expressions/prototypes";
import type { Machine } from "../machine";
import { isStaticMember } from "../syntax/static-members";
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
export function decorateMember(machine: Machine, frame: Frame, decorated: DecoratedMember, owner: Owner): boolean {
  const { ts } = machine;
  const { member } = decorated;
  if (ts.isConstructorDeclaration(member) || isStaticMember(ts, member)) {
    decorateParameters(machine, frame, member, owner.self);
    return decorate(machine, frame, decorated, owner, owner.self);
  }
  const prototype = reference(prototypeCell(machine, owner.closure), machine.place(frame, member));
  const before = contentOf(machine, prototype.cell);
  decorateParameters(machine, frame, member, prototype);
  const completes = decorate(machine, frame, decorated, owner, prototype);
  // Who hands a prototype on notes something about the class, and leaves its other methods as they are.
  if (contentOf(machine, prototype.cell).escaped) machine.state.write(prototype.cell.slot, before);
  return completes;
}

type Decorate = (written: Closure, part: Part) => Abstract;

function decorate(
  machine: Machine,
  frame: Frame,
  { member, key, decorations, dialect }: DecoratedMember,
  { closure, methods, self }: Owner,
  target: Abstract,
): boolean {
  if (decorations.length === 0) return true;
  if (key === undefined) return decorateField(machine, frame, decorations, target, dialect);
  const place = machine.place(frame, member);
  const decorated: Decorate = (written, part) =>
    decorateMethod(machine, frame, decorations, callable(written, place), { key, target, part, dialect });
  if (target === self) return decorateStatic(machine, closure, key, member, decorated);
  return decorateOwn(machine, closure, key, methods, member, decorated);
}

function closureIn(value: Abstract): Closure | undefined {
  return value.kind === "callable" && value.target.type === "closure" ? value.target : undefined;
}

function decorateStatic(
  machine: Machine,
  closure: Closure,
  key: string,
  member: TS.ClassElement,
  decorated: Decorate,
): boolean {
  const field = contentOf(machine, closure.cell).fields.get(key);
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
  update(machine, closure.cell, (content) => setField(content, key, changed));
  return true;
}

function decorateOwn(
  machine: Machine,
  closure: Closure,
  key: string,
  methods: Map<string, ClassMethod>,
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
  withdraw(machine, closure, key);
  return true;
}

/** What TypeScript's decorators put into the prototype under the name of the member, the member itself replaces at once. */
function withdraw(machine: Machine, closure: Closure, key: string): void {
  const cell = prototypeCell(machine, closure);
  if (!contentOf(machine, cell).fields.has(key)) return;
  update(machine, cell, (content) => {
    const fields = new Map(content.fields);
    fields.delete(key);
    return { ...content, fields };
  });
}
