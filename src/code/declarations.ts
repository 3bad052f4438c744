import type { ClassId, FunctionId, GuardId, TypeId, ValueId, VariableId } from "./graph";
import type { Key } from "./values";

/** What a file declares: functions, classes, shared variables; conditions and loops. */

export interface FunctionCode {
  readonly kind: "module" | "function" | "arrow" | "method" | "constructor" | "getter" | "setter" | "field" | "static";
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The function around it, or −1 for the top level. */
  readonly outer: FunctionId;
  readonly class?: ClassId;
  /** The value that it is, where it is one; class members have none. */
  readonly value?: ValueId;
  readonly parameters: readonly ParameterCode[];
  readonly async: boolean;
  readonly generator: boolean;
  /** What it returns, joined over its ways; `undefined` where nothing completes. */
  readonly result: ValueId | undefined;
  /** What it yields. */
  readonly yields: readonly ValueId[];
  readonly returnType?: TypeId;
  /** The names of its type parameters, where it has some. */
  readonly typeParameters?: readonly string[];
  /**
   * What the objects that it was given are when it ends: the last version of each parameter whose object it writes to, and of `this`. The
   * versions are joined over all ways that end it.
   */
  readonly leaves: readonly { readonly what: number | "this"; readonly value: ValueId }[];
  /** Shared variables that it assigns or whose objects it writes to, those of functions inside it included. */
  readonly assigns: readonly VariableId[];
  /** Whether it surely never returns: it throws on all ways. */
  readonly throws: boolean;
  /** Type predicates and assertion functions: `asserts x`, `x is T`. The index of the parameter, or −1 for `this`. */
  readonly asserts?: { readonly parameter: number; readonly type?: TypeId; readonly always: boolean };
  readonly decorators: readonly ValueId[];
  readonly calls: readonly ValueId[];
  readonly demands: readonly Demand[];
}

/** A read of a member of a parameter: where nothing is given, the function ends there. */
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
  /** `constructor(private http: Http)`: it is a field too. */
  readonly field: boolean;
  readonly decorators: readonly ValueId[];
}

export interface ClassCode {
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
  /** The function in which it is made. */
  readonly in: FunctionId;
  readonly value: ValueId;
  readonly heritage?: ValueId;
  readonly implements: readonly TypeId[];
  readonly abstract: boolean;
  readonly members: readonly ClassMember[];
  readonly constructorFunction?: FunctionId;
  /** What any method assigns to a field of `this`, its constructor excluded, whenever that is. */
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
  /** No subclass has another one, and nobody outside the class sees it: `private`, or a name with `#`. */
  readonly private: boolean;
  readonly readonly: boolean;
  /** The code: of a field, a function of the kind `field` that returns its initial value. Absent for declarations. */
  readonly function?: FunctionId;
  readonly type?: TypeId;
  readonly optional: boolean;
  readonly decorators: readonly ValueId[];
}

/** `this.a.b = value`: the path from `this`; the value belongs to the function that writes. */
export interface FieldWrite {
  readonly path: readonly Key[];
  /** Absent for `delete`. For a call of a method on the field, the version of the field's object after the call. */
  readonly value?: ValueId;
  /** Nothing is assigned: it is a call of a method on the field. */
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
  /** The values that are assigned to it, anywhere, in the order of the text; the initial one first, `undefined` of `let x;` included. */
  readonly assigned: readonly { readonly value: ValueId; readonly in: FunctionId; readonly guard: GuardId }[];
  /** The version that the owner leaves when it ends: of a variable that the owner alone assigns. */
  readonly last?: ValueId;
  /** Versions of its object that other functions make through it, by assignments to members and by calls. */
  readonly changed: readonly { readonly value: ValueId; readonly in: FunctionId; readonly guard: GuardId }[];
  readonly type?: TypeId;
}

/** A condition on the way to something, in the function of the condition: it holds, or does not, and `outer` before it. */
export interface Guard {
  readonly condition: ValueId;
  readonly holds: boolean;
  readonly outer: GuardId;
}

export interface Loop {
  readonly start: number;
  readonly end: number;
  readonly outer: number;
  /** It has a `break`, `return` or `throw` inside, or a condition that its rounds may change. */
  readonly mayEndEarly: boolean;
  /** Of a loop over something: what that is before it, what a round begins with, and the condition that there is another round. */
  each?: { readonly of: ValueId; readonly element: ValueId; readonly another: ValueId };
}
