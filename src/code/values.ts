import type { ClassId, FunctionId, GuardId, TypeId, ValueId, VariableId } from "./graph";

/** The values of a graph: what an expression's value is made of. */
export type ValueNode =
  | Literal
  | Pattern
  | Template
  | Operation
  | ObjectLiteral
  | ArrayLiteral
  | FunctionValue
  | ClassValue
  | Member
  | Call
  | Await
  | Element
  | Parameter
  | This
  | Super
  | Imported
  | Global
  | VariableRead
  | Join
  | LoopJoin
  | Refined
  | Write
  | After
  | Same
  | WithDefault
  | Rest
  | Typed
  | Named
  | Jsx
  | Opaque;

interface Base {
  /** The function to which it belongs. */
  readonly in: FunctionId;
  /** Offsets of the smallest expression that has the value, without brackets and type assertions around it. */
  readonly start: number;
  readonly end: number;
  /**
   * What the caller supplies of it: a bit for each of the first parameters, and {@link dependsOnThis}, {@link dependsOnOuter},
   * {@link dependsOnMore}. A value that depends on nothing is the same in every call of its function.
   */
  readonly depends: number;
}

/** Parameters from this one on share {@link dependsOnMore}. */
export const parameterBits = 24;
export const dependsOnMore = 1 << 24;
export const dependsOnThis = 1 << 25;
/** It depends on variables, `this` or parameters of a function around its own. */
export const dependsOnOuter = 1 << 26;
/** It may depend on all that a caller supplies. */
export const dependsOnAll = (1 << 27) - 1;

/** Where a name stands whose value was made elsewhere: what is not known of it is told here. */
export interface Spot {
  readonly start: number;
  readonly end: number;
}

export interface Literal extends Base {
  readonly kind: "literal";
  /** `bigint` as its text with an `n`. */
  readonly value: string | number | boolean | null | undefined;
  /** Numbers as they are written; `bigint` too. */
  readonly text?: string;
  /** Source offset of every UTF-16 unit of a string and of its end, where escapes make them differ from `start + 1 + index`. */
  readonly offsets?: readonly number[];
}

/** A regular expression. */
export interface Pattern extends Base {
  readonly kind: "pattern";
  readonly source: string;
  readonly flags: string;
}

/** A template, or operands of `+` of which one is surely a string: pieces of text and values in order. */
export interface Template extends Base {
  readonly kind: "template";
  readonly parts: readonly (TemplateText | ValueId)[];
  /** By part. Absent where none has one. */
  readonly spots?: readonly (Spot | undefined)[];
  /** The parts that are operands of `+`, by their index. Absent where none is. */
  readonly operands?: readonly number[];
}

export interface TemplateText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly offsets?: readonly number[];
}

/**
 * Operators: `! - + ~ typeof void` of one operand; `+ - * / % ** < > <= >= === !== == != in instanceof & | ^ << >> >>>` of two;
 * `&& || ??` of two, where the second counts only if the first says so; `,` gives the last.
 */
export interface Operation extends Base {
  readonly kind: "operation";
  readonly operator: string;
  readonly operands: readonly ValueId[];
  /** By operand. Absent where none has one. */
  readonly spots?: readonly (Spot | undefined)[];
}

export interface ObjectLiteral extends Base {
  readonly kind: "object";
  /** In the order of evaluation; later ones win. */
  readonly members: readonly ObjectMember[];
}

export type ObjectMember =
  | {
      readonly kind: "value";
      readonly key: Key;
      readonly keyStart: number;
      readonly keyEnd: number;
      readonly value: ValueId;
      readonly at?: Spot;
    }
  /** The value is a function. */
  | {
      readonly kind: "getter" | "setter";
      readonly key: Key;
      readonly keyStart: number;
      readonly keyEnd: number;
      readonly value: ValueId;
    }
  | { readonly kind: "spread"; readonly value: ValueId; readonly at?: Spot };

/** A static name, or the value of a computed key. `#name` for private names. */
export type Key = string | ValueId;

export interface ArrayLiteral extends Base {
  readonly kind: "array";
  readonly elements: readonly Argument[];
}

export interface FunctionValue extends Base {
  readonly kind: "function";
  readonly function: FunctionId;
}

export interface ClassValue extends Base {
  readonly kind: "class";
  readonly class: ClassId;
}

/** A read of a member, of the version of the object at that place. */
export interface Member extends Base {
  readonly kind: "member";
  readonly object: ValueId;
  readonly key: Key;
  readonly keyStart: number;
  /** `?.`, here or further to the left: where the object is null or undefined, the value is undefined. */
  readonly optional: boolean;
}

export interface Call extends Base {
  readonly kind: "call";
  readonly how: "call" | "new" | "tagged" | "import" | "super";
  readonly callee: ValueId;
  /** `this` of the call: the object of a callee that is a member. */
  readonly receiver?: ValueId;
  readonly arguments: readonly Argument[];
  readonly optional: boolean;
  /** The callee as written: `patch` of `api.patch(…)`. */
  readonly calleeStart: number;
  readonly calleeEnd: number;
  readonly typeArguments: readonly TypeId[];
  readonly guard: GuardId;
  /** The innermost loop around it in its function, or −1. */
  readonly loop: number;
  /** Nobody waits for it where it stands: of an asynchronous function, the rest runs later. */
  readonly isLeftRunning?: true;
}

export interface Argument {
  readonly value: ValueId;
  readonly spread: boolean;
  readonly at?: Spot;
}

