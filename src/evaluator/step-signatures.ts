import type TS from "typescript";
import type { Value } from "../value/value";
import type { Completion } from "./flow/completion";
import type {
  Abstract,
  Activation,
  Arguments,
  Builtin,
  CallNode,
  Cell,
  Closure,
  Frame,
  FunctionNode,
  Item,
  NativeValue,
  Place,
  Reference,
  Unknown,
} from "./domain/domain";
import type { WayOfCopying } from "./builtins/copying";
import type { BuiltinClass } from "./domain/builtin-class";
import type { Machine } from "./machine";

/** The steps of evaluation that refer to each other; `steps.ts` puts them together. */
export interface Steps {
  expression(machine: Machine, frame: Frame, node: TS.Expression): Abstract;
  statement(machine: Machine, frame: Frame, node: TS.Statement): Completion | undefined;
  statements(machine: Machine, frame: Frame, nodes: readonly TS.Statement[], owner: TS.Node): Completion | undefined;
  set(machine: Machine, frame: Frame, target: Abstract, key: string | undefined, value: Abstract, node: TS.Node): void;
  assignValue(machine: Machine, frame: Frame, target: TS.Expression, value: Abstract): void;
  call(
    machine: Machine,
    frame: Frame,
    callee: Abstract,
    self: Abstract | undefined,
    args: Arguments,
    node: CallNode,
  ): Abstract;
  /** `new`: makes an instance of each class that a value may be. */
  construct(machine: Machine, frame: Frame, callee: Abstract, args: Arguments, node: CallNode): Abstract;
  /** Makes an instance of a class whose source is at hand. */
  instantiate(machine: Machine, frame: Frame, closure: Closure, args: Arguments, node: CallNode): Abstract;
  argumentsOf(machine: Machine, frame: Frame, nodes: readonly TS.Expression[] | undefined): Arguments;
  callSuper(machine: Machine, frame: Frame, args: Arguments, node: CallNode): void;
  /** Enters a callback that a builtin or a native calls. */
  invoke(machine: Machine, frame: Frame, callback: Abstract, args: readonly Abstract[], node: CallNode): Abstract;
  closure(machine: Machine, frame: Frame, node: Closure["node"], boundThis?: Abstract): Abstract;
  enumeration(machine: Machine, frame: Frame, node: TS.EnumDeclaration): Abstract;
  /** Assigns their values to the names of a pattern. */
  bind(machine: Machine, frame: Frame, pattern: TS.BindingName, value: Abstract): void;
  /** @returns the string that an object with a string form of its own turns into, `undefined` for others. */
  cellText(machine: Machine, cell: Cell, place: Place): Abstract | undefined;
  /** @returns the text of pieces of a query that are joined with `&`, some of which may not be there. */
  joinedQuery(machine: Machine, items: readonly Item[], made: TS.Node, place: Place): Abstract | undefined;
  /** @returns the function that an object or its class has under a name; `undefined` if there is none, or its source is not known. */
  ownFunction(machine: Machine, frame: Frame, self: Reference, key: string, node: TS.Node): Abstract | undefined;
  /** Turns an object into a primitive by functions of its own; `undefined` where it has none. */
  ownPrimitive(machine: Machine, self: Reference, hint: "string" | "default", place: Place): Abstract | undefined;
  /** Runs what turns objects into primitives, where the platform is given them. */
  convertPerhaps(machine: Machine, frame: Frame, values: readonly Abstract[], node: TS.Node): void;
  /** Runs the getters of a copied object. */
  withoutGetters(machine: Machine, frame: Frame, value: Abstract, node: TS.Node): Abstract;
  /** @returns a value as `JSON.stringify` sees it. */
  jsonForm(machine: Machine, frame: Frame, value: Abstract, node: TS.Node): Abstract;
  /** Runs the method that gives the iterator of an object; returns a function that runs the iterator's `next`. */
  iterated(machine: Machine, frame: Frame, value: Abstract, node: TS.Node): (() => void) | undefined;
  /** @returns a function that copies as a library's does. */
  copyingFunction(machine: Machine, way: WayOfCopying): Builtin;
  /** @returns the class of a library's object. */
  classNamed(name: string): BuiltinClass;
  settleNative(machine: Machine, frame: Frame, value: Abstract, node: TS.Node): Abstract;
  namespaceMember(machine: Machine, native: object, name: string, place: Place): Abstract | undefined;
  /** @returns the function that is a member of an unknown value, by the value's declared type. */
  methodOf(machine: Machine, frame: Frame, target: Unknown, key: string, node: TS.Node): Abstract | undefined;
  /** @returns the member that an object had when it escaped, if that is taken to be there still. */
  heldMember(machine: Machine, frame: Frame, target: Reference, key: string, node: TS.Node): Abstract | undefined;
  /** @returns the method of a name that the project adds to all strings. */
  addedToStrings(machine: Machine, key: string, place: Place): Abstract | undefined;
  /** @returns the stand-in for an unknown value whose functions are called. */
  receiverOf(machine: Machine, frame: Frame, value: Unknown): Abstract | undefined;
  /** @returns the stand-in for all instances of a class. */
  anyInstance(machine: Machine, closure: Closure): Abstract | undefined;
  /** @returns the stand-in for the `this` of a method that `methodOf` found. */
  asReceiver(machine: Machine, frame: Frame, self: Abstract): Abstract;
  /** Runs the top level of a file, unless that has been done. */
  runModule(machine: Machine, file: TS.SourceFile): unknown;
  importValue(machine: Machine, frame: Frame, specifier: TS.StringLiteralLike, name: string | undefined): Abstract;
  /** @returns the instance that stands for one that is assigned to what all code reads; other values as they are. */
  singletonValue(
    machine: Machine,
    frame: Frame,
    node: TS.BinaryExpression,
    owner: Abstract | undefined,
    value: Abstract,
  ): Abstract;
  toSnapshot(machine: Machine, value: Abstract, activation: Activation): Value;
  fromSnapshot(machine: Machine, value: Value, place: Place): Abstract;
  clientOf(machine: Machine, value: Unknown): NativeValue | undefined;
  declaredValue(machine: Machine, frame: Frame, node: TS.Node, place: Place): Abstract | undefined;
  /** @returns the value, with the names of its declared type added to its trail. */
  annotated(
    machine: Machine,
    value: Abstract,
    annotation: { readonly type?: TS.TypeNode | undefined; readonly name?: TS.BindingName },
  ): Abstract;
  unknownArguments(machine: Machine, frame: Frame, code: FunctionNode): Arguments;
  narrowTruth(machine: Machine, frame: Frame, node: TS.Expression, value: Abstract, truthy: boolean): void;
  templatePiece(machine: Machine, frame: Frame, node: TS.TemplateLiteralLikeNode): Abstract;
}
