import type { Native } from "../clients/native";
import type { Origin, Value } from "../value/value";
import type { ClassId, FunctionId, TypeId, ValueId, VariableId } from "../code/graph";
import type { ProjectFile } from "../project/project-file";

/**
 * The abstract values of the evaluation on demand. They are immutable: an object that is changed is another value. Members of objects are
 * evaluated when they are read.
 */
export type Abstract =
  | Text
  | Scalar
  | ObjectValue
  | ArrayValue
  | FunctionValue
  | ClassValue
  | BuiltinValue
  | NativeValue
  | ModuleValue
  | Unknown
  | Alternatives
  | Never;

/** An option of alternatives is never alternatives itself. */
export type Single = Exclude<Abstract, Alternatives | Never>;

/** Where a value was written down. */
export interface Place {
  readonly file: ProjectFile;
  readonly start: number;
  readonly end: number;
  /** In which context of its function; absent for what belongs to none. */
  readonly context: Context | undefined;
  /** The place of another file, or of a caller, through which it came in. */
  readonly through?: Place | undefined;
}

interface Base {
  readonly place: Place;
  readonly origin?: Origin | undefined;
  /** Conditions under which it is the value: alternatives with contradictory ones never stand together. */
  readonly assumes?: Assumptions | undefined;
}

/** Conditions by their key (see `assumption` in `conditions.ts`), each with whether it holds. */
export type Assumptions = ReadonlyMap<string, boolean>;

/** A string, known but for its holes. */
export interface Text extends Base {
  readonly kind: "text";
  readonly parts: readonly Part[];
  /** It is empty because a caller may give an empty text. */
  readonly emptied?: true | undefined;
  /** Set if this is a JSON text: the value that it encodes; there are no parts then. */
  readonly json?: Abstract | undefined;
}

export type Part = KnownPart | HolePart;

export interface KnownPart {
  readonly kind: "text";
  readonly text: string;
  /** See `TextPart.offsets`. */
  readonly offsets?: readonly number[] | undefined;
  readonly place: Place;
  /** The program computes it: it is written nowhere, and `place` is the expression that gives it. */
  readonly computed?: true | undefined;
}

export interface HolePart {
  readonly kind: "hole";
  readonly value: Abstract;
  /** It is percent-encoded as one piece, so that it holds no character that means anything in a URL. */
  readonly encoded?: true | undefined;
}

export interface Scalar extends Base {
  readonly kind: "scalar";
  readonly value: number | bigint | boolean | null | undefined;
  /** A number as written. */
  readonly text?: string | undefined;
}

/**
 * An object: of a literal, an instance of a class of the program, or of a class of the platform. `Headers`, `URLSearchParams`, `FormData`, `Map`
 * are objects of that `class` whose members are their entries (header fields by their name as it was written first); `URL` has the members `href`
 * and `searchParams`, a `Set` is an `ArrayValue` of the class `Set`.
 */
export interface ObjectValue extends Base {
  readonly kind: "object";
  readonly members: ReadonlyMap<string, Entry>;
  /** Why it may have members that are not listed: a spread of something unknown, code that was given it. */
  readonly open: string | undefined;
  /** What was spread into it or copied from, in order, known or not. */
  readonly spreads: readonly Abstract[];
  /** The platform's class of which it is an instance. */
  readonly class?: string | undefined;
  /** The class of the program of which it is an instance. */
  readonly instanceOf?: ClassValue | undefined;
  /** What it has besides: the instance of a class of a library that its class extends. */
  readonly base?: Abstract | undefined;
  /** Nobody knows in which order its members are listed: branches have added them in several. */
  readonly unordered?: true | undefined;
  /** It stands for any instance of its class. */
  readonly typical?: true | undefined;
  /** It is known by its declared type alone: what its own methods see as `this`, and the value without what the type says. */
  readonly outside?: { readonly inside: ObjectValue; readonly value: Unknown } | undefined;
  /** Versions of one object have one identity. */
  readonly identity: number;
  /** The literal that made it, for object literals that declare something. */
  readonly literal?: { readonly file: ProjectFile; readonly value: ValueId } | undefined;
}

