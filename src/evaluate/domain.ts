import type { Native } from "../clients/native";
import type { Origin, Value } from "../value/value";
import type { ClassId, FunctionId, TypeId, ValueId, VariableId } from "../code/graph";
import type { ProjectFile } from "../project/project-file";

/**
 * Abstract values of the evaluation on demand. They are immutable: a changed object is another value. Members of objects are evaluated when they are first
 * read.
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

/** One option of alternatives; never alternatives itself. */
export type Single = Exclude<Abstract, Alternatives | Never>;

/** Source location of a value. */
export interface Place {
  readonly file: ProjectFile;
  readonly start: number;
  readonly end: number;
  /** The context of the function around it; absent for values outside any function's evaluation. */
  readonly context: Context | undefined;
  /** The place in another file, or at a caller, through which the value came in. */
  readonly through?: Place | undefined;
}

interface Base {
  readonly place: Place;
  readonly origin?: Origin | undefined;
  /** Conditions under which it is the value. Values with contradictory conditions are never combined. */
  readonly assumes?: Assumptions | undefined;
}

/** Conditions by key (see `assumption` in `conditions.ts`), each with its outcome. */
export type Assumptions = ReadonlyMap<string, boolean>;

/** A string whose unknown pieces are holes. */
export interface Text extends Base {
  readonly kind: "text";
  readonly parts: readonly Part[];
  /** It is empty because a caller may pass an empty text. */
  readonly emptied?: true | undefined;
  /** For a JSON text: the value that it encodes. `parts` is empty then. */
  readonly json?: Abstract | undefined;
}

export type Part = KnownPart | HolePart;

export interface KnownPart {
  readonly kind: "text";
  readonly text: string;
  /** See `TextPart.offsets`. */
  readonly offsets?: readonly number[] | undefined;
  readonly place: Place;
  /** The program computes the text, so no source range contains it; `place` is the expression that computes it. */
  readonly computed?: true | undefined;
}

export interface HolePart {
  readonly kind: "hole";
  readonly value: Abstract;
  /** It is percent-encoded as one piece, so it contains no URL delimiters. */
  readonly encoded?: true | undefined;
}

export interface Scalar extends Base {
  readonly kind: "scalar";
  readonly value: number | bigint | boolean | null | undefined;
  /** A number as written in the source. */
  readonly text?: string | undefined;
}

/**
 * An object: from a literal, or an instance of a class of the program or the platform. `Headers`, `URLSearchParams`, `FormData` and `Map` are objects of that
 * `class`. Their members are their entries; the name of a header field is spelled as it was first written. `URL` has the members `href` and `searchParams`. A
 * `Set` is an `ArrayValue` of the class `Set`.
 */
export interface ObjectValue extends Base {
  readonly kind: "object";
  readonly members: ReadonlyMap<string, Entry>;
  /** Why it may have members that are not listed: a spread of an unknown value, or unknown code that got the object. */
  readonly open: string | undefined;
  /** Values spread into it or copied from, in order, known or not. */
  readonly spreads: readonly Abstract[];
  /** The platform class of which it is an instance. */
  readonly class?: string | undefined;
  /** The class of the program of which it is an instance. */
  readonly instanceOf?: ClassValue | undefined;
  /** The instance of a library class that its own class extends; it provides further members. */
  readonly base?: Abstract | undefined;
  /** The order of its members is unknown: branches added them in different orders. */
  readonly unordered?: true | undefined;
  /** The typical instance of its class. */
  readonly typical?: true | undefined;
  /** A stand-in, known by its declared type alone. `inside` is `this` in its own methods; `value` is the unknown value without the facts of the type. */
  readonly outside?: { readonly inside: ObjectValue; readonly value: Unknown } | undefined;
  /** Shared by all versions of one object. */
  readonly identity: number;
  /** The object literal that created it, for literals that declare something. */
  readonly literal?: { readonly file: ProjectFile; readonly value: ValueId } | undefined;
}

