import type TS from "typescript";
import { chainOf } from "../domain/class-fields";
import { callable, never, unknown } from "../domain/constructors";
import type { Abstract, Callable, ClassMethod, Closure, Field, Frame, Place } from "../domain/domain";
import { declare } from "../domain/scope";
import { isUndefined, join } from "../domain/values";
import { either } from "../flow/branches";
import type { Program } from "../program";
import { allocate, contentOf } from "../store/heap";
import { decorateMember } from "./decorated-members";
import { apply, type Decoration, decorationsOf, type Dialect, hasReplacing, isDecorated, perhaps } from "./decorators";

/** A class that is being made, with its decorators. */
export interface ClassInMaking {
  readonly closure: Closure;
  readonly node: TS.ClassLikeDeclaration;
  readonly methods: Map<string, ClassMethod>;
  /** The names of its methods and accessors, as far as they are known. */
  readonly keys: ReadonlyMap<TS.ClassElement, string>;
  /** The class as it is written. */
  readonly self: Callable;
  /** Runs the initialisers of static fields, and static blocks. */
  readonly initialiseStatics: () => void;
}

/**
 * Initialises the statics of a class, and applies its decorators and those of its members.
 *
 * @param frame that of the class; `this` is the class.
 * @returns the class that others find under its name.
 */
export function finishClass(program: Program, frame: Frame, made: ClassInMaking): Abstract {
  const dialects = dialectsOf(program, made.node);
  const [first, second] = dialects;
  if (!first || !second) return inDialect(program, frame, made, first ?? "standard");
  // The dialects differ in a decorator's arguments and result, and in the order of evaluation.
  const { methods } = made;
  const written = new Map(methods);
  const results: ReadonlyMap<string, ClassMethod>[] = [];
  const run = (dialect: Dialect) => (): Abstract => {
    for (const [key, method] of written) methods.set(key, method);
    const attempt = program.pass.recorder.begin();
    const before = program.run.context.root.made.length;
    const given = inDialect(program, frame, made, dialect);
    // What both dialects send and make is there once.
    if (results.length > 0 || given.kind === "never") {
      program.pass.recorder.abandon(attempt);
      program.run.context.root.made.length = before;
    }
    if (given.kind !== "never") results.push(new Map(methods));
    return given;
  };
  const given = either(program, [run(first), run(second)], program.place(frame, made.node));
  const { place } = made.self;
  for (const key of written.keys())
    methods.set(
      key,
      joined(
        results.flatMap((each) => each.get(key) ?? []),
        place,
      ),
    );
  return given.kind === "never" ? made.self : given;
}

/** @returns the dialects that a class may be written in; none where no decorator can replace anything. */
function dialectsOf(program: Program, node: TS.ClassLikeDeclaration): readonly Dialect[] {
  const { ts } = program;
  const members = [...node.members];
  const decorated: readonly TS.Node[] = [
    node,
    ...members,
    ...members.flatMap((each) => (ts.isFunctionLike(each) ? [...each.parameters] : [])),
  ].filter((each) => isDecorated(ts, each));
  if (!decorated.some((each) => hasReplacing(program, each))) return [];
  if (decorated.some((each) => ts.isParameter(each))) return ["TypeScript"];
  // The dialects call the decorators of a class alike. They differ in those of members, and in when statics are initialised.
  if (decorated.every((each) => each === node) && !members.some((each) => hasStatics(ts, each))) return ["standard"];
  const isStandard = decorated.some(
    (each) =>
      (ts.isPropertyDeclaration(each) && ts.isAutoAccessorPropertyDeclaration(each)) ||
      (ts.isClassElement(each) && each.name !== undefined && ts.isPrivateIdentifier(each.name)),
  );
  return isStandard ? ["standard"] : ["standard", "TypeScript"];
}

function hasStatics(ts: typeof TS, member: TS.ClassElement): boolean {
  if (ts.isClassStaticBlockDeclaration(member)) return true;
  return (
    ts.isPropertyDeclaration(member) &&
    member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true
  );
}

