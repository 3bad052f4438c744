import type { NameWords } from "./name-words";
import type TS from "typescript";
import type { Range } from "../text/range";
import type { OpaqueValue, Value } from "../value/value";

/**
 * A function, object or class known without its source: a global, a library's export, a client instance.
 *
 * The engine gets it as an `OpaqueValue` whose `handle` is the native (see `opaque`). Results are passed the same way, so a native may
 * return natives: `axios.create({...})` gives the instance's native.
 */
export interface Native {
  /** For messages and `restraint requests`: `axios`, `octokit.rest.repos`. */
  readonly label: string;
  /** Also the class name that `instanceof` and types would show, where it has one. */
  readonly class?: string;
  /** How many calls in a chain led to it. The same call on another link of the chain gives another native. */
  readonly chainLength?: number;
  /** @returns the value of a property, or `undefined` where it is not known. */
  get?(name: string, at: Range): Value | undefined;
  /** @returns the result of a call, which may be an unknown value. */
  call?(call: NativeCall): Value;
  /** `new X(...)`. */
  construct?(call: NativeCall): Value;
  /**
   * The value that `await` gives, and that callbacks of `then` get. Absent: the native itself, as natives return the value of the promise. A
   * client whose chain is sent only when it is awaited (`superagent.patch(url).set(...)`) sends here: the engine also waits for
   * what a function returns. `node` is then the awaited expression's call.
   */
  await?(call: NativeCall): Value;
  /** A request that calls build before one of them sends it: each of them counts. */
  readonly isBuilt?: true;
  /**
   * For a request that calls build in place: the function that begins it begins another one for each of its calls.
   *
   * @param node the call of that function.
   * @returns one that goes on from here, and is built by the code around that call.
   */
  begun?(node: NativeCall["node"]): Native;
  /** A call changes its first argument, and gives that: `merge(target, source)`. */
  readonly changesFirst?: true;
  /**
   * For values changed step by step, each step a new native (`params = params.append(…)`): one that stands for this one and others, as
   * steps that are taken on conditions lead to more natives than are kept apart. `undefined` where another is of no such kind.
   */
  join?(others: readonly Native[]): Native | undefined;
  /**
   * The member through which the others send: a program's class that has one of its own in its place decides what all of them send, as `instead` says.
   */
  readonly through?: { readonly member: string; readonly instead: Native };
  /** It makes, reads or fills a slot: the engine does that, and `call` is not asked. */
  readonly slot?: SlotUse;
  /** Assignment to a property: `api.defaults.baseURL = x`. `maybe`: under a condition, or in a function that may run at any time. */
  set?(name: string, value: Value, presence: "always" | "maybe"): void;
}

/**
 * What a function does with a slot: a place that some code fills, and other code reads, and nobody knows when. Arguments are numbered.
 *
 * - `make`: a slot of its own, such as a context of React, with the argument that it holds where nothing fills it.
 * - `read`: what a slot holds, handed to the function `select`, if it has one; `otherwise` is what it gives where nothing fills the slot.
 * - `fill`: a slot holds the value from now on.
 */
export type SlotUse =
  | { readonly does: "make"; readonly initial: number }
  | { readonly does: "read"; readonly slot: number; readonly otherwise?: number; readonly select?: number }
  | { readonly does: "fill"; readonly slot: number; readonly value: number };

/** How a library copies: see `builtins/copying.ts`. */
export type WayOfCopying = "assign" | "cloneDeep" | "compact" | "merge" | "omit" | "pick";

/** An opaque value that stands for a native. */
export function opaque(native: Native, at: Range): OpaqueValue {
  return { kind: "opaque", label: native.label, range: at, handle: native };
}

/** @returns the native behind a value, if it is one. */
export function nativeOf(value: Value | undefined): Native | undefined {
  return value?.kind === "opaque" && isNative(value.handle) ? value.handle : undefined;
}

function isNative(handle: unknown): handle is Native {
  return typeof handle === "object" && handle !== null && "label" in handle;
}

export interface NativeCall {
  /** The arguments as they are at the call, frozen. A spread of an unknown value ends the list and sets `moreArguments`. */
  readonly arguments: readonly Value[];
  readonly moreArguments: boolean;
  /** The arguments for a call that only passes them on: objects, lists and functions are not looked into. */
  readonly passed: readonly Value[];
  /** Nobody is known who waits for it: a function gives what it begins to whoever calls that, who may change it. */
  readonly isHandedBack?: true;
  /** It calls one of several values, so that this one may not be called. */
  readonly isOneOfSeveral: boolean;
  /** The callee's own name (`patch` in `api.patch(...)`) in the file under analysis, and the whole call. */
  readonly calleeRange: Range;
  readonly range: Range;
  /** The call's node; of another file where `range` is not its own. */
  readonly node: TS.CallExpression | TS.NewExpression | TS.TaggedTemplateExpression;
  /** @returns what a function value (a callback argument) gives for these arguments. */
  invoke(callback: Value, args: readonly Value[]): Value;
  /** As `invoke`, for a result that is only passed on. */
  pass(callback: Value, args: readonly Value[]): Value;
  /** As `invoke`, and tells what the arguments are afterwards: a function may change what it gets, and return nothing. */
  changing(callback: Value, args: readonly Value[]): { readonly result: Value; readonly arguments: readonly Value[] };
  /** @returns a copy of values, with all that is known of them, to pass it on: see `WayOfCopying`. */
  copy(way: WayOfCopying, args: readonly Value[]): Value;
  /** An unknown value with a declared type. */
  ofType(type: TS.TypeNode | undefined, reason: string): Value;
  /**
   * Says that the call sends a request. The engine gives it an id, and what only it knows: the requests before it, the loop, the
   * wrapper through which it went.
   * @returns the id, for the origins of the answer's parts.
   */
  send(draft: RequestDraft): number;
  /**
   * As `send`; the request is described when somebody lists it: most calls are evaluated for what they give alone, in more contexts than have a
   * row.
   */
  sendLater(describe: () => RequestDraft): number;
}

