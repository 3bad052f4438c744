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

/** State of the builder while it walks a file, and functions that add values. */

export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Walkers of expressions and statements by node kind. They recurse through this interface, so none of them imports the table. */
export interface Walkers {
  readonly expressions: readonly ExpressionWalker[];
  readonly statements: readonly (StatementWalker | undefined)[];
}

export type ExpressionWalker = (build: Build, node: never) => ValueId;
export type StatementWalker = (build: Build, node: never) => void;

/** A path out of a function, loop or branch: the changes since its start, and the guard at its end. */
export interface State {
  readonly changes: ReadonlyMap<number, number>;
  readonly guard: GuardId;
}

/** Lengths of the journal, the values and the thunks at the start of a branch. */
export interface Mark {
  readonly journal: number;
  readonly values: number;
  readonly thunks: number;
}

/** A statement that `break` or `continue` may refer to. */
export interface Target {
  readonly labels: readonly string[];
  readonly kind: "loop" | "switch" | "block";
  readonly mark: Mark;
  readonly breaks: State[];
  readonly continues: State[];
}

/** An object that the caller supplies: a parameter, or `this`. */
export interface Input {
  readonly what: number | "this";
  readonly root: ValueId;
}

/** A path that ends the function, with the versions of the inputs there. */
export interface Exit {
  readonly versions: readonly number[];
  readonly guard: GuardId;
}

/** State of the function being walked. */
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
  /** By parameter: the guards under which one of its members was read. */
  readonly demanded: Map<ValueId, Set<GuardId>>;
  readonly targets: Target[];
  readonly globals: Map<string, ValueId>;
  readonly imported: Map<number, ValueId>;
  /** The class whose fields `this` has; undefined in its constructor, whose writes are not listed. */
  readonly fieldsOf: ClassId | undefined;
  self: ValueId;
  /** Counts the points at which code of other functions may run. */
  epoch: number;
  labels: string[];
}

/** A function whose body is still to be walked. */
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
  /** By value: the object of which it is a version; itself for a first version. */
  readonly roots: ValueId[];
  /** What each variable holds, then (from `base` on) the current version of each object: a value, a thunk below −1, or −1 for none. */
  readonly slots: number[];
  /** The first slot of an object. */
  readonly base: number;
  readonly journal: number[];
  readonly thunks: Thunk[];
  /** By value: the thunk that created it. */
  readonly thunkOf: Map<ValueId, number>;
  /** Assignments within `try`: slot and value in turn. */
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
  /** By root: the shared variable with which versions of the object are listed. */
  readonly sharedRoots: Map<ValueId, VariableId>;
  /** By variable: what its owner held before it first read the variable as shared. */
  readonly finals: Map<number, number>;
  /** Shared variables by the function that declares them. */
  readonly ownShared: ReadonlyMap<FunctionId, readonly Binding[]>;
  /** The values of functions and classes that statements declare, for exports of them. */
  readonly declared: Map<TS.Node, ValueId>;
  readonly parameterDecorators: Map<TS.Node, readonly ValueId[]>;
  /** By object and key: the last reads of a member that may yield different objects. */
  readonly memberReads: Map<ValueId, Map<string, ValueId[]>>;
  /** By the first read of a member: the conditions that test it. */
  readonly asked: Map<ValueId, Asked>;
  readonly readThis: (build: Build, node: TS.Node) => ValueId;
  /** By a loop's phi: its variable. */
  readonly loopSlots: Map<ValueId, number>;
  /** By variable: the last version read, under the name and type of the variable. */
  readonly views: Map<number, { readonly held: ValueId; readonly version: ValueId; readonly value: ValueId }>;
  readonly contents: Map<ValueId, Content[]>;
  readonly refreshing: Set<ValueId>;
  /** Actions deferred until the top level has been walked. */
  readonly later: (() => void)[];
  /** By variable: the epoch in which it was last read as shared, or assigned. */
  readonly epochs: number[];
  /** By variable: the first epoch with a function that may assign it, or change its object; −1 for none. */
  readonly assigners: number[];
  readonly changers: number[];
  /** By function: the calls that receive it as a function expression. */
  readonly givenTo: Map<FunctionId, ValueId[]>;
  /** By variable: the function that it names. */
  readonly named: Map<number, FunctionId>;
  readonly called: Set<FunctionId>;
  /** Captured variables of functions that may have been called. */
  readonly observed: Map<number, Observed>;
  /** By variable: where it was last read after applying changes that functions may have made through other holders of its object. */
  readonly told: Map<number, { readonly epoch: number; readonly guard: GuardId }>;
  /** Variables that an implicitly called function may assign or change: an accessor, a conversion, a generator. */
  readonly anytime: Set<number>;
  /** Functions that use `this`, `arguments` or `super` of an enclosing function. */
  readonly usesOuterThis: Set<FunctionId>;
  fn: FunctionState;
  guard: GuardId;
  loop: number;
  /** The current place is unreachable. */
  dead: boolean;
  depth: number;
  /** Whether all code was walked: none was nested too deeply. */
  isWhole: boolean;
}