/** Runs everything in the order of a dialect. */
function inDialect(program: Program, frame: Frame, made: ClassInMaking, dialect: Dialect): Abstract {
  const { ts } = program;
  const { node, self, closure } = made;
  const ofMember = (member: TS.ClassElement): (() => boolean) => {
    const decorations = decorationsOf(program, frame, member);
    return () => decorateMember(program, frame, { member, decorations, dialect, key: made.keys.get(member) }, made);
  };
  const publish = (given: Abstract): Abstract => {
    if (node.name && given !== self) declare(program, frame.scope, node.name.text, node.name, given);
    return given;
  };
  if (dialect === "standard") {
    const own = decorationsOf(program, frame, node);
    const applications = node.members.map(ofMember);
    if (!applications.every((application) => application())) return never(self.place);
    const given = publish(decorateClass(program, frame, own, closure, self));
    made.initialiseStatics();
    return given;
  }
  made.initialiseStatics();
  if (!node.members.every((member) => ts.isConstructorDeclaration(member) || ofMember(member)()))
    return never(self.place);
  const own = decorationsOf(program, frame, node);
  for (const member of node.members) if (ts.isConstructorDeclaration(member)) ofMember(member)();
  return publish(decorateClass(program, frame, own, closure, self));
}

/** @returns a method as it is after either of two ways to decorate it. */
function joined([first, second]: readonly ClassMethod[], place: Place): ClassMethod {
  if (!first || !second) return first ?? {};
  const { closure } = first;
  if (closure) {
    const value = ({ replaced }: ClassMethod): Abstract => replaced ?? callable(closure, place);
    const either = join(value(first), value(second));
    return first.replaced || second.replaced ? { closure, replaced: either } : first;
  }
  const isSame = first.getter === second.getter && first.setter === second.setter;
  return isSame && !second.isUnsure ? first : { ...first, isUnsure: true };
}

/**
 * Applies the decorators of a class.
 *
 * @param self the class as it is written.
 * @returns the class that others find under its name.
 */
function decorateClass(
  program: Program,
  frame: Frame,
  decorations: readonly Decoration[],
  closure: Closure,
  self: Callable,
): Abstract {
  let current: Abstract = self;
  for (const { node, value } of decorations) {
    const place = program.place(frame, node);
    const given = apply(program, frame, value, [current, unknown("the context of a decorator", place)], node);
    if (given.kind === "never") return given;
    if (isUndefined(given)) continue;
    const isKnown = given.kind === "callable" && given.target.type === "closure";
    current = isKnown ? given : replacedClass(program, closure, place);
  }
  return current;
}

/** @returns a class of which nothing is known but that it has, perhaps, the methods of the one that is written. */
function replacedClass(program: Program, closure: Closure, place: Place): Callable {
  const known = program.pass.classes.replaced.get(closure);
  if (known) return callable(known, place);
  const asPerhaps = (target: Closure): Abstract => perhaps(program, callable(target, place), place);
  const chain = [...chainOf(closure)].reverse();
  const methods = new Map<string, ClassMethod>();
  for (const { classParts } of chain)
    for (const [key, method] of classParts?.methods ?? [])
      methods.set(key, method.closure ? { replaced: asPerhaps(method.closure) } : { ...method, isUnsure: true });
  const fields = chain.flatMap((each) => [...contentOf(program, each.cell).fields]);
  const statics = fields.flatMap(([key, field]): [string, Field][] =>
    field.value.kind === "callable" && field.value.target.type === "closure"
      ? [[key, { ...field, value: asPerhaps(field.value.target) }]]
      : [],
  );
  const content = { fields: new Map(statics), open: true };
  const parent = unknown("a decorated class", place);
  const target: Closure = {
    ...closure,
    cell: allocate(program, { type: "object", made: closure.cell.allocationSite, content }),
    classParts: { methods, instanceFields: [], parent, scope: closure.scope },
  };
  program.pass.classes.replaced.set(closure, target);
  return callable(target, place);
}