/** `await`, and the value of `yield`: that of its operand. */
export interface Await extends Base {
  readonly kind: "await";
  readonly value: ValueId;
}

/** An element of what is iterated: `for (x of …)`, array patterns of what is no array literal; the keys of `for (x in …)`. */
export interface Element extends Base {
  readonly kind: "element";
  readonly of: ValueId;
  readonly what: "element" | "key";
  readonly index?: number;
}

/** A parameter as the caller gave it; patterns and defaults are `member`, `withDefault` and `rest` on it. */
export interface Parameter extends Base {
  readonly kind: "parameter";
  readonly index: number;
  readonly rest: boolean;
  readonly name?: string;
  readonly type?: TypeId;
}

/** `this` when the function begins. `arguments` and `new.target` are `opaque`. */
export interface This extends Base {
  readonly kind: "this";
}

/** `super` in `super.member`. */
export interface Super extends Base {
  readonly kind: "super";
}

export interface Imported extends Base {
  readonly kind: "imported";
  readonly import: number;
}

/** A name that nothing in the file declares. */
export interface Global extends Base {
  readonly kind: "global";
  readonly name: string;
}

/** A read of a variable that functions share: of a function around this one, or of one that other functions assign. */
export interface VariableRead extends Base {
  readonly kind: "variable";
  readonly variable: VariableId;
  /** The guard under which the read stands: what the code has asked of the variable before. */
  readonly guard: GuardId;
}

/** Where ways meet: one of the sides, each under its guard, of which exactly one holds. */
export interface Join extends Base {
  readonly kind: "join";
  readonly sides: readonly { readonly value: ValueId; readonly guard: GuardId; readonly at?: Spot }[];
}

/** What a variable holds when a loop's round begins: at first `initial`, then `next`. */
export interface LoopJoin extends Base {
  readonly kind: "loop";
  readonly initial: ValueId;
  readonly next: ValueId;
  readonly loop: number;
}

/** A value of which a condition has been asked, on the way where it holds or does not. */
export interface Refined extends Base {
  readonly kind: "refined";
  readonly value: ValueId;
  readonly condition: ValueId;
  readonly holds: boolean;
}

/** The version of an object after an assignment to one of its members, or `delete`. */
export interface Write extends Base {
  readonly kind: "write";
  readonly object: ValueId;
  readonly key: Key;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Absent for `delete`. */
  readonly value?: ValueId;
  readonly at?: Spot;
  /** Nothing is assigned: the object that the member holds has another version. A member that may not be there still may not. */
  readonly isKept?: true;
  /** It is assigned to `super`: setters are looked for above the class. */
  readonly isSuper?: true;
  readonly guard: GuardId;
}

/** {@link After.argument} of a call that was not given the object: what the caller gave to be called may have it. */
export const heldElsewhere = -2;

/** What an `after` says of an object that was assigned to a member: its setter was given it. */
export const assignedToMember = -3;

/** What an `after` says of an object that functions change under more names than are followed. */
export const underMany = -4;

/** The version of an object after a call that it was given to as an argument, or that was a call of one of its methods. */
export interface After extends Base {
  readonly kind: "after";
  readonly object: ValueId;
  /** The call; of what was {@link assignedToMember}, the write; of what is changed {@link underMany} names, the reason. */
  readonly call: ValueId;
  /** −1: it was the receiver; else the number of the argument, or one of {@link heldElsewhere}, {@link assignedToMember}, {@link underMany}. */
  readonly argument: number;
  /** Where the object was in what was given, if it was not that itself: `headers` of `f({ headers })`; `*` for a computed key. */
  readonly path?: readonly string[];
}

/**
 * The version of an object after a change of another value that may be it: what a call gave that had the object, or part of a copy. If `as` was the
 * object, it is `then` now.
 */
export interface Same extends Base {
  readonly kind: "same";
  readonly object: ValueId;
  readonly as: ValueId;
  readonly then: ValueId;
  /** Either may hold the other. */
  readonly within?: true | undefined;
}

/** `value`, or `otherwise` where it is undefined: defaults of parameters and patterns. */
export interface WithDefault extends Base {
  readonly kind: "withDefault";
  readonly value: ValueId;
  readonly otherwise: ValueId;
}

/** What a pattern leaves: an object without some keys, or an array from some element on. */
export interface Rest extends Base {
  readonly kind: "rest";
  readonly of: ValueId;
  readonly without: readonly Key[];
  readonly from?: number;
}

/** A value whose type is declared: an annotated variable, `as`, `satisfies`. */
export interface Typed extends Base {
  readonly kind: "typed";
  readonly value: ValueId;
  readonly type: TypeId;
  /** `present`: `x!`, which is neither null nor undefined. */
  readonly how: "declared" | "as" | "satisfies" | "present";
}

/**
 * A value under the name of the variable that it was assigned to: names tell tokens and clients apart. Literals, functions, classes, objects and
 * arrays need none.
 */
export interface Named extends Base {
  readonly kind: "named";
  readonly value: ValueId;
  readonly name: string;
}

/** An element of JSX. `children` are expressions and elements inside it. */
export interface Jsx extends Base {
  readonly kind: "jsx";
  /** A component, or the name of an element. */
  readonly tag: ValueId | string;
  readonly attributes: ValueId;
  readonly children: readonly ValueId[];
}

/** Something that is not followed: a reason in words, with the operands that it reads. */
export interface Opaque extends Base {
  readonly kind: "opaque";
  readonly reason: string;
  readonly operands: readonly ValueId[];
}
