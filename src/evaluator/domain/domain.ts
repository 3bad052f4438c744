import type TS from "typescript";
import type { Slot } from "./slots";
import type { Exit, JumpTarget } from "./completion";
import type { Native } from "../../clients/native";
import type { Range } from "../../text/range";
import type { Origin, Value } from "../../value/value";

/**
 * The abstract values of the evaluator, and the run-time objects around them: slots, cells, closures and activations.
 *
 * Values are immutable; everything that changes lives in a `Slot`, so that a branch can be undone and joined (see `state.ts`).
 */
export type Abstract = Text | Scalar | Reference | Callable | NativeValue | Unknown | Alternatives | Never;

/** Where a value was written down, and the activation that evaluated it. */
export interface Place {
  readonly file: TS.SourceFile;
  readonly range: Range;
  readonly activation: Activation;
  /** The value itself is written in another file; `range` is where it comes in. */
  readonly foreign: true | undefined;
}

export interface Base {
  readonly place: Place;
  readonly origin: Origin | undefined;
  /** The run-time value is a promise of this value. The promise itself is neither null nor undefined. */
  readonly promise: true | undefined;
  /** Requests that have been answered when this promise settles. */
  readonly settles: readonly number[] | undefined;
}

export interface Text extends Base {
  readonly kind: "text";
  readonly parts: readonly Part[];
  /** Set if this is a JSON text: the value that it encodes. */
  readonly json: Value | undefined;
}

export type Part = KnownPart | HolePart;

export interface KnownPart {
  readonly kind: "text";
  readonly text: string;
  readonly offsets: readonly number[] | undefined;
  readonly place: Place;
}

export interface HolePart {
  readonly kind: "hole";
  readonly value: Abstract;
  /** It is percent-encoded as one piece, so that it holds no character that means anything in a URL. */
  readonly encoded: true | undefined;
}

export interface Scalar extends Base {
  readonly kind: "scalar";
  readonly value: number | bigint | boolean | null | undefined;
  /** A number as written. */
  readonly text: string | undefined;
}

/** An object or array on the heap. */
export interface Reference extends Base {
  readonly kind: "reference";
  readonly cell: Cell;
}

/** A function or class whose body is at hand, or a builtin. */
export interface Callable extends Base {
  readonly kind: "callable";
  readonly target: Closure | Builtin;
}

/** A value that a library defines: see `native.ts`. */
export interface NativeValue extends Base {
  readonly kind: "native";
  readonly native: Native;
}

export interface Unknown extends Base {
  readonly kind: "unknown";
  readonly reason: string;
  readonly is: "string" | "number" | "boolean" | "array" | "object" | undefined;
  readonly identity: number;
  /** Whether it is truthy, and whether it is null or undefined; set if the expression that gave it shows that. */
  readonly truth: boolean | undefined;
  readonly nullish: boolean | undefined;
  /** Known objects that it may be: a write through it reaches them. */
  readonly pointsTo: readonly Cell[] | undefined;
  /** It may be any value that reaches no objects but those of `pointsTo`. */
  readonly any: true | undefined;
  /** It is the place of something in a list or text, or −1, or a length: the least that it may be, and whether it may be 0. */
  readonly index: { readonly least: number; readonly mayBeFirst: boolean } | undefined;
  /** The node at which the checker tells its declared type. */
  readonly typed: TS.Node | undefined;
  /** The unknown value of which it is a member. */
  readonly member: { readonly of: Unknown; readonly key: string } | undefined;
}

/** One of several; never nested, never fewer than two. */
export interface Alternatives extends Base {
  readonly kind: "alternatives";
  readonly options: readonly Abstract[];
}

/** The value of an expression that never completes, such as a call of a function that always throws. */
export interface Never extends Base {
  readonly kind: "never";
}

/** A member of an object. */
export interface Field {
  readonly value: Abstract;
  readonly presence: "always" | "maybe";
  readonly keyPlace: Place;
  readonly getter: Closure | undefined;
  /** An assignment runs this instead of changing the member. */
  readonly setter: Closure | undefined;
  /** It may be a getter, or have another setter, so that an assignment may do nothing. */
  readonly maybeGetter: true | undefined;
  /** It may have been absent when it was assigned, so that its position in the order of keys is unknown. */
  readonly unordered: true | undefined;
}