/** Adds a value. `node` is the expression that has it. */
export function add(build: Build, value: ValueNode, node: TS.Node | undefined): ValueId {
  const id = build.values.length;
  build.values.push(value);
  build.nodes.push(node);
  build.roots.push(id);
  build.slots.push(id);
  return id;
}

/** Adds a version of an object: a value with the root of another one. */
export function addVersion(build: Build, value: ValueNode, of: ValueId, node: TS.Node | undefined): ValueId {
  const id = add(build, value, node);
  build.roots[id] = build.roots[of] ?? of;
  return id;
}

/** @returns the offset of a node's first token. Most nodes have at most one space before it. */
export function startOf(build: Build, node: TS.Node): number {
  const { pos } = node;
  const first = build.text.charCodeAt(pos);
  if (isToken(first)) return pos;
  if (first === 32 && isToken(build.text.charCodeAt(pos + 1))) return pos + 1;
  return node.getStart(build.file);
}

/** Whether a character surely begins a token: `/`, `<` and `#` may begin a comment, a conflict marker or a hashbang. */
function isToken(unit: number): boolean {
  return unit > 32 && unit < 127 && unit !== 47 && unit !== 60 && unit !== 35;
}

/** @returns the place of a name whose value was created elsewhere. */
export function spotOf(build: Build, node: TS.Expression, value: ValueId): { readonly at?: Spot } {
  const { ts } = build;
  let inner = node;
  while (ts.isParenthesizedExpression(inner) || ts.isNonNullExpression(inner)) inner = inner.expression;
  let source = build.values[value];
  if (source?.kind === "named") source = build.values[source.value];
  // The rest of a pattern keeps the place of the pattern.
  if (!ts.isIdentifier(inner) || source?.kind === "rest") return {};
  const start = startOf(build, inner);
  return source?.start === start ? {} : { at: { start, end: inner.end } };
}

/** @returns a literal that the text implies: `undefined` of `let x;`. */
export function implied(build: Build, value: string | number | boolean | undefined, node: TS.Node): ValueId {
  return add(
    build,
    { kind: "literal", in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0, value },
    node,
  );
}

/** @returns a value that is not analysed. */
export function opaque(build: Build, reason: string, operands: readonly ValueId[], node: TS.Node): ValueId {
  return add(
    build,
    { kind: "opaque", in: build.fn.id, start: startOf(build, node), end: node.end, depends: 0, reason, operands },
    node,
  );
}

/** Marks the current place as reachable: another path leads to it. */
export function revive(build: Build): void {
  build.dead = false;
}

/** @returns the value of an expression. */
export function evaluate(build: Build, node: TS.Expression): ValueId {
  const walker = build.walkers.expressions[node.kind] as (build: Build, node: TS.Node) => ValueId;
  return walker(build, node);
}
