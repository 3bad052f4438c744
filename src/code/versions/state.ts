import type TS from "typescript";
import type { ClassCode, FunctionCode, Guard, Loop, ParameterCode, Variable } from "../declarations";
import type { ClassId, FunctionId, GuardId, TypeId, ValueId, VariableId } from "../graph";
import type { DeclaredType, Export, Import, TypeNode } from "../types";
import type { Spot, ValueNode } from "../values";
import type { Asked } from "./asked";
import type { Content } from "./contents";
import type { Names } from "../names/names";
import type { Binding } from "../names/scopes";
import type { Observed } from "./closures";
import type { Thunk } from "./thunks";

/** What the builder knows while it walks a file, and the making of values. */

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** How expressions and statements are walked, by the kind of their node: the table refers to the rooms, and they only to this. */
export interface Walkers {
  readonly expressions: readonly ExpressionWalker[];
  readonly statements: readonly (StatementWalker | undefined)[];
}

export type ExpressionWalker = (build: Build, node: never) => ValueId;
export type StatementWalker = (build: Build, node: never) => void;

/** A way out of a function, a loop or a branch: what has changed since its beginning, and the conditions at its end. */
export interface State {
  readonly changes: ReadonlyMap<number, number>;
  readonly guard: GuardId;
}

/** Where the journal, the values and the thunks stood when a branch began. */
export interface Mark {
  readonly journal: number;
  readonly values: number;
  readonly thunks: number;
}

/** A statement that `break` or `continue` leave. */
export interface Target {
  readonly labels: readonly string[];
  readonly kind: "loop" | "switch" | "block";
  readonly mark: Mark;
  readonly breaks: State[];
  readonly continues: State[];
}

/** An object that the caller gave: the parameter, or `this`. */
export interface Input {
  readonly what: number | "this";
  readonly root: ValueId;
}

/** A way that ends the function: the versions of its inputs there. */
export interface Exit {
  readonly versions: readonly number[];
  readonly guard: GuardId;
}

/** The function that is walked. */
export interface FunctionState {
  readonly id: FunctionId;
  readonly node: TS.Node;
  readonly code: Mutable<FunctionCode>;
  readonly parameters: ParameterCode[];
  readonly inputs: Input[];
  readonly exits: Exit[];
  readonly returns: { value: ValueId; guard: GuardId }[];
  readonly yields: ValueId[];
  readonly calls: ValueId[];
  /** By parameter: the ways on which a member of it was read. */
  readonly demanded: Map<ValueId, Set<GuardId>>;
  readonly targets: Target[];
  readonly globals: Map<string, ValueId>;
  readonly imported: Map<number, ValueId>;
  /** The class whose fields its `this` has, if it is none of its constructors. */
  readonly fieldsOf: ClassId | undefined;
  self: ValueId;
  /** Counts what may run code of other functions. */
  epoch: number;
  labels: string[];
}

/** Members of a class that refer to functions, while it is walked. */
export interface Pending {
  readonly node: TS.Node;
  readonly id: FunctionId;
  readonly fieldsOf: ClassId | undefined;
}