export interface Entry {
  /** Evaluated when it is read. */
  readonly value: Abstract;
  readonly presence: "always" | "maybe";
  readonly keyPlace: Place;
  /** It is an accessor: `value` is what its getter gives, and an assignment calls its setter. */
  readonly accessor?: Accessor | undefined;
}

/** The functions of an accessor; `self` of either is the object. */
export interface Accessor {
  readonly getter?: Abstract | undefined;
  readonly setter?: Abstract | undefined;
}

export interface ArrayValue extends Base {
  readonly kind: "array";
  /** The known elements in order; only meaningful as a whole when not open. */
  readonly elements: readonly Element[];
  readonly open: string | undefined;
  /** The arrays that it was made from. */
  readonly sources: readonly Abstract[];
  readonly class?: "Set" | undefined;
  readonly identity: number;
}

export interface Element {
  /** Evaluated when it is read. */
  readonly value: Abstract;
  readonly presence: "always" | "maybe";
  /** It is left out only if it is empty, and nothing shows that it ever is: a text that is joined of the list has it. */
  readonly unlessEmpty?: true | undefined;
}

export interface FunctionValue extends Base {
  readonly kind: "function";
  readonly file: ProjectFile;
  readonly function: FunctionId;
  /** The context of the function around it, or of the file's top level. */
  readonly context: Context;
  /** `this` of a method that was read from an object, or of a bound function; absent for others and for arrow functions. */
  readonly self?: Abstract | undefined;
  /** Code that is not followed may have put something else in its place: what it is given, and what it gives, is not known. */
  readonly unsure?: true | undefined;
  /** Arguments that `bind` gave. */
  readonly bound?: readonly Abstract[] | undefined;
}

export interface ClassValue extends Base {
  readonly kind: "class";
  readonly file: ProjectFile;
  readonly class: ClassId;
  readonly context: Context;
  /** It stands for the class or any that extends it: the class of a typical instance, and `this` of a static member. */
  readonly typical?: true | undefined;
}

/** A function or namespace of the language or the platform. */
export interface BuiltinValue extends Base {
  readonly kind: "builtin";
  readonly builtin: Builtin;
  /** The object of which it is a method. */
  readonly self?: Abstract | undefined;
}

export interface NativeValue extends Base {
  readonly kind: "native";
  readonly native: Native;
}

/** The namespace of a file of the project. */
export interface ModuleValue extends Base {
  readonly kind: "module";
  readonly file: ProjectFile;
}

export interface Unknown extends Base {
  readonly kind: "unknown";
  /** In words, for `restraint requests`: "parameter `id`". */
  readonly reason: string;
  readonly is?: "string" | "number" | "boolean" | "array" | "object" | undefined;
  /** Two values with one identity are the same value of a run. */
  readonly identity: number;
  readonly truth?: boolean | undefined;
  readonly nullish?: boolean | undefined;
  /** It is a proxy: code of its own says what is assigned, and read. */
  readonly traps?: true | undefined;
  /** It stands for a value that is still being evaluated, which may be any. */
  readonly unfinished?: true | undefined;
  /** More was asked for than a question may take: it is evaluated when it is asked for again. */
  readonly cut?: true | undefined;
  /** It may be `undefined`, and is sent only where it is not: an optional parameter or member, the end of an optional chain. */
  readonly missing?: true | undefined;
  /** The place of something in a list or text, or −1, or a length. */
  readonly index?: { readonly least: number; readonly mayBeFirst: boolean } | undefined;
  /**
   * What became of its members since it came in: those that the code has assigned, and how often others may have changed all of them. Absent: it is
   * as it came in.
   */
  readonly changed?: { readonly version: number; readonly members: ReadonlyMap<string, Entry> } | undefined;
  /** Its declared type by name. */
  readonly type?: TypePlace | undefined;
  /** Members of its type that it surely lacks: a pattern took them out. */
  readonly without?: readonly string[] | undefined;
  /** Its declared type, of which nobody has asked yet what it stands for. */
  readonly later?: TypePlace | undefined;
  /** It is a function, and this is what it gives by its declared type. */
  readonly returns?: TypePlace | undefined;
  /** The unknown value of which it is a member. */
  readonly member?: { readonly of: Unknown; readonly key: string } | undefined;
  /** It was cut of a text. */
  readonly piece?: Piece | undefined;
  /** The caller supplies it: the function whose parameter, or `this`, it is or is part of. */
  readonly input?: { readonly file: ProjectFile; readonly function: FunctionId } | undefined;
}