export interface Entry {
  /** Evaluated at the first read. */
  readonly value: Abstract;
  readonly presence: "always" | "maybe";
  readonly keyPlace: Place;
  /** It is an accessor: `value` is the getter's result, and an assignment calls the setter. */
  readonly accessor?: Accessor | undefined;
}

/** The functions of an accessor; `self` of both is the object. */
export interface Accessor {
  readonly getter?: Abstract | undefined;
  readonly setter?: Abstract | undefined;
}

export interface ArrayValue extends Base {
  readonly kind: "array";
  /** The known elements in order. They are the whole array only if it is not open. */
  readonly elements: readonly Element[];
  readonly open: string | undefined;
  /** The arrays from which it was built. */
  readonly sources: readonly Abstract[];
  readonly class?: "Set" | undefined;
  readonly identity: number;
}

export interface Element {
  /** Evaluated at the first read. */
  readonly value: Abstract;
  readonly presence: "always" | "maybe";
  /** It is left out only if it is empty, and nothing shows that it ever is. A text joined from the list therefore contains it. */
  readonly unlessEmpty?: true | undefined;
}

export interface FunctionValue extends Base {
  readonly kind: "function";
  readonly file: ProjectFile;
  readonly function: FunctionId;
  /** The context around the function, or of the file's top level. */
  readonly context: Context;
  /** `this` of a method that was read from an object, or of a bound function; absent for other functions and arrow functions. */
  readonly self?: Abstract | undefined;
  /** Unknown code may have replaced it, so its arguments and its result are unknown. */
  readonly unsure?: true | undefined;
  /** Arguments supplied by `bind`. */
  readonly bound?: readonly Abstract[] | undefined;
}

export interface ClassValue extends Base {
  readonly kind: "class";
  readonly file: ProjectFile;
  readonly class: ClassId;
  readonly context: Context;
  /** It stands for the class or any subclass: the class of a typical instance, and `this` of a static member. */
  readonly typical?: true | undefined;
}

/** A function or namespace of the language or the platform. */
export interface BuiltinValue extends Base {
  readonly kind: "builtin";
  readonly builtin: Builtin;
  /** The object from which the method was read. */
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
  /** Shown by `restraint requests`: "parameter `id`". */
  readonly reason: string;
  readonly is?: "string" | "number" | "boolean" | "array" | "object" | undefined;
  /** Two values with one identity are the same at run time. */
  readonly identity: number;
  readonly truth?: boolean | undefined;
  readonly nullish?: boolean | undefined;
  /** It is a proxy: its traps handle reads and assignments. */
  readonly traps?: true | undefined;
  /** Stand-in for a value whose evaluation has not ended; it may be any value. */
  readonly unfinished?: true | undefined;
  /** The question used up its evaluations; the value is evaluated again at the next request. */
  readonly cut?: true | undefined;
  /** It may be `undefined`, and then nothing is sent: an optional parameter or member, or the end of an optional chain. */
  readonly missing?: true | undefined;
  /** A length, or an index in a list or text, or −1 for not found. */
  readonly index?: { readonly least: number; readonly mayBeFirst: boolean } | undefined;
  /**
   * Changes of its members since it came in: the assigned members, and a version number that changes whenever other code may have changed all members. Absent:
   * unchanged.
   */
  readonly changed?: { readonly version: number; readonly members: ReadonlyMap<string, Entry> } | undefined;
  /** Its declared type. */
  readonly type?: TypePlace | undefined;
  /** Members of its type that it surely lacks: a rest pattern left them out. */
  readonly without?: readonly string[] | undefined;
  /** Its declared type, not resolved yet. */
  readonly later?: TypePlace | undefined;
  /** It is a function; this is its declared return type. */
  readonly returns?: TypePlace | undefined;
  /** The unknown value of which it is a member. */
  readonly member?: { readonly of: Unknown; readonly key: string } | undefined;
  /** The text from which it was cut. */
  readonly piece?: Piece | undefined;
  /** The function whose parameter or `this` supplies it, in whole or in part. */
  readonly input?: { readonly file: ProjectFile; readonly function: FunctionId } | undefined;
}