export interface Build {
  readonly ts: typeof TS;
  readonly file: TS.SourceFile;
  readonly text: string;
  readonly names: Names;
  readonly walkers: Walkers;
  readonly values: ValueNode[];
  readonly nodes: (TS.Node | undefined)[];
  /** Of each value, the object of which it is a version: itself, if it is none. */
  readonly roots: ValueId[];
  /** What each variable holds, then which version each object has: a value, or a thunk below −1; −1 where there is nothing. */
  readonly slots: number[];
  /** Where the slots of objects begin. */
  readonly base: number;
  readonly journal: number[];
  readonly thunks: Thunk[];
  /** By node: the thunk of which it was made. */
  readonly thunkOf: Map<ValueId, number>;
  /** All that is assigned within `try`: slot, value. */
  readonly log: number[];
  tries: number;
  readonly guards: Guard[];
  readonly loops: Loop[];
  readonly functions: FunctionCode[];
  readonly classes: Mutable<ClassCode>[];
  readonly variables: Mutable<Variable>[];
  readonly types: TypeNode[];
  readonly declaredTypes: DeclaredType[];
  readonly imports: Import[];
  readonly exports: Export[];
  readonly calls: ValueId[];
  readonly membersByName: Map<string, ValueId[]>;
  readonly typeIds: Map<TS.Node, TypeId>;
  /** By binding: the type that the variable is declared to have. */
  readonly bindingTypes: Map<number, TypeId>;
  readonly queue: Pending[];
  /** By binding: the variable in the graph, or −1. */
  readonly variableIds: readonly number[];
  /** The variable that an object is in, where its versions are changes of the variable. */
  readonly sharedRoots: Map<ValueId, VariableId>;
  /** What the owner of a shared variable left there before it read it as one. */
  readonly finals: Map<number, number>;
  /** Shared variables by the function that declares them. */
  readonly ownShared: ReadonlyMap<FunctionId, readonly Binding[]>;
  /** The values of functions and classes that statements declare, for exports of them. */
  readonly declared: Map<TS.Node, ValueId>;
  readonly parameterDecorators: Map<TS.Node, readonly ValueId[]>;
  /** By object and key: the last reads of a member that may be different objects. */
  readonly memberReads: Map<ValueId, Map<string, ValueId[]>>;
  /** By the first read of a member: what conditions ask of it. */
  readonly asked: Map<ValueId, Asked>;
  readonly readThis: (build: Build, node: TS.Node) => ValueId;
  /** By the value of a variable where a round begins: the variable. */
  readonly loopSlots: Map<ValueId, number>;
  /** By variable: its object as it was read last, under its name and type. */
  readonly views: Map<number, { readonly held: ValueId; readonly version: ValueId; readonly value: ValueId }>;
  readonly contents: Map<ValueId, Content[]>;
  readonly refreshing: Set<ValueId>;
  /** What is done when the top level has been walked. */
  readonly later: (() => void)[];
  /** The epoch in which a shared variable was read or assigned. */
  readonly epochs: number[];
  /** The epoch in which a function that may assign or change a variable was made; −1: none was. */
  readonly assigners: number[];
  readonly changers: number[];
  /** By function: the calls that are given it as it is written. */
  readonly givenTo: Map<FunctionId, ValueId[]>;
  /** Functions by the variable that names them, and those that may have been called. */
  readonly named: Map<number, FunctionId>;
  readonly called: Set<FunctionId>;
  /** Variables that a function reads which may have been called. */
  readonly observed: Map<number, Observed>;
  /** By a variable that others hold: where it was read last as functions may have changed it through those. */
  readonly told: Map<number, { readonly epoch: number; readonly guard: GuardId }>;
  /** Variables that a function which runs by itself may assign or change: an accessor, a conversion, a generator. */
  readonly anytime: Set<number>;
  /** For functions that use `this`, `arguments` or `super` of one around them. */
  readonly usesOuterThis: Set<FunctionId>;
  fn: FunctionState;
  guard: GuardId;
  loop: number;
  /** No way leads here. */
  dead: boolean;
  depth: number;
  /** Whether nothing was too deep to be walked. */
  isWhole: boolean;
}

/** Adds a value. Its node is the expression that has it. */
export function add(build: Build, value: ValueNode, node: TS.Node | undefined): ValueId {
  const id = build.values.length;
  build.values.push(value);
  build.nodes.push(node);
  build.roots.push(id);
  build.slots.push(id);
  return id;
}

/** Adds a version of an object: a value that stands for the same object as another one. */
export function addVersion(build: Build, value: ValueNode, of: ValueId, node: TS.Node | undefined): ValueId {
  const id = add(build, value, node);
  build.roots[id] = build.roots[of] ?? of;
  return id;
}

/** @returns where a node's first token begins. Most have no space or one before them. */
export function startOf(build: Build, node: TS.Node): number {
  const { pos } = node;
  const first = build.text.charCodeAt(pos);
  if (isToken(first)) return pos;
  if (first === 32 && isToken(build.text.charCodeAt(pos + 1))) return pos + 1;
  return node.getStart(build.file);
}

/** Whether a unit begins a token, and no comment, space or mark of a conflict. */
function isToken(unit: number): boolean {
  return unit > 32 && unit < 127 && unit !== 47 && unit !== 60 && unit !== 35;
}

/** @returns where an expression stands, if it is a name whose value was made elsewhere. */
export function spotOf(build: Build, node: TS.Expression, value: ValueId): { readonly at?: Spot } {
  const { ts } = build;
  let inner = node;
  while (ts.isParenthesizedExpression(inner) || ts.isNonNullExpression(inner)) inner = inner.expression;
  let made = build.values[value];
  if (made?.kind === "named") made = build.values[made.value];
  // The rest that a pattern leaves is made there.
  if (!ts.isIdentifier(inner) || made?.kind === "rest") return {};
  const start = startOf(build, inner);
  return made?.start === start ? {} : { at: { start, end: inner.end } };
}

/** @returns a literal that the text implies: `undefined` of `let x;`. */
export function implied(build: Build, value: string | number | boolean | undefined, node: TS.Node): ValueId {
  return add(
    build,
    { kind: "literal", in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0, value },
    node,
  );
}

/** @returns a value that is not followed. */
export function opaque(build: Build, reason: string, operands: readonly ValueId[], node: TS.Node): ValueId {
  return add(
    build,
    { kind: "opaque", in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0, reason, operands },
    node,
  );
}

/** Goes on at a place to which another way leads. */
export function revive(build: Build): void {
  build.dead = false;
}

/** @returns the value of an expression. */
export function evaluate(build: Build, node: TS.Expression): ValueId {
  const walker = build.walkers.expressions[node.kind] as (build: Build, node: TS.Node) => ValueId;
  return walker(build, node);
}