export interface Item {
  readonly value: Abstract;
  readonly presence: "always" | "maybe";
}

/** The content of an object or array at one time. */
export interface Content {
  readonly fields: ReadonlyMap<string, Field>;
  readonly items: readonly Item[];
  /** There may be members that are not listed. In an array the order is then unknown too. */
  readonly open: boolean;
  /** The possible value of keys that are not listed. */
  readonly rest: Abstract | undefined;
  /** Unknown code holds it and may change it at any time, so that its content stays unknown from then on. */
  readonly escaped: boolean;
  /** Its content when it escaped, with later assignments. Its functions are taken to be unchanged. */
  readonly before: ReadonlyMap<string, Field> | undefined;
  /** The run in which it escaped with everything it reaches: another escape in the same run changes nothing. */
  readonly escapedIn: Root | undefined;
  /** The values that were spread into an object, or from which an array derives. */
  readonly sources: readonly Abstract[];
  /** Set where nothing but a copy of an unknown value makes an object open. */
  readonly copied: Copied | undefined;
}

/** A copy of an unknown value: members of the object that are not listed are those of the value. */
export interface Copied {
  /** A value of its own, with the members that the copied one had at that time. */
  readonly from: Unknown;
  /** Members that were left out or deleted. */
  readonly without: readonly string[];
  /** Set where no other members were copied. */
  readonly among?: readonly string[];
}

/** A class of the language or the platform, as far as its instances show it. What it does is a `BuiltinClass`. */
export interface CellClass {
  readonly name: string;
  /** @returns members that a snapshot shows beside those of the object, or `"nothing"`: the snapshot is then an unknown object. */
  shown?(content: Content): readonly (readonly [string, Abstract])[] | "nothing";
}

/** An object on the heap. */
export interface Cell {
  readonly type: "object" | "array";
  readonly slot: Slot<Content>;
  /** The class of the language or the platform of which it is an instance: `Headers`. */
  readonly class: CellClass | undefined;
  /** The user's class of which it is an instance. */
  readonly constructedBy: Closure | undefined;
  /** The class, or function, of whose instances it is the prototype. */
  readonly prototypeOf: Closure | undefined;
  /** The node that makes it. */
  readonly allocationSite: TS.Node;
}

/** A name, and the slot of its value. */
export interface Binding {
  readonly slot: Slot<Abstract | undefined>;
  readonly name: string;
  /** An import, which is looked up when it is first read. */
  readonly load?: (() => Abstract) | undefined;
}

/** Names of one block or function. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly bindings: Map<string, Binding>;
  readonly activation: Activation;
}

export type FunctionNode =
  | TS.FunctionDeclaration
  | TS.FunctionExpression
  | TS.ArrowFunction
  | TS.MethodDeclaration
  | TS.ConstructorDeclaration
  | TS.GetAccessorDeclaration
  | TS.SetAccessorDeclaration;

export type ClassNode = TS.ClassDeclaration | TS.ClassExpression;

/** A function or class with the scope that it closes over. */
export interface Closure {
  readonly type: "closure";
  readonly node: FunctionNode | ClassNode;
  readonly scope: Scope;
  readonly file: TS.SourceFile;
  readonly name: string;
  /** The value of `this` inside: the object of a method, or the outer `this` of an arrow function. */
  readonly boundThis: Abstract | undefined;
  /** `super` of a method. */
  readonly base: Abstract | undefined;
  /** Properties of the function itself; statics of a class. */
  readonly cell: Cell;
  readonly classParts: ClassParts | undefined;
  readonly root: Root;
  readonly createdAt: number;
  /** The class whose method it is. */
  readonly owner: Closure | undefined;
  /** The time at which it was first called, or escaped. */
  usedAt: number | undefined;
  /** Unknown code holds it. */
  escaped: boolean;
}

/** A method or accessor of a class. */
export interface ClassMethod {
  readonly closure?: Closure;
  readonly getter?: Closure;
  readonly setter?: Closure;
  /** What a decorator has put in the place of the method. */
  readonly replaced?: Abstract;
  /** A decorator may have replaced an accessor. */
  readonly isUnsure?: true;
}

