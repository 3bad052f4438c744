import type { ValueId } from "../code/graph";
import { item } from "../code/item";
import type { After, ValueNode } from "../code/values";
import type { CallSite, ClassSite, FunctionSite } from "../project/sites";
import type { ProjectFile } from "../project/project-file";
import { givenOf } from "./calls/call-nodes";
import { callValue, constructValue, contextOf } from "./calls/calls";
import { Contexts } from "./contexts";
import { Effort } from "./effort";
import type {
  Abstract,
  BuiltinEvaluator,
  ClassValue,
  Context,
  FunctionValue,
  ObjectValue,
  Place,
  TypePlace,
} from "./domain";
import type { Evaluation, Given, Supposition } from "./evaluation";
import { CallbackRuns } from "./calls/callback-runs";
import { functionUses } from "./calls/function-uses";
import { evaluateAfter } from "./objects/after";
import { typicalInstance } from "./objects/instances";
import { codeOf } from "./objects/classes";
import { limits } from "./limits";
import { asTyped } from "./names/declared";
import { objectOf, unknown } from "./make";
import { memberOf } from "./objects/members";
import { Instances } from "./made-instances";
import { evaluateNode } from "./nodes";
import { nodeAt, placeOf } from "./places";
import { Positions } from "./positions";
import { Sends } from "./calls/sends";
import { toValue } from "./snapshots/snapshot";
import type { Surroundings } from "./surroundings";
import { optionsOf } from "./values";
import { type Code, Supposed } from "./supposed";
import { Unfinished } from "./unfinished";
import { awaited } from "./calls/waiting";

/**
 * Evaluates values on demand: a node of a file's graph, in the context of a caller. Results are stored in the context's projection on what the node depends on.
 * They stay valid because a program does not change.
 */
export class Evaluator implements Evaluation {
  readonly contexts = new Contexts();
  readonly sends = new Sends();
  readonly positions = new Positions();
  readonly instances = new Instances();
  readonly effort: Effort;
  readonly forBuiltins: BuiltinEvaluator;
  #level = 0;
  readonly #unfinished = new Unfinished();
  readonly #entered = new Map<string, number>();
  /** Files with a question that used up its evaluations. */
  readonly #cutIn = new Set<ProjectFile>();
  /** Heavy functions that exceed the bound even in the context of any call. */
  readonly #givenUp = new Set<string>();
  #supposed: Supposed | undefined;
  /** The value under evaluation depends on a supposition. */
  #isSupposed = false;
  readonly #callbackRuns = new CallbackRuns(this);

  constructor(readonly surroundings: Surroundings) {
    this.effort = new Effort(() => surroundings.size());
    this.forBuiltins = {
      invoke: (callback, args, place, self, more) => this.#invoke(callback, args, place, self, more),
      member: (value, key, place) => this.member(value, key, place),
      snapshot: (value) => toValue(this, value),
      awaited: (value) => awaited(this, value),
    };
  }

