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

/** What the parts of the evaluation ask of each other; `Evaluator` puts them together. */
export interface Evaluation {
  readonly contexts: Contexts;
  readonly surroundings: Surroundings;
  readonly sends: Sends;
  readonly positions: Positions;
  /** What builtins are handed. */
  readonly forBuiltins: BuiltinEvaluator;
  /** @returns a value of a file's graph, in the context of its function. */
  valueOf(id: ValueId, context: Context): Abstract;
  /**
   * Evaluates something while values are taken for others; nothing of it is remembered that depends on that. Where suppositions are nested too deeply,
   * there is no answer.
   */
  supposing<T>(suppositions: readonly Supposition[], run: () => T, within?: Code): T | undefined;
  /** Remembers a value that was found together with the one that is being evaluated, and holds as long as that. */
  settle(id: ValueId, context: Context, value: Abstract): void;
  /** Evaluates what is made of a value that is not finished; nothing of it is remembered longer than that. */
  partially<T>(value: Abstract, run: () => T): T;
  /** Says that a value is remembered elsewhere than by its context: it is forgotten there when what it is made of is finished, or is supposed no more. */
  remembered(value: Abstract, forget: () => void): void;
  /** Notes that a value is used which may not be finished. */
  noteUse(value: Abstract): void;
  /** Notes that a value is left out, as it is made of what is not finished. */
  noteLack(value: Abstract): void;
  /** @returns the value of a condition, or `undefined` where it takes too much: then nobody knows whether it holds. */
  condition(id: ValueId, context: Context): Abstract | undefined;
  /** Evaluates within the function of a context, unless that is being evaluated already as often as counts, or takes too much: then there is no answer. */
  entering<T>(context: Context, run: () => T): T | undefined;
  /** @returns what a call of a function leaves of what it was given; nothing where that call is not followed. */
  leftBy(leaves: ValueId, context: Context): Abstract | undefined;
  /** @returns a value of a function of which a call takes too much, as it is for any call; nothing for other functions. */
  ofAnyCall(site: FunctionSite, id: ValueId): Abstract | undefined;
  /** @returns whether a function is being evaluated. */
  isRunning(site: FunctionSite): boolean;
  /** @returns the member of a value; of an object, as it is in this version. */
  member(object: Abstract, key: string, place: Place): Abstract;
  /** @returns what an object is after a call that it was given to; `id` is the version, or the call where nobody reads that. */
  after(node: After, context: Context, id: ValueId): Abstract;
  /** @returns what calling a value gives. */
  call(callee: Abstract, given: Given): Abstract;
  /** @returns what `new` with a value gives. */
  construct(callee: Abstract, given: Given): Abstract;
  /** @returns the context in which a function runs for a call. */
  contextOf(callee: FunctionValue, given: Given): Context;
  /** @returns the context of a class's constructor for a `new`. */
  constructorContext(made: ClassValue, given: Given): Context | undefined;
  /** @returns an instance of a class of which nobody knows who made it: what all of its `new` say together. */
  typicalInstance(site: ClassSite, outer: Context | undefined): Abstract;
  /** Instances by what made them, and as their constructors left them. */
  readonly instances: {
    get(key: string, make: () => Abstract): Abstract;
    latest(value: Abstract): Abstract;
  };
  /** @returns a value at the top of a file, or of a function of which no caller is known. */
  literalOf(file: ProjectFile, value: ValueId): Abstract;
  emptyObject(place: Place): ObjectValue;
  /** @returns what a call gives in a function of which no caller is known. */
  givenAt(site: CallSite): Given;
  /** @returns a parameter in a context. */
  parameter(id: ValueId, context: Context): Abstract;
  /** Notes that a function runs in a context. */
  noteCall(callee: FunctionValue, context: Context): void;
  /** @returns what the call gives a callback that is written in it; `undefined` for functions that are no callbacks. */
  handedTo(context: Context, index: number): Abstract | undefined;
  /**
   * @returns the contexts in which a callback runs that is written in a call: none where the call has nothing to give it; its context itself where that
   *   is not known, or it is no callback.
   */
  runsOf(context: Context): readonly Context[];
  /** @returns a value whose type is declared: what is unknown of it is what the type says. */
  typed(value: Abstract, type: TypePlace, place: Place): Abstract;
  /** @returns the object literal of which a function is a method. */
  objectAround(context: Context): Abstract | undefined;
}

/** A value of a graph that is taken for another one. */
export interface Supposition {
  readonly id: ValueId;
  readonly context: Context;
  readonly value: Abstract;
}

/** What a call gives to what it calls. */
export interface Given {
  readonly arguments: readonly Abstract[];
  /** What is needed of the arguments, as `depends` of the graph's values: others were not evaluated. Absent: all. */
  readonly needed?: number | undefined;
  /** There may be more arguments than are listed. */
  readonly more: boolean;
  readonly self: Abstract | undefined;
  readonly place: Place;
  /** The call itself: for builtins that call a function, theirs. */
  readonly site: { readonly call: ValueId; readonly context: Context };
  /** It calls one of several values, so that this one may not be called. */
  readonly isOneOfSeveral: boolean;
}
