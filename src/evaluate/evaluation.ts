import type { ValueId } from "../code/graph";
import type { After } from "../code/values";
import type { CallSite, ClassSite, FunctionSite } from "../project/sites";
import type { ProjectFile } from "../project/project-file";
import type { Contexts } from "./contexts";
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
import type { Positions } from "./positions";
import type { Sends } from "./calls/sends";
import type { Code } from "./supposed";
import type { Surroundings } from "./surroundings";

/** The interface through which the parts of the evaluation call each other. `Evaluator` implements it. */
export interface Evaluation {
  readonly contexts: Contexts;
  readonly surroundings: Surroundings;
  readonly sends: Sends;
  readonly positions: Positions;
  /** The part of the evaluation that built-ins use. */
  readonly forBuiltins: BuiltinEvaluator;
  /** @returns the value of a node of a file's graph, in a context of its function. */
  valueOf(id: ValueId, context: Context): Abstract;
  /**
   * Runs an evaluation in which some values are replaced. Results that depend on the replacement are not stored. Returns undefined if suppositions are nested
   * too deeply.
   */
  supposing<T>(suppositions: readonly Supposition[], run: () => T, within?: Code): T | undefined;
  /** Stores a value that was computed together with the value under evaluation. It stays valid as long as that one. */
  settle(id: ValueId, context: Context, value: Abstract): void;
  /** Runs an evaluation that uses an unfinished value. Results that depend on the value are not stored beyond the run. */
  partially<T>(value: Abstract, run: () => T): T;
  /** Reports that another module stores a value. `forget` is called when a value or supposition on which it depends ends. */
  remembered(value: Abstract, forget: () => void): void;
  /** Notes the use of a value that may be unfinished. */
  noteUse(value: Abstract): void;
  /** Notes that a value is left out because it is unfinished. */
  noteLack(value: Abstract): void;
  /** @returns the value of a condition, or undefined if that takes too many evaluations. Both branches are possible then. */
  condition(id: ValueId, context: Context): Abstract | undefined;
  /** Runs an evaluation inside the function of a context. Returns undefined if the function is already entered `limits.entries` times, or is heavy. */
  entering<T>(context: Context, run: () => T): T | undefined;
  /** @returns the state in which a call leaves an object that it got, or undefined if the call is not followed. */
  leftBy(leaves: ValueId, context: Context): Abstract | undefined;
  /** @returns the value that all calls of a heavy function share, or undefined for other functions. */
  ofAnyCall(site: FunctionSite, id: ValueId): Abstract | undefined;
  /** @returns whether a call of the function is being evaluated. */
  isRunning(site: FunctionSite): boolean;
  /** @returns the member of a value. For an object: as of this version. */
  member(object: Abstract, key: string, place: Place): Abstract;
  /** @returns the version of an object after a call that got it. `id` is the node of that version, or the call itself if no node reads the version. */
  after(node: After, context: Context, id: ValueId): Abstract;
  /** @returns the result of a call. */
  call(callee: Abstract, given: Given): Abstract;
  /** @returns the result of `new`. */
  construct(callee: Abstract, given: Given): Abstract;
  /** @returns the context in which a call runs a function. */
  contextOf(callee: FunctionValue, given: Given): Context;
  /** @returns the context in which a `new` runs the constructor, or undefined without a constructor. */
  constructorContext(made: ClassValue, given: Given): Context | undefined;
  /** @returns the typical instance of a class, which combines all of its `new`. */
  typicalInstance(site: ClassSite, outer: Context | undefined): Abstract;
  /** Instances by the `new` that created them, and the state in which their constructors left them. */
  readonly instances: {
    get(key: string, make: () => Abstract): Abstract;
    latest(value: Abstract): Abstract;
  };
  /** @returns a value at the top level of a file, or in a function without a known caller. */
  literalOf(file: ProjectFile, value: ValueId): Abstract;
  emptyObject(place: Place): ObjectValue;
  /** @returns what a call supplies, in a function without a known caller. */
  givenAt(site: CallSite): Given;
  /** @returns the value of a parameter in a context. */
  parameter(id: ValueId, context: Context): Abstract;
  /** Notes that a function runs in a context. */
  noteCall(callee: FunctionValue, context: Context): void;
  /** @returns the argument that a call passes to a callback written in it; undefined for functions that are not callbacks. */
  handedTo(context: Context, index: number): Abstract | undefined;
  /**
   * @returns the contexts in which a callback runs that is written in a call. Empty if the call has no argument for it, as in `[].forEach(f)`. The context
   *   itself if the contexts are unknown, or the function is not a callback.
   */
  runsOf(context: Context): readonly Context[];
  /** @returns the value with its unknown parts described by its declared type. */
  typed(value: Abstract, type: TypePlace, place: Place): Abstract;
  /** @returns the object literal that contains the function as a method. */
  objectAround(context: Context): Abstract | undefined;
}

/** A replacement for the value of a node in a context. */
export interface Supposition {
  readonly id: ValueId;
  readonly context: Context;
  readonly value: Abstract;
}

/** What a call supplies to its callee. */
export interface Given {
  readonly arguments: readonly Abstract[];
  /** Arguments that the callee needs, as `depends` of nodes; others were not evaluated. Absent: all. */
  readonly needed?: number | undefined;
  /** There may be more arguments than listed. */
  readonly more: boolean;
  readonly self: Abstract | undefined;
  readonly place: Place;
  /** The call itself. For a function that a built-in calls: the call of the built-in. */
  readonly site: { readonly call: ValueId; readonly context: Context };
  /** The callee is one of several values, so this one may not be called. */
  readonly isOneOfSeveral: boolean;
}