/** A client's description of the request that a call sends. The engine does not look into it, and passes it on to the analysis. */
export type RequestDraft = object;

/** A loop, or a call that runs its callback any number of times. */
export interface Loop extends Range {
  /** The loop may end early, also because of what a round found. */
  readonly mayEndEarly: boolean;
}

/** A request that the engine found, with what only the engine knows of it. */
export interface Sent {
  readonly id: number;
  readonly draft: RequestDraft;
  readonly range: Range;
  readonly calleeRange: Range;
  /** The call that sends it, and the call in the analysed file through which it is reached, if another. */
  readonly node: TS.Node;
  readonly site: TS.Node;
  /** The functions that run around `node`, innermost first, each with its call. The last one has no known call in the file. */
  readonly callers: readonly Caller[];
  /** What is sent depends on what the callers of the function around `site` supply. */
  readonly isOpen: boolean;
  /** @returns the calls that run the function around `site`, as far as they are seen: those of other files, too. */
  readonly around: () => readonly Run[];
  /** Ids of requests surely sent before when the same function runs. */
  readonly earlier: () => readonly number[];
  readonly loop?: Loop;
  readonly tagsInScope: readonly string[];
  /** The calls that lead to it, from the call in the analysed file inwards. */
  readonly path: readonly TS.Node[];
  /** No call sends it: it is what a client that the file makes sends with every request. Calls of a library's client may add anything to it. */
  readonly specimen?: "library" | "own";
}

/** A function that runs, and the node that runs it: its call, or the call that is given it as a callback. */
export interface Caller {
  readonly code: TS.Node;
  readonly call: TS.Node;
}

/** A call that runs a function, or is given it and calls it back. */
export interface Run extends Caller {
  /** It is given the function. */
  readonly isGiven: boolean;
  /** What is sent then depends on what the callers of the function around this call supply. */
  readonly isOpen: boolean;
  /** @returns the calls that run the function around this call. */
  readonly around: () => readonly Run[];
}

/** Where a declared type comes from. */
export interface TypeOrigin {
  /** The package that declares it. */
  readonly module?: string | undefined;
  /** The namespace of its declaration: `calendar_v3` of `calendar_v3.Calendar`. */
  readonly namespace?: string | undefined;
  /** The name of the file that uses it. */
  readonly file: string;
}

/** The source of natives. Each look-up answers `undefined` for names that it does not know. */
export interface Library {
  /** A global that is not shadowed: `fetch`. */
  global(name: string): Native | undefined;
  /** The namespace of a module: its `get("default")`, `get("create")` are the exports. */
  module(specifier: string): Native | undefined;
  /** Whether the library has clients in a module. */
  sends(specifier: string): boolean;
  /** An instance of a declared type, for parameters and fields: `AxiosInstance` of `axios`. */
  type(name: string, from: TypeOrigin): Native | undefined;
  /** The value that a framework passes to a function as its first parameter. */
  handed?(node: TS.FunctionLikeDeclaration): Native | undefined;
  /** The native of an object literal that declares a request, whoever uses it. It is called with the object. */
  declared?(node: TS.ObjectLiteralExpression): Native | undefined;
  /** A dotted expression of an unknown value that is a client by convention or configuration: `context.octokit`, `api.update`. */
  named(expression: string): Native | undefined;
  /** What the configuration says of the callee of a dotted name, whatever its value. Absent where it describes none. */
  described?(expression: string): Native | undefined;
  /** Names of declared types, and of values, that the configuration asks for. Those of its type join the trail of a value. */
  readonly typeNames: ReadonlySet<string>;
  /**
   * Names of globals, members and types, of which each text has one that uses a client without importing a module that sends. Absent where nobody has put
   * them together: any word may be one then.
   */
  readonly words?: NameWords;
}

/**
 * How standard objects stand in snapshots, besides what `Value` says: `Headers`, `URLSearchParams` and `FormData` are objects of that `class` whose
 * members are the fields; a `URL` has the class `URL`, a member `href` (its text as made, with its path changes) and `searchParams` (all parameters, those of the text included, as they are
 * now); others have their class. What `JSON.stringify` gives of a value that is not fully known, or is no scalar, is `stringified`.
 */
export interface Stringified {
  /** The value that was written as JSON, as it was at that moment. */
  readonly json: Value;
}

/** The text that `JSON.stringify(json)` gives. */
export function stringified(json: Value, at: Range): OpaqueValue {
  return { kind: "opaque", label: "JSON text", range: at, handle: { json } satisfies Stringified };
}

/** @returns the argument of `JSON.stringify`, if a value is its result. */
export function stringifiedValue(value: Value): Value | undefined {
  if (value.kind !== "opaque" || typeof value.handle !== "object" || value.handle === null || !("json" in value.handle))
    return undefined;
  return (value.handle as Stringified).json;
}
