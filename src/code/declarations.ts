import type { ClassId, FunctionId, GuardId, TypeId, ValueId, VariableId } from "./graph";
import type { Key } from "./values";

/** What a file declares: functions, classes, shared variables; conditions and loops. */

export interface FunctionCode {
  readonly kind: "module" | "function" | "arrow" | "method" | "constructor" | "getter" | "setter" | "field" | "static";
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The enclosing function, or −1 for the top level. */
  readonly outer: FunctionId;
  readonly class?: ClassId;
  /** Its function value; class members have none. */
  readonly value?: ValueId;
  readonly parameters: readonly ParameterCode[];
  readonly async: boolean;
  readonly generator: boolean;
  /** The returned values, joined over all paths; `undefined` if no path returns. */
  readonly result: ValueId | undefined;
  readonly yields: readonly ValueId[];
  readonly returnType?: TypeId;
  /** The names of its type parameters, if it has any. */
  readonly typeParameters?: readonly string[];
  /** The final version of each parameter's object that it changes, and of `this`, joined over all exits. */
  readonly leaves: readonly { readonly what: number | "this"; readonly value: ValueId }[];
  /** Shared variables that it, or a function inside it, assigns, or whose objects they change. */
  readonly assigns: readonly VariableId[];
  /** Whether it never returns: every path throws. */
  readonly throws: boolean;
  /** Type predicate or assertion: `x is T`, `asserts x`. `parameter` is an index, or −1 for `this`. */
  readonly asserts?: { readonly parameter: number; readonly type?: TypeId; readonly always: boolean };
  readonly decorators: readonly ValueId[];
  readonly calls: readonly ValueId[];
  readonly demands: readonly Demand[];
}

/** A read of a parameter's member: without an argument, the function throws there. */
export interface Demand {
  readonly parameter: ValueId;
  readonly read: ValueId;
  readonly guard: GuardId;
}

export interface ParameterCode {
  readonly name: string | undefined;
  readonly value: ValueId;
  readonly rest: boolean;
  readonly optional: boolean;
  readonly type?: TypeId;
  /** `constructor(private http: Http)`: also a field. */
  readonly field: boolean;
  readonly decorators: readonly ValueId[];
}

export interface ClassCode {
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The function that creates it. */
  readonly in: FunctionId;
  readonly value: ValueId;
  readonly heritage?: ValueId;
  readonly implements: readonly TypeId[];
  readonly abstract: boolean;
  readonly members: readonly ClassMember[];
  readonly constructorFunction?: FunctionId;
  /** Writes to fields of `this` by methods and their closures, not by the constructor's own code; in no known order. */
  readonly fieldWrites: readonly FieldWrite[];
  readonly decorators: readonly ValueId[];
}

export interface ClassMember {
  readonly kind: "method" | "getter" | "setter" | "field";
  readonly key: Key;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly static: boolean;
  readonly abstract: boolean;
  /** `private` or `#name`: subclasses do not override it, and code outside the class does not read it. */
  readonly private: boolean;
  /** `private`, `#name` or `protected`: only the class, its superclasses and its subclasses assign it. */
  readonly hidden: boolean;
  readonly readonly: boolean;
  /** Its code; for a field, a function of kind `field` that returns the initial value. Absent for declarations. */
  readonly function?: FunctionId;
  readonly type?: TypeId;
  readonly optional: boolean;
  readonly decorators: readonly ValueId[];
}

/** A write `this.a.b = value`. `path` starts at `this`; `value` belongs to the writing function. */
export interface FieldWrite {
  readonly path: readonly Key[];
  /** Absent for `delete`. For a method call on the field, the version of the field's object after the call. */
  readonly value?: ValueId;
  /** A method call on the field, not an assignment. */
  readonly isCall?: true;
  readonly in: FunctionId;
  readonly guard: GuardId;
}

export interface Variable {
  readonly name: string;
  /** The function that declares it. */
  readonly in: FunctionId;
  readonly kind: "const" | "let" | "var" | "function" | "class" | "parameter" | "import" | "enum" | "namespace";
  readonly start: number;
  /** All assigned values in the order of the text. The initial one is first, `undefined` for `let x;`. */
  readonly assigned: readonly { readonly value: ValueId; readonly in: FunctionId; readonly guard: GuardId }[];
  /** The version at the owner's end, if only the owner assigns the variable. */
  readonly last?: ValueId;
  /** Versions of its object, by writes and calls, that other functions create or may see. */
  readonly changed: readonly { readonly value: ValueId; readonly in: FunctionId; readonly guard: GuardId }[];
  readonly type?: TypeId;
}

/** A condition that holds, or fails, at a place of its function. `outer` is the enclosing guard. */
export interface Guard {
  readonly condition: ValueId;
  readonly holds: boolean;
  readonly outer: GuardId;
}

export interface Loop {
  readonly start: number;
  readonly end: number;
  readonly outer: number;
  /** Whether it has a `break` or `return` inside, or no condition before its rounds (`do`, `for (;;)`). */
  readonly mayEndEarly: boolean;
  /** Of a loop over a collection: the collection before the loop, the element of a round, and the condition of another round. */
  each?: { readonly of: ValueId; readonly element: ValueId; readonly another: ValueId };
}