/** What stands before or behind a place of a text that begins with a hole. */
export interface Piece {
  readonly of: readonly Part[];
  /** The number of characters before the place. */
  readonly at: number;
  readonly side: "before" | "behind";
  /** The text of which it is the piece now: what is not known of it may have been changed. */
  readonly parts: readonly Part[];
}

/** A type as it is written, and the function in which its names are looked for. */
export interface TypePlace {
  readonly file: ProjectFile;
  readonly type: TypeId;
  readonly in: FunctionId;
  /** Names of type parameters of the declaration in which it stands. */
  readonly parameters?: readonly string[] | undefined;
}

/** One of several; never nested, never fewer than two. */
export interface Alternatives extends Base {
  readonly kind: "alternatives";
  readonly options: readonly Single[];
}

/** The value of what never completes. */
export interface Never extends Base {
  readonly kind: "never";
}

/**
 * What a caller supplies to a function. Contexts with the same parts are the same object, so that what was evaluated in one is evaluated once.
 */
export interface Context {
  readonly id: number;
  readonly file: ProjectFile;
  readonly function: FunctionId;
  /** The context of the function around it; absent for a file's top level. */
  readonly outer: Context | undefined;
  /** Absent: nobody is known who calls it; parameters are unknown. */
  readonly arguments: readonly (Abstract | undefined)[] | undefined;
  /** There may be more arguments than are listed. */
  readonly more: boolean;
  readonly self: Abstract | undefined;
  /** Values that depend on no more than this context has. */
  readonly values: Map<ValueId, Abstract>;
  /** Values of the variables that its function declares and shares. */
  readonly variables: Map<VariableId, Abstract>;
  /** Its projections, by what is needed of it. */
  readonly projections: Map<number, Context>;
  readonly allowance: Allowance;
}

/** How many contexts are still made for the calls that a function leads to, and for calls of a function within itself. */
export interface Allowance {
  contexts: number;
  recursive: number;
}

/** A function of the language or the platform: a table entry in `builtins`. */
export interface Builtin {
  /** For messages: `Array.map`, `encodeURIComponent`. */
  readonly label: string;
  /** Calls and constructs; absent: it is no function. */
  call?(call: BuiltinCall): Abstract;
  construct?(call: BuiltinCall): Abstract;
  /** It does nothing but call another function, which tells what the call does: `Function.call`. */
  handsOn?(call: BuiltinCall): HandedOn;
  /** Static members: `Object.keys`. */
  member?(name: string, place: Place): Abstract | undefined;
  /**
   * What an object is after the call; absent: no call changes anything.
   *
   * @param argument −1 for the receiver, else the number of the argument.
   * @param before the object before the call.
   * @returns the object after it; `before` itself if it did not change.
   */
  after?(call: BuiltinCall, argument: number, before: Abstract): Abstract;
}

/** The call that a function makes of another one. */
export interface HandedOn {
  readonly callee: Abstract;
  readonly arguments: readonly Abstract[];
  readonly more: boolean;
  readonly self: Abstract | undefined;
}

export interface BuiltinCall {
  readonly self: Abstract | undefined;
  readonly arguments: readonly Abstract[];
  /** There may be more arguments: a spread of something unknown. */
  readonly more: boolean;
  readonly place: Place;
  readonly evaluator: BuiltinEvaluator;
}

/** What builtins ask of the evaluation. */
export interface BuiltinEvaluator {
  /**
   * @param more there may be more arguments: `apply` with a list that is not known.
   * @returns what a function gives for these arguments; unknown where it is not followed.
   */
  invoke(callback: Abstract, args: readonly Abstract[], place: Place, self?: Abstract, more?: boolean): Abstract;
  /** @returns what `await` gives for a value: natives may have their own. Absent: the value itself. */
  awaited?(value: Abstract, place: Place): Abstract;
  /** @returns the member of a value, by its static name. */
  member(value: Abstract, key: string, place: Place): Abstract;
  /** @returns a located value of the moment, as clients and rules see it; and back. */
  snapshot(value: Abstract): Value;
}