/** The part of a text before or behind a position, where the text begins with a hole. */
export interface Piece {
  readonly of: readonly Part[];
  /** The number of characters before the position. */
  readonly at: number;
  readonly side: "before" | "behind";
  /** The parts of the piece itself; its unknown parts may have been changed. */
  readonly parts: readonly Part[];
}

/** A type as written, with the function in which its names are resolved. */
export interface TypePlace {
  readonly file: ProjectFile;
  readonly type: TypeId;
  readonly in: FunctionId;
  /** Type parameters of the declaration that contains the type. */
  readonly parameters?: readonly string[] | undefined;
}

/** One of several values: never nested, at least two. */
export interface Alternatives extends Base {
  readonly kind: "alternatives";
  readonly options: readonly Single[];
}

/** The value of an expression that never completes. */
export interface Never extends Base {
  readonly kind: "never";
}

/** What a caller supplies to a function. Contexts with the same parts are one object, so values in them are evaluated once. */
export interface Context {
  readonly id: number;
  readonly file: ProjectFile;
  readonly function: FunctionId;
  /** The context of the function around it; absent for a file's top level. */
  readonly outer: Context | undefined;
  /** Absent: no caller is known, and parameters are unknown. */
  readonly arguments: readonly (Abstract | undefined)[] | undefined;
  /** There may be more arguments than listed. */
  readonly more: boolean;
  readonly self: Abstract | undefined;
  /** Values that depend only on parts that this context has. */
  readonly values: Map<ValueId, Abstract>;
  /** Values of the shared variables that its function declares. */
  readonly variables: Map<VariableId, Abstract>;
  /** Its projections by `depends`. */
  readonly projections: Map<number, Context>;
  readonly allowance: Allowance;
}

/** Contexts that calls in a function may still create: for other functions, and for the function itself. */
export interface Allowance {
  contexts: number;
  recursive: number;
}

/** A function of the language or the platform: an entry of a table in `builtins`. */
export interface Builtin {
  /** For messages: `Array.map`, `encodeURIComponent`. */
  readonly label: string;
  /** Call and construct; absent if it is not a function. */
  call?(call: BuiltinCall): Abstract;
  construct?(call: BuiltinCall): Abstract;
  /** It only calls another function, and returns that call: `Function.call`. */
  handsOn?(call: BuiltinCall): HandedOn;
  /** Static members: `Object.keys`. */
  member?(name: string, place: Place): Abstract | undefined;
  /**
   * @returns the version of an object after the call; `before` itself if the call does not change it. Absent: no call changes an argument or the receiver.
   * @param argument −1 for the receiver, else the index of the argument.
   * @param before the object before the call.
   */
  after?(call: BuiltinCall, argument: number, before: Abstract): Abstract;
}

/** The call that a built-in such as `Function.call` makes. */
export interface HandedOn {
  readonly callee: Abstract;
  readonly arguments: readonly Abstract[];
  readonly more: boolean;
  readonly self: Abstract | undefined;
}

export interface BuiltinCall {
  readonly self: Abstract | undefined;
  readonly arguments: readonly Abstract[];
  /** There may be more arguments: a spread of an unknown value. */
  readonly more: boolean;
  readonly place: Place;
  readonly evaluator: BuiltinEvaluator;
}

/** The part of the evaluation that built-ins use. */
export interface BuiltinEvaluator {
  /**
   * @param more there may be more arguments: `apply` with an unknown list.
   * @returns the result of a function for these arguments; unknown if the function is not followed.
   */
  invoke(callback: Abstract, args: readonly Abstract[], place: Place, self?: Abstract, more?: boolean): Abstract;
  /** @returns the result of `await`: natives may define their own. Absent: the value itself. */
  awaited?(value: Abstract, place: Place): Abstract;
  member(value: Abstract, key: string, place: Place): Abstract;
  /** @returns the located value of an abstract value, as clients and rules see it. */
  snapshot(value: Abstract): Value;
}
