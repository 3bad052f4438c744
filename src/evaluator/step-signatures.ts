import type TS from "typescript";
import type { Value } from "../value/value";
import type { Completion } from "./domain/completion";
import type {
  Abstract,
  Activation,
  Arguments,
  Builtin,
  Call,
  CallNode,
  Cell,
  Closure,
  Frame,
  FunctionNode,
  Item,
  MemberWrite,
  NativeValue,
  Place,
  Reference,
  Unknown,
} from "./domain/domain";
import type { WayOfCopying } from "../clients/native";
import type { BuiltinClass } from "./store/builtin-class";
import type { Program } from "./program";

/** What is known of a value by its declared type. */
interface TypeSteps {
  /** @returns the function that is a member of an unknown value, by the value's declared type. */
  methodOf(program: Program, frame: Frame, target: Unknown, key: string, node: TS.Node): Abstract | undefined;
  /** @returns the member that an object had when it escaped, if that is taken to be there still. */
  heldMember(program: Program, frame: Frame, target: Reference, key: string, node: TS.Node): Abstract | undefined;
  /** @returns the method of a name that the project adds to all strings. */
  addedToStrings(program: Program, key: string, place: Place): Abstract | undefined;
  /** @returns the stand-in for an unknown value whose functions are called. */
  receiverOf(program: Program, frame: Frame, value: Unknown): Abstract | undefined;
  /** @returns the stand-in for all instances of a class. */
  anyInstance(program: Program, closure: Closure): Abstract | undefined;
  /** @returns the stand-in for the `this` of a method that `methodOf` found. */
  asReceiver(program: Program, frame: Frame, self: Abstract): Abstract;
  clientOf(program: Program, value: Unknown): NativeValue | undefined;
  declaredValue(program: Program, frame: Frame, node: TS.Node, place: Place): Abstract | undefined;
  /** @returns the value, with the names of its declared type added to its trail. */
  annotated(
    program: Program,
    value: Abstract,
    annotation: { readonly type?: TS.TypeNode | undefined; readonly name?: TS.BindingName },
  ): Abstract;
}

/** Making classes, and instances of them. */
interface ClassSteps {
  /** Makes an instance of a class whose source is at hand. */
  instantiate(program: Program, frame: Frame, closure: Closure, args: Arguments, node: CallNode): Abstract;
  callSuper(program: Program, frame: Frame, args: Arguments, node: CallNode): void;
  enumeration(program: Program, frame: Frame, node: TS.EnumDeclaration): Abstract;
  closure(program: Program, frame: Frame, node: Closure["node"], boundThis?: Abstract): Abstract;
}

/** Classes of the platform and functions of libraries, for values that name them. */
interface BuiltinSteps {
  /** @returns the string that an object with a string form of its own turns into, `undefined` for others. */
  cellText(program: Program, cell: Cell, place: Place): Abstract | undefined;
  /** @returns the text of pieces of a query that are joined with `&`, some of which may not be there. */
  joinedQuery(program: Program, items: readonly Item[], made: TS.Node, place: Place): Abstract | undefined;
  /** @returns the class of a library's object. */
  classNamed(name: string): BuiltinClass;
  /** @returns a function that copies as a library's does. */
  copyingFunction(program: Program, way: WayOfCopying): Builtin;
}

/** Code that the language runs without a call. */
interface ImplicitSteps {
  /** @returns the function that an object or its class has under a name; `undefined` if there is none, or its source is not known. */
  ownFunction(program: Program, frame: Frame, self: Reference, key: string, node: TS.Node): Abstract | undefined;
  /** Turns an object into a primitive by functions of its own; `undefined` where it has none. */
  ownPrimitive(program: Program, self: Reference, hint: "string" | "default", place: Place): Abstract | undefined;
  /** Runs the conversions to primitives of a platform function's arguments. */
  convertPerhaps(program: Program, frame: Frame, values: readonly Abstract[], node: TS.Node): void;
  /** Runs the getters of a copied object. */
  withoutGetters(program: Program, frame: Frame, value: Abstract, node: TS.Node): Abstract;
  /** @returns a value as `JSON.stringify` sees it. */
  jsonForm(program: Program, frame: Frame, value: Abstract, node: TS.Node): Abstract;
  /** Runs the method that gives the iterator of an object; returns a function that runs the iterator's `next`. */
  iterated(program: Program, frame: Frame, value: Abstract, node: TS.Node): (() => void) | undefined;
}

/** What other files export. */
interface ModuleSteps {
  namespaceMember(program: Program, native: object, name: string, place: Place): Abstract | undefined;
  /** @returns the names of a module namespace's members, where all of them are known. */
  namespaceNames(program: Program, native: object): readonly string[] | undefined;
  importValue(program: Program, frame: Frame, specifier: TS.StringLiteralLike, name: string | undefined): Abstract;
  /** @returns the instance that stands for one that is assigned to what all code reads; other values as they are. */
  singletonValue(
    program: Program,
    frame: Frame,
    node: TS.BinaryExpression,
    owner: Abstract | undefined,
    value: Abstract,
  ): Abstract;
}

/** The steps of evaluation that refer to each other, those of one subject together; `steps.ts` puts them together. */
export interface Steps {
  expression(program: Program, frame: Frame, node: TS.Expression): Abstract;
  statement(program: Program, frame: Frame, node: TS.Statement): Completion | undefined;
  statements(program: Program, frame: Frame, nodes: readonly TS.Statement[], owner: TS.Node): Completion | undefined;
  set(program: Program, frame: Frame, write: MemberWrite, node: TS.Node): void;
  assignValue(program: Program, frame: Frame, target: TS.Expression, value: Abstract): void;
  call(program: Program, callee: Abstract, given: Call): Abstract;
  /** `new`: makes an instance of each class that a value may be. */
  construct(program: Program, frame: Frame, callee: Abstract, args: Arguments, node: CallNode): Abstract;
  argumentsOf(program: Program, frame: Frame, nodes: readonly TS.Expression[] | undefined): Arguments;
  /** Enters a callback that a builtin or a native calls. */
  invoke(program: Program, frame: Frame, callback: Abstract, args: readonly Abstract[], node: CallNode): Abstract;
  /** Assigns their values to the names of a pattern. */
  bind(program: Program, frame: Frame, pattern: TS.BindingName, value: Abstract): void;
  settleNative(program: Program, frame: Frame, value: Abstract, node: TS.Node): Abstract;
  toSnapshot(program: Program, value: Abstract, activation: Activation): Value;
  fromSnapshot(program: Program, value: Value, place: Place): Abstract;
  unknownArguments(program: Program, frame: Frame, code: FunctionNode): Arguments;
  templatePiece(program: Program, frame: Frame, node: TS.TemplateLiteralLikeNode): Abstract;
  readonly types: TypeSteps;
  readonly classes: ClassSteps;
  readonly builtins: BuiltinSteps;
  readonly implicit: ImplicitSteps;
  readonly modules: ModuleSteps;
}
