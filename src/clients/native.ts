import type { NameWords } from "./name-words";
import type TS from "typescript";
import type { Range } from "../text/range";
import type { OpaqueValue, Value } from "../value/value";

/**
 * A function, object or class that is known without its source: a global, a library's export, a client instance.
 *
 * The engine receives it as an `OpaqueValue` whose `handle` is the native (see `opaque`). Results have the same form, so a native may return natives:
 * `axios.create({...})` returns the instance's native.
 */
export interface Native {
  /** For messages and `restraint requests`: `axios`, `octokit.rest.repos`. */
  readonly label: string;
  /** Also the class name for `instanceof` and types, if it has one. */
  readonly class?: string;
  /** Number of chained calls that led to it. The same call on another link of the chain yields another native. */
  readonly chainLength?: number;
  /** @returns the value of a property; undefined if it is not known. */
  get?(name: string, at: Range): Value | undefined;
  /** @returns the result of a call, which may be an unknown value. */
  call?(call: NativeCall): Value;
  /** `new X(...)`. */
  construct?(call: NativeCall): Value;
  /** For a class: what an injector has for it. */
  readonly injected?: () => Native;
  /**
   * The value that `await` yields, and that callbacks of `then` get. Absent: the native itself, as natives return the resolved value. A client whose chain is
   * sent only when it is awaited (`superagent.patch(url).set(...)`) sends here; the engine also awaits what a function returns. `node` is then the awaited
   * expression's call.
   */
  await?(call: NativeCall): Value;
  /** Calls of its methods build the request in place, before one of them sends it. */
  readonly isBuilt?: true;
  /**
   * For a request that is built in place. A function that begins one begins another for each of its calls.
   *
   * @param node the call of that function.
   * @returns a request that continues from here, and is built by the code around that call.
   */
  begun?(node: NativeCall["node"]): Native;
  /** A call mutates its first argument, and returns it: `merge(target, source)`. */
  readonly changesFirst?: true;
  /**
   * For values that are changed in steps, each step a new native (`params = params.append(…)`): merges natives into one, as conditional steps lead to more of
   * them than are kept apart. Returns `undefined` if one of them is of another kind.
   */
  join?(others: readonly Native[]): Native | undefined;
  /** The member through which the others send. If a class of the program overrides it, the override decides what all of them send: see `instead`. */
  readonly through?: { readonly member: string; readonly instead: Native };
  /** Where a value is this client or the one that it may be, such as a function that callers hand in or the global `fetch`, it counts as this one alone. */
  readonly mayBe?: (other: Native) => boolean;
  /** Members of what it returns send: `useMutation(…).mutate`. */
  readonly givesSenders?: true;
  /** It creates, reads or fills a slot. The engine does that, without a call of `call` or `construct`. */
  readonly slot?: SlotUse;
  /** Assignment to a property: `api.defaults.baseURL = x`. `maybe`: it is conditional, or in a function that may run at any time. */
  set?(name: string, value: Value, presence: "always" | "maybe"): void;
}

/**
 * How a function uses a slot: a place that some code fills and other code reads, at unknown times. Numbers are indices of arguments.
 *
 * - `make`: creates a slot, such as a context of React. It holds the argument `initial`, if it has one, as long as nothing fills it.
 * - `read`: returns the contents of a slot, passed through the function `select` if it has one; `otherwise` if nothing fills the slot.
 * - `fill`: puts a value into a slot.
 * - `inject`: returns the instance of a class, or the contents of a slot, that an injector has for a token. A type argument says what the token stands for.
 */
export type SlotUse =
  | { readonly does: "make"; readonly initial?: number }
  | { readonly does: "read"; readonly slot: number; readonly otherwise?: number; readonly select?: number }
  | { readonly does: "fill"; readonly slot: number; readonly value: number }
  | { readonly does: "inject"; readonly token: number };

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
  /** The arguments for a call that only passes them on: the contents of objects, lists and functions are left out. */
  readonly passed: readonly Value[];
  /** No code is known that awaits it: a function returns the request that it began to its caller, which may change it. */
  readonly isHandedBack?: true;
  /** The call has several possible callees, so that this one may not run. */
  readonly isOneOfSeveral: boolean;
  /** The callee's own name (`patch` in `api.patch(...)`) in the file under analysis, and the whole call. */
  readonly calleeRange: Range;
  readonly range: Range;
  /** The call's node; it is in another file if `range` is not its own. */
  readonly node: TS.CallExpression | TS.NewExpression | TS.TaggedTemplateExpression;
  /** @returns the result of a function value (a callback argument) for these arguments. */
  invoke(callback: Value, args: readonly Value[]): Value;
  /** Like `invoke`, for a result that is only passed on. */
  pass(callback: Value, args: readonly Value[]): Value;
  /** Like `invoke`, also with the arguments after the call: a function may mutate its arguments, and return nothing. */
  changing(callback: Value, args: readonly Value[]): { readonly result: Value; readonly arguments: readonly Value[] };
  /** @returns a copy of values to pass on, with all that is known of them: see `WayOfCopying`. */
  copy(way: WayOfCopying, args: readonly Value[]): Value;
  /** @returns an unknown value of the call's type argument at an index, if it has one. */
  ofTypeArgument(index: number, reason: string): Value;
  /**
   * Records that the call sends a request. The engine adds an id, and what only it knows: earlier requests, the loop, the wrapper on the path.
   *
   * @returns the id, for the origins of the answer's parts.
   */
  send(draft: RequestDraft): number;
  /** Like `send`, but the request is described when it is listed: most calls are evaluated only for their results, in more contexts than have a row. */
  sendLater(describe: () => RequestDraft): number;
}

