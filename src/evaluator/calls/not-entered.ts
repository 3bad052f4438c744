import type TS from "typescript";
import { chainOf, isWritten, membersWrittenIn, superclassOf } from "../domain/class-fields";
import { unknown } from "../domain/constructors";
import type { Abstract, Closure, Content, Field } from "../domain/domain";
import { bounds } from "../domain/limits";
import type { Program } from "../program";
import { setFields } from "../store/content";
import { escape } from "../store/escape";
import { contentOf, update } from "../store/heap";
import { someNode } from "../../syntax/walk";

/** What is left of an instance when one of its methods is called and not entered. */

/**
 * Forgets what a method that calls itself may change of its instance: the members that the methods of the class assign.
 *
 * @returns the value that still has to escape, if it is no instance of a known class.
 */
export function afterRecursion(program: Program, self: Abstract): Abstract | undefined {
  if (self.kind !== "reference" || !self.cell.constructedBy || writesMuch(program, self.cell.constructedBy))
    return self;
  forgetWritten(program, self, self.cell.constructedBy, "changed by a method that calls itself");
  return undefined;
}

/**
 * Forgets what a method may change of its instance that is beyond a bound: the members that the methods of the class assign, and what is within
 * the others. A class that gives `this` to anybody may have any of its members changed.
 *
 * @returns the value that still has to escape.
 */
export function afterBound(program: Program, { owner }: Closure, self: Abstract): Abstract | undefined {
  const made = self.kind === "reference" ? self.cell.constructedBy : undefined;
  if (self.kind !== "reference" || !made || !owner || !chainOf(made).some(({ node }) => node === owner.node))
    return self;
  if (contentOf(program, self.cell).escaped || givesThisAway(program.ts, made) || writesMuch(program, made))
    return self;
  for (const value of forgetWritten(program, self, made, "changed by a method that is not followed"))
    escape(program, value);
  return undefined;
}

/** Whether to forget what a class writes, field by field, would take too long: each of its methods may reach the bound. */
function writesMuch({ ts }: Program, made: Closure): boolean {
  const { assigned, changed } = membersWrittenIn(ts, made);
  return assigned.size + changed.size > bounds.forgottenFields;
}

/** @returns the values of the fields that the methods of the class do not assign. */
function forgetWritten(
  program: Program,
  { cell }: Extract<Abstract, { kind: "reference" }>,
  made: Closure,
  reason: string,
): readonly Abstract[] {
  let others: readonly Abstract[] = [];
  update(program, cell, (content) => {
    const parted = partedFields(program.ts, content.fields, made);
    ({ others } = parted);
    return setFields(
      content,
      parted.written.map(([key, field]) => [key, { ...field, value: unknown(reason, field.value.place) }]),
    );
  });
  return others;
}

/** The fields of an instance, those that methods assign apart from the values of the others. */
interface PartedFields {
  readonly made: Closure;
  readonly written: readonly (readonly [string, Field])[];
  readonly others: readonly Abstract[];
}

/** Each of many methods may reach the bound, on an instance of as many fields. */
const parted = new WeakMap<Content["fields"], PartedFields>();

function partedFields(ts: typeof TS, fields: Content["fields"], made: Closure): PartedFields {
  let known = parted.get(fields);
  if (known?.made !== made) {
    const writes = membersWrittenIn(ts, made);
    const written = [...fields].filter(([key, field]) => isWritten(writes, key, field));
    const keys = new Set(written.map(([key]) => key));
    const others = [...fields].flatMap(([key, { value }]) => (keys.has(key) ? [] : [value]));
    parted.set(fields, (known = { made, written, others }));
  }
  return known;
}

const givers = new WeakMap<TS.Node, boolean>();

/** Whether a class, or one that it extends, uses `this` for more than its members, or extends a class that is not known. */
function givesThisAway(ts: typeof TS, made: Closure): boolean {
  return chainOf(made).some((each) => {
    const { node } = each;
    if (!ts.isClassLike(node)) return true;
    const isExtended = node.heritageClauses?.some(({ token }) => token === ts.SyntaxKind.ExtendsKeyword) === true;
    if (isExtended && !superclassOf(each)) return true;
    let gives = givers.get(node);
    if (gives === undefined) givers.set(node, (gives = someNode(ts, node, (inner) => isGivenAway(ts, inner))));
    return gives;
  });
}

function isGivenAway(ts: typeof TS, node: TS.Node): boolean {
  if (node.kind !== ts.SyntaxKind.ThisKeyword) return false;
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return false;
  if (ts.isElementAccessExpression(parent)) return !ts.isStringLiteralLike(parent.argumentExpression);
  return !(ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) && !ts.isTypeNode(parent);
}