  valueOf(id: ValueId, context: Context): Abstract {
    const node = nodeAt(context.file, id);
    const projected = this.contexts.project(context, node.depends);
    const supposed = this.#supposed?.valueOf(projected, id);
    if (supposed) {
      this.#isSupposed = true;
      return supposed;
    }
    const before = projected.values.get(id);
    const known = this.#knownOf(id, projected, before);
    if (known) return known;
    if (this.effort.isUsedUp) {
      // Not stored, because a later question may have evaluations left.
      this.#isSupposed ||= this.effort.mayGoOn;
      return unknown("a value of a project with too many of them", placeOf(node, projected), { cut: true });
    }
    if (this.#level > limits.levels) return unknown("a value that is nested too deeply", placeOf(node, projected));
    const asked = standIn(node, id, projected);
    const outer = this.#takeSupposed();
    this.#level += 1;
    this.effort.visited += 1;
    this.surroundings.project.steps.take();
    const around = this.#unfinished.begin(asked, this.#level);
    try {
      // Sends recorded by an evaluation that was cut are kept. This evaluation records them again, so they are removed first.
      if (this.#level === 1 && before === undefined) this.sends.forget(id, projected);
      const reported = this.sends.reported(id, projected);
      const value = this.effort.in(projected, () => evaluateNode(this, node, id, projected));
      restore(projected, id, before);
      const isLast = this.#remember(projected, id, value) && before === undefined;
      if (!isLast && !(this.#level === 1 && this.effort.isCut)) this.sends.forget(id, projected, reported);
      this.#isSupposed ||= outer;
      return value;
    } catch (error) {
      restore(projected, id, before);
      throw error;
    } finally {
      this.#unfinished.end(asked, this.#level, around);
      this.#level -= 1;
    }
  }

  /**
   * Runs the evaluation of one question about a file. Values that are cut there are unknown, and not stored.
   * @param most the number of evaluations, in addition to those for each value of the file.
   * @param otherwise the answer if the stack overflows because code is nested too deeply.
   */
  question<T>(file: ProjectFile, most: number, run: () => T, otherwise: T): T {
    try {
      const ofFile = limits.evaluationsOfValue * file.code.values.length;
      const { project } = this.surroundings;
      const { answer, isCut } = project.evaluating(() => this.effort.question(most + ofFile, run));
      if (isCut) this.#cutIn.add(file);
      return answer;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#cutIn.add(file);
      return otherwise;
    }
  }

  /** @returns whether no question about a file was cut. */
  isWhole(file: ProjectFile): boolean {
    return !this.effort.isOver && !this.#cutIn.has(file);
  }

  /** Under a supposition, values that were unfinished around it are evaluated again, because their results may differ. */
  #knownOf(id: ValueId, context: Context, before: Abstract | undefined): Abstract | undefined {
    const since = this.#supposed?.level ?? 0;
    const isFound = before?.kind !== "unknown" || !before.unfinished;
    const isOther = isFound && this.#supposed?.covers(context.file, nodeAt(context.file, id)) === true;
    const isKnown = before !== undefined && !isOther && !this.#unfinished.isOlder(before, since);
    const known = isKnown ? before : this.#unfinished.valueOf(context, id, since, this.#supposed);
    if (known) this.#unfinished.note(known);
    return known;
  }

  /** @returns whether a value is stored permanently: it depends neither on a supposition nor on an unfinished value. */
  #remember(context: Context, id: ValueId, value: Abstract): boolean {
    const isUnfinished = this.#unfinished.dependsOutside(this.#level);
    if (this.#isSupposed) this.#supposed?.note(context, id, value);
    else if (isUnfinished) this.#unfinished.keep(context, id, value, this.#supposed);
    else context.values.set(id, value);
    return !this.#isSupposed && !isUnfinished;
  }

  settle(id: ValueId, context: Context, value: Abstract): void {
    const projected = this.contexts.project(context, nodeAt(context.file, id).depends);
    if (!projected.values.has(id)) this.#remember(projected, id, value);
  }

  #takeSupposed(): boolean {
    const taken = this.#isSupposed;
    this.#isSupposed = false;
    return taken;
  }

  supposing<T>(suppositions: readonly Supposition[], run: () => T, within?: Code): T | undefined {
    const outer = this.#supposed;
    const depth = (outer?.depth ?? 0) + 1;
    if (depth > limits.loops) return undefined;
    this.#supposed = new Supposed(outer, depth, this.#level + 1, within);
    for (const { id, context, value } of suppositions)
      this.#supposed.note(this.contexts.project(context, nodeAt(context.file, id).depends), id, value);
    try {
      return run();
    } finally {
      this.#supposed.end();
      this.#supposed = outer;
      // This supposition ends; the run may also have read an outer one.
      this.#isSupposed = outer !== undefined && this.#isSupposed;
    }
  }

  partially<T>(value: Abstract, run: () => T): T {
    const around = this.#unfinished.begin(value, this.#level);
    try {
      return run();
    } finally {
      this.#unfinished.end(value, this.#level, around);
    }
  }

  remembered(value: Abstract, forget: () => void): void {
    if (this.#isSupposed) this.#supposed?.keepElsewhere(value, forget);
    this.#unfinished.keepElsewhere(value, forget);
  }

  noteUse(value: Abstract): void {
    this.#unfinished.note(value);
    this.#isSupposed ||= this.#supposed?.isElsewhere(value) === true;
  }

  noteLack(value: Abstract): void {
    this.#unfinished.noteLack(value);
  }

  entering<T>(context: Context, run: () => T): T | undefined {
    const key = keyOfFunction(context);
    const count = this.#entered.get(key) ?? 0;
    if (count >= limits.entries || this.effort.isHeavy(key)) return undefined;
    this.#entered.set(key, count + 1);
    const isSupposed = this.#isSupposed;
    try {
      const answer = this.effort.call(key, context, run);
      if (this.effort.isHeavy(key)) this.#isSupposed = isSupposed;
      return answer;
    } finally {
      this.#entered.set(key, count);
    }
  }

  condition(id: ValueId, context: Context): Abstract | undefined {
    const key = `${id}?${context.file.name}`;
    if (this.effort.isHeavy(key)) return undefined;
    const isSupposed = this.#isSupposed;
    const value = this.effort.condition(key, context, () => this.valueOf(id, context));
    if (this.effort.isHeavy(key)) this.#isSupposed = isSupposed;
    return value;
  }

  leftBy(leaves: ValueId, context: Context): Abstract | undefined {
    // The result for any call is another object than the caller's.
    return this.contexts.isOfAny(context) ? undefined : this.entering(context, () => this.valueOf(leaves, context));
  }

  isRunning(site: FunctionSite): boolean {
    return (this.#entered.get(keyOfFunction(site)) ?? 0) > 0;
  }

  ofAnyCall(site: FunctionSite, id: ValueId): Abstract | undefined {
    const key = keyOfFunction(site);
    if (!this.effort.isHeavy(key) || this.#givenUp.has(key)) return undefined;
    const context = this.contexts.any(site.file, site.function);
    const isSupposed = this.#isSupposed;
    const { answer, isCut } = this.effort.question(limits.evaluationsOfQuestion, () => this.valueOf(id, context));
    if (!isCut) return answer;
    this.#givenUp.add(key);
    this.#isSupposed = isSupposed;
    return undefined;
  }

  member(object: Abstract, key: string, place: Place): Abstract {
    return memberOf(this, object, key, place);
  }

  after(node: After, context: Context, id: ValueId): Abstract {
    return evaluateAfter(this, node, context, id);
  }

  call(callee: Abstract, given: Given): Abstract {
    return callValue(this, callee, given);
  }

  construct(callee: Abstract, given: Given): Abstract {
    return constructValue(this, callee, given);
  }

  contextOf(callee: FunctionValue, given: Given): Context {
    return contextOf(this, callee, given);
  }

  constructorContext(made: ClassValue, given: Given): Context | undefined {
    const id = codeOf(made)?.constructorFunction;
    if (id === undefined) return undefined;
    const { file, context, place } = made;
    const key = `new ${given.site.context.id}:${given.site.call}:${this.contexts.keyOf([made.context])}:${made.class}:${file.name}`;
    const self = this.contexts.once(key, () => objectOf(new Map(), given.place, { instanceOf: made, identity: 0 }));
    return contextOf(this, { kind: "function", file, function: id, context, place }, { ...given, self });
  }

  typicalInstance(site: ClassSite, outer: Context | undefined): Abstract {
    return typicalInstance(this, site, outer);
  }

  literalOf(file: ProjectFile, value: ValueId): Abstract {
    return this.valueOf(value, this.contexts.symbolic(file, nodeAt(file, value).in));
  }

  emptyObject(place: Place): ObjectValue {
    return objectOf(new Map(), place);
  }

  givenAt({ file, call }: CallSite): Given {
    const node = nodeAt(file, call);
    if (node.kind !== "call") throw new Error(`${file.name}: value ${call} is no call`);
    return givenOf(this, node, call, this.contexts.symbolic(file, node.in));
  }

  parameter(id: ValueId, context: Context): Abstract {
    return this.valueOf(id, context);
  }

  noteCall(callee: FunctionValue, context: Context): void {
    this.#callbackRuns.note(callee, context);
  }

  handedTo(context: Context, index: number): Abstract | undefined {
    return this.#callbackRuns.handedTo(context, index);
  }

  runsOf(context: Context): readonly Context[] {
    return this.#callbackRuns.of(context);
  }

  typed(value: Abstract, type: TypePlace, place: Place): Abstract {
    return asTyped(this, value, type, place);
  }

  objectAround({ file, function: id, outer }: Context): Abstract | undefined {
    const object = functionUses(file).members.get(id);
    return object === undefined || !outer ? undefined : this.valueOf(object, outer);
  }

  #invoke(callback: Abstract, args: readonly Abstract[], place: Place, self?: Abstract, more = false): Abstract {
    const context = place.context ?? this.contexts.symbolic(place.file, 0);
    const call = this.#siteAt(place);
    const node = nodeAt(place.file, call);
    const isOneOfSeveral = node.kind === "call" && optionsOf(this.valueOf(node.callee, context)).length > 1;
    return this.call(callback, { arguments: args, more, self, place, site: { call, context }, isOneOfSeveral });
  }

  /** @returns the call at a place: the call site of the functions that a built-in calls. */
  #siteAt({ file, end }: Place): ValueId {
    return functionUses(file).callAt.get(end) ?? file.code.calls[0] ?? 0;
  }
}

/**
 * @returns the stand-in for a value under evaluation, which recursive requests get. Reads of shared variables store none: the variable provides its values
 *   known so far.
 */
function standIn(node: ValueNode, id: ValueId, context: Context): Abstract {
  const asked = unknown("a value that depends on itself", placeOf(node, context), { unfinished: true });
  if (!readsVariable(context.file, node)) context.values.set(id, asked);
  return asked;
}

/** @returns whether a node reads a shared variable, or a member of one. Its evaluation provides its own stand-in. */
function readsVariable({ code }: ProjectFile, node: ValueNode): boolean {
  const read = node.kind === "member" ? item(code.values, node.object) : node;
  return read.kind === "variable";
}

function keyOfFunction({ file, function: id }: FunctionSite): string {
  return `${file.name}\0${id}`;
}

/** Restores the stand-in of an evaluation of the same value further out. */
function restore({ values }: Context, id: ValueId, before: Abstract | undefined): void {
  if (before) values.set(id, before);
  else values.delete(id);
}