/** A client's description of the request that a call sends. The engine passes it on to the analysis. */
export type RequestDraft = object;

/** A loop, or a call that runs its callback any number of times. */
export interface Loop extends Range {
  /** The loop may end early, perhaps because of what a round found. */
  readonly mayEndEarly: boolean;
}

/** A request that the engine found, with what only the engine knows. */
export interface Sent {
  readonly id: number;
  readonly draft: RequestDraft;
  readonly range: Range;
  readonly calleeRange: Range;
  /** The call that sends it, and the call in the analysed file that leads to it, which may be the same. */
  readonly node: TS.Node;
  readonly site: TS.Node;
  /** The functions that run between `site` and `node`, innermost first, each with the call that runs it. */
  readonly callers: readonly Caller[];
  /** The request depends on what callers of the function around `site` supply. */
  readonly isOpen: boolean;
  /** @returns the known calls that run the function around `site`, in all files. */
  readonly around: () => readonly Run[];
  /** Ids of requests that are surely sent before it in the same run of the function. */
  readonly earlier: () => readonly number[];
  readonly loop?: Loop;
  readonly tagsInScope: readonly string[];
  /** The call chain to it, from the call in the analysed file inwards. */
  readonly path: readonly TS.Node[];
  /** Set if no call sends it: it is what a client that the file creates sends with every request. Calls of a library's client may add anything to it. */
  readonly specimen?: "library" | "own";
}

/** A function that runs, and the node that runs it: its call, or a call that gets it as a callback. */
export interface Caller {
  readonly code: TS.Node;
  readonly call: TS.Node;
}

/** A call that runs a function, directly or as a callback. */
export interface Run extends Caller {
  /** The function is an argument of the call. */
  readonly isGiven: boolean;
  /** The request then depends on what callers of the function around this call supply. */
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

/** The source of natives. Look-ups return `undefined` for unknown names. */
export interface Library {
  /** A global that is not shadowed: `fetch`. */
  global(name: string): Native | undefined;
  /** The namespace of a module: its `get("default")`, `get("create")` are the exports. */
  module(specifier: string): Native | undefined;
  /** Whether the library knows clients in a module. */
  sends(specifier: string): boolean;
  /** An instance of a declared type, for parameters and fields: `AxiosInstance` of `axios`. */
  type(name: string, from: TypeOrigin): Native | undefined;
  /** The value that a framework passes to a function as its first parameter. */
  handed?(node: TS.FunctionLikeDeclaration): Native | undefined;
  /** The native of an object literal that declares a request for other code to send. It is called with the object. */
  declared?(node: TS.ObjectLiteralExpression): Native | undefined;
  /** A dotted expression of an unknown value that is a client by convention or configuration: `context.octokit`, `api.update`. */
  named(expression: string): Native | undefined;
  /** The native that the configuration describes for a dotted callee, whatever its value. Absent if it describes none. */
  described?(expression: string): Native | undefined;
  /** Names of declared types, and of values, that the configuration refers to. The trail of a value includes those of its type. */
  readonly typeNames: ReadonlySet<string>;
  /**
   * Names of globals, members and types: a text that uses a client without importing a module that sends contains one of them. Absent if they were not
   * collected: any text may then use a client.
   */
  readonly words?: NameWords;
}

/**
 * How standard objects appear in snapshots, beyond what `Value` says. `Headers`, `URLSearchParams` and `FormData` are objects of that `class`, whose members
 * are the fields. A `URL` has the class `URL`, a member `href` (its original text with later path changes) and `searchParams` (all current parameters,
 * including those of the text). Others have their class. The result of `JSON.stringify` is `stringified` if its value is not fully known, or no scalar.
 */
export interface Stringified {
  /** The serialised value, as it was at that moment. */
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
