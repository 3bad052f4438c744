import type { ClassId, FunctionId, GuardId, TypeId, ValueId, VariableId } from "./graph";

/** A node of the graph: how a value is computed. */
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
  /** The function that computes it. */
  readonly in: FunctionId;
  /** Offsets of the expression, without parentheses and type assertions around it. */
  readonly start: number;
  readonly end: number;
  /**
   * Inputs that a caller supplies: one bit for each of the first parameters, and {@link dependsOnThis}, {@link dependsOnOuter}, {@link dependsOnMore}.
   * A value without bits is the same in every call of its function.
   */
  readonly depends: number;
}

/** Parameters from this one on share {@link dependsOnMore}. */
export const parameterBits = 24;
export const dependsOnMore = 1 << 24;
export const dependsOnThis = 1 << 25;
/** Depends on variables, `this` or parameters of an enclosing function. */
export const dependsOnOuter = 1 << 26;
/** May depend on everything that a caller supplies. */
export const dependsOnAll = (1 << 27) - 1;

/** Where a name is used whose value was created elsewhere: gaps of the value are reported here. */
export interface Spot {
  readonly start: number;
  readonly end: number;
}

export interface Literal extends Base {
  readonly kind: "literal";
  /** A `bigint` is its text with an `n`. */
  readonly value: string | number | boolean | null | undefined;
  /** Source text of a number or `bigint`. */
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

/** A template literal, or a chain of `+` with an operand that is surely a string: texts and values in order. */
export interface Template extends Base {
  readonly kind: "template";
  readonly parts: readonly (TemplateText | ValueId)[];
  /** By part. Absent if no part has one. */
  readonly spots?: readonly (Spot | undefined)[];
  /** Indexes of the parts that are operands of `+`. Absent if there are none. */
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
 * `&& || ??` of two, where the first decides whether the second is evaluated.
 */
export interface Operation extends Base {
  readonly kind: "operation";
  readonly operator: string;
  readonly operands: readonly ValueId[];
  /** By operand. Absent if no operand has one. */
  readonly spots?: readonly (Spot | undefined)[];
}

export interface ObjectLiteral extends Base {
  readonly kind: "object";
  /** In the order of evaluation; later members win. */
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

/** A static name (`#name` if private), or the value of a computed key. */
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

/** A read of a member from the current version of its object. */
export interface Member extends Base {
  readonly kind: "member";
  readonly object: ValueId;
  readonly key: Key;
  readonly keyStart: number;
  /** `?.` here, or earlier in the chain: the value is `undefined` if the object is nullish. */
  readonly optional: boolean;
}

export interface Call extends Base {
  readonly kind: "call";
  readonly how: "call" | "new" | "tagged" | "import" | "super";
  readonly callee: ValueId;
  /** `this` of the call: the object of a member callee. */
  readonly receiver?: ValueId;
  readonly arguments: readonly Argument[];
  readonly optional: boolean;
  /** Offsets of the callee's last name: `patch` of `api.patch(…)`. */
  readonly calleeStart: number;
  readonly calleeEnd: number;
  readonly typeArguments: readonly TypeId[];
  readonly guard: GuardId;
  /** The innermost loop around it within its function, or −1. */
  readonly loop: number;
  /** Not awaited in place: the rest of an asynchronous callee runs later. */
  readonly isLeftRunning?: true;
}

export interface Argument {
  readonly value: ValueId;
  readonly spread: boolean;
  readonly at?: Spot;
}

/** `await` or `yield`: stands for the value of its operand. */
export interface Await extends Base {
  readonly kind: "await";
  readonly value: ValueId;
}

/** An element of an iterable (`for (x of …)`, array patterns), or a key of `for (x in …)`. */
export interface Element extends Base {
  readonly kind: "element";
  readonly of: ValueId;
  readonly what: "element" | "key";
  readonly index?: number;
}

/** A parameter as the caller passes it. Patterns and defaults are `member`, `withDefault` and `rest` of it. */
export interface Parameter extends Base {
  readonly kind: "parameter";
  readonly index: number;
  readonly rest: boolean;
  readonly name?: string;
  readonly type?: TypeId;
}

/** `this` at the function's start. `arguments` and `new.target` are `opaque`. */
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

/** A name that the file does not declare. */
export interface Global extends Base {
  readonly kind: "global";
  readonly name: string;
}

/** A read of a shared variable: one of an enclosing function, or one that other functions assign. */
export interface VariableRead extends Base {
  readonly kind: "variable";
  readonly variable: VariableId;
  /** The guard at the read, for conditions that the code has tested on the variable. */
  readonly guard: GuardId;
}

/** A phi: one of the sides. Exactly one guard holds; if nothing decides between the sides, all guards are `always`. */
export interface Join extends Base {
  readonly kind: "join";
  readonly sides: readonly { readonly value: ValueId; readonly guard: GuardId; readonly at?: Spot }[];
}

/** A loop's phi, the value at the start of a round: `initial` in the first round, then `next`. */
export interface LoopJoin extends Base {
  readonly kind: "loop";
  readonly initial: ValueId;
  readonly next: ValueId;
  readonly loop: number;
}

/** A value narrowed by a condition that holds, or fails, at this place. */
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
  /** No assignment: the object in the member has a new version. A member that may be absent still may be. */
  readonly isKept?: true;
  /** Assigned through `super`: setters are searched above the class. */
  readonly isSuper?: true;
  readonly guard: GuardId;
}

/** {@link After.argument} if the call did not receive the object, but its callee may hold it: a function that the caller supplied along with the object. */
export const heldElsewhere = -2;

/** {@link After.argument} of an object assigned to a member whose setter received it. */
export const assignedToMember = -3;

/** {@link After.argument} of an object that functions change under more names than are tracked. */
export const underMany = -4;

/** The version of an object after a call that received it as an argument or as the receiver. */
export interface After extends Base {
  readonly kind: "after";
  readonly object: ValueId;
  /** The call; for {@link assignedToMember} the write, for {@link underMany} an opaque value with the reason. */
  readonly call: ValueId;
  /** The index of the argument, −1 for the receiver, or one of {@link heldElsewhere}, {@link assignedToMember}, {@link underMany}. */
  readonly argument: number;
  /** Path from the argument to the object: `headers` of `f({ headers })`, `*` for a computed key. Absent if the object is the argument. */
  readonly path?: readonly string[];
}

/**
 * The version of an object after a change of a possible alias, such as the result of a call that received the object. If `as` was the object, it is `then`
 * now.
 */
export interface Same extends Base {
  readonly kind: "same";
  readonly object: ValueId;
  readonly as: ValueId;
  readonly then: ValueId;
  /** One may also contain the other. */
  readonly within?: true | undefined;
}

/** `value`, or `otherwise` if it is undefined: defaults of parameters and patterns. */
export interface WithDefault extends Base {
  readonly kind: "withDefault";
  readonly value: ValueId;
  readonly otherwise: ValueId;
}

/** The rest of a pattern: an object without some keys, or an array from an index on. */
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

/** A value under the name of its variable: names distinguish tokens and clients. Literals, functions, classes, objects and arrays get none. */
export interface Named extends Base {
  readonly kind: "named";
  readonly value: ValueId;
  readonly name: string;
}

/** An element of JSX. `children` are expressions and elements inside it. */
export interface Jsx extends Base {
  readonly kind: "jsx";
  /** The value of a component, or the name of an element. */
  readonly tag: ValueId | string;
  readonly attributes: ValueId;
  readonly children: readonly ValueId[];
}

/** A value that is not analysed: the reason, and the operands that it reads. */
export interface Opaque extends Base {
  readonly kind: "opaque";
  readonly reason: string;
  readonly operands: readonly ValueId[];
}