/** The members that a class gives its instances. */
export interface ClassParts {
  readonly methods: ReadonlyMap<string, ClassMethod>;
  readonly instanceFields: readonly TS.PropertyDeclaration[];
  readonly constructorNode?: TS.ConstructorDeclaration | undefined;
  readonly parent?: Abstract | undefined;
  readonly scope: Scope;
}

/** A function or object of the language or the platform. */
export interface Builtin {
  readonly type: "builtin";
  readonly label: string;
  readonly call?: (call: Call) => Abstract;
  readonly construct?: (call: Call) => Abstract;
  readonly get?: (name: string) => Builtin | undefined;
  /** The bound function, and the values to which it is bound. A call passes them on. */
  readonly holds?: readonly Abstract[];
}

/** A call as what is called gets it: its arguments and `this` are values. */
export interface Call {
  readonly frame: Frame;
  readonly self: Abstract | undefined;
  readonly args: Arguments;
  readonly node: CallNode;
}

/** An assignment to a member: `target[key] = value`. */
export interface MemberWrite {
  readonly target: Abstract;
  /** `undefined` where it is not known. */
  readonly key: string | undefined;
  readonly value: Abstract;
}

export type CallNode = TS.CallExpression | TS.NewExpression | TS.TaggedTemplateExpression | TS.Node;

export interface Arguments {
  readonly values: readonly Abstract[];
  /** There may be more arguments than are listed. */
  readonly more: boolean;
}

/** The call through which a function was entered. */
export interface Entry {
  readonly node: TS.Node;
  readonly file: TS.SourceFile;
  readonly callee: Range;
  readonly range: Range;
  /** The scope of the call. */
  readonly scope: Scope;
}

/** One run of a function's body. */
export interface Activation {
  /** How many functions have been entered from the root's own code; callbacks written in place do not count. */
  readonly depth: number;
  readonly parent: Activation | undefined;
  /** The call through which it was entered, in the file of the caller. */
  readonly entered?: Entry | undefined;
  /** The node that runs the body: its call, or the call that calls a callback. Absent if the analysis itself starts it. */
  readonly through?: TS.Node | undefined;
  readonly root: Root;
  readonly closure: Closure | undefined;
  /** The `this` of the function, where it was called with one. */
  readonly self?: Abstract | undefined;
  active: boolean;
  /** No other code of the caller runs before it has ended: it is awaited, or synchronous. */
  readonly awaited: boolean;
  /** A callback written in the call itself. */
  readonly inPlace: boolean;
  /** For a callback that a called function calls, as in `retry(() => …)`: the activation of the code in which the callback is written. */
  readonly writtenIn?: Activation | undefined;
  /** Returns that left branches early, with the state at that time. */
  readonly exits: Exit[];
  readonly targets: JumpTarget[];
  /** Where the journal stood when it began, and the time. */
  readonly checkpoint: number;
  readonly began: number;
  /** The innermost loop in the root's own code. */
  loop: TS.Node | undefined;
}

/** A run that the analysis starts by itself: a module, or a function with unknown parameters. */
export interface Root {
  readonly node: TS.Node;
  readonly parent: Root | undefined;
  /** It may run at any time from here on. */
  readonly since: number;
  /** The time of the analysis at which it begins; absent for what entry points share. */
  readonly began?: number;
  readonly file: TS.SourceFile;
  /** The closures that it created, which are entry points. */
  readonly made: Closure[];
  /** How many of them have begun to run. */
  begun?: number;
  /** One of its closures has escaped, so that its variables may change while it runs. */
  escapes: boolean;
  /** It may really run at a time of its own, so that other code cannot know when its writes happen. */
  readonly independent: boolean;
  /** The identity of its pass, which owns all objects that it allocates. */
  readonly pass: object;
  /** Its objects are visible to all code at any time, and all writes to them are asynchronous: see `singletons.ts`. */
  readonly lasting?: true;
}

export interface Frame {
  readonly file: TS.SourceFile;
  readonly scope: Scope;
  readonly activation: Activation;
  readonly self: Abstract | undefined;
  readonly base?: Abstract | undefined;
}
