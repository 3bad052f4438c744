import type { FunctionId, ValueId } from "../../code/graph";
import type { Call } from "../../code/values";
import {
  arrayMethodOf,
  isCopyingClass,
  isIterating,
  isPromiseMethod,
  isReadingFunction,
  isReadingMethod,
  isReadingStatic,
  mayCall,
} from "../../syntax/built-ins";
import { isLogFunction, isLogging } from "../../syntax/logging";
import { readerName } from "../../syntax/readers";
import {
  addParts,
  gone,
  madeOf,
  none,
  noParts,
  otherParts,
  putInto,
  scalarParts,
  somewhere,
  type Made,
  type Parts,
} from "./parts";
import { globalName, isFields, methodOf, nodeOf, partsOf, resultOf, textOf, type Trial } from "./trial";
import { elementOf, keepContents, literal, spreadInto } from "./objects";

/** Effects of the calls in a hook on its argument, recognised by the names of built-ins and header fields. */

/** The effect of a call. */
export interface Meaning {
  readonly result: Parts;
  /** Values passed to unknown code, which may change and call them. */
  readonly gives: readonly ValueId[];
  /** What the call puts into an object that the hook has created; absent: unknown. */
  readonly leaves?: "as it was" | { readonly argument: number; readonly made: Made };
  /** What it writes to the hook's argument. */
  readonly writes?: readonly { readonly to: ValueId; readonly made: Made }[];
  /** The value with which the chain continues: the argument of `next`. */
  readonly goesOn?: ValueId;
}

/** Functions that change no argument, by names that mean so in every project. */
const quiet = /(?:^getUri|[lL]og(?:ger)?)$/u;
/** Methods that write a header field. Their first argument names it, or their own name does (`setFoo`). */
const writing = /^(?:append|delete|set(?<name>[A-Z]\w*)?)$/u;
/** @returns the effect of a call. Arguments of unknown code count as given away. */
export function interpret(trial: Trial, node: Call, id: ValueId): Meaning {
  const given = node.arguments.map(({ value }) => value);
  if (node.how === "new") return construction(trial, node, given);
  if (node.how === "tagged") return { result: otherParts(), gives: given };
  const callee = partsOf(trial, node.callee);
  if (callee.isNext) {
    const [first = gone, ...others] = given;
    return { result: otherParts(), gives: others, leaves: "as it was", goesOn: first };
  }
  const method = methodOf(trial, node);
  const name = globalName(trial, node.callee);
  if (isQuiet(trial, id, method ?? name)) return { result: otherParts(), gives: [], leaves: "as it was" };
  if (method !== undefined && node.receiver !== undefined)
    return methodCall(trial, { ...node, receiver: node.receiver }, method, given);
  if (name !== undefined && isReadingFunction(name)) return { result: otherParts(), gives: [], leaves: "as it was" };
  const result = noParts();
  for (const each of callee.functions) addParts(result, resultOf(trial, each));
  if (callee.isOther || callee.functions.size === 0) result.isOther = true;
  else for (const each of callee.functions) trial.called.add(each);
  return { result, gives: given };
}

function isQuiet({ ts, nodes }: Trial, id: ValueId, name: string | undefined): boolean {
  const node = nodes[id];
  if (name !== undefined && quiet.test(name)) return true;
  return node !== undefined && (isLogging(ts, node) || isLogFunction(ts, node) || readerName(ts, node) !== undefined);
}

function construction(trial: Trial, { callee }: Call, given: readonly ValueId[]): Meaning {
  const node = nodeOf(trial, callee);
  const name = node?.kind === "imported" ? trial.code.imports[node.import]?.name : (globalName(trial, callee) ?? "");
  const [first] = given;
  if (name?.endsWith("Headers")) {
    const result = noParts();
    madeOf(result, none);
    if (first !== undefined) spreadInto(trial, partsOf(trial, first), result);
    return { result, gives: [], leaves: "as it was" };
  }
  if (name === "Map" || name === "Set" || name === "Array") {
    const result = noParts();
    for (const each of given) keepContents(trial, partsOf(trial, each), result);
    return { result, gives: [], leaves: "as it was" };
  }
  return name !== undefined && isQuietClass(name) ? quietly(otherParts()) : { result: otherParts(), gives: given };
}

/** Whether instances keep no reference to the arguments. Every project's classes of errors count as such. */
function isQuietClass(name: string): boolean {
  return isCopyingClass(name) || name.endsWith("Error");
}

type MethodCall = Call & { readonly receiver: ValueId };

function methodCall(trial: Trial, node: MethodCall, method: string, given: readonly ValueId[]): Meaning {
  const owner = globalName(trial, node.receiver);
  const known = owner === undefined ? undefined : staticCall(trial, owner, method, given);
  if (known) return known;
  const receiver = partsOf(trial, node.receiver);
  if (isPromiseMethod(method)) return promiseCall(trial, receiver, method, given);
  const write = fieldsIn(trial, receiver) && writing.exec(method);
  if (write) return writeOfField(trial, node.receiver, write.groups?.name, given);
  const isOwn = isOurs(receiver);
  if (isOwn && isIterating(method)) return iteration(trial, receiver, method, given);
  if (isOwn && isPicking(method)) return picked(trial, receiver, method, given);
  if (isReadingMethod(method)) return read(trial, method, isOwn, given);
  return { result: otherParts(), gives: isOwn ? [node.receiver, ...given] : given };
}

/** Whether a method returns elements of an array and changes nothing. The keys of a `Map` are part of it. */
function isPicking(name: string): boolean {
  const method = arrayMethodOf(name);
  return name === "keys" || (method?.returns !== undefined && !method.changes);
}

/** A reading method may call functions that it gets. An unknown `get` may keep its arguments. */
function read(trial: Trial, method: string, isOwn: boolean, given: readonly ValueId[]): Meaning {
  const keepsAll = method === "get" && !isOwn;
  const gives = keepsAll ? given : given.filter((each) => partsOf(trial, each).functions.size > 0);
  return { result: otherParts(), gives, leaves: "as it was" };
}

function picked(trial: Trial, list: Parts, method: string, given: readonly ValueId[]): Meaning {
  const result = noParts();
  for (const each of [list, ...given.map((value) => partsOf(trial, value))]) keepContents(trial, each, result);
  return { result: method === "at" ? elementOf(trial, list) : result, gives: [], leaves: "as it was" };
}

/** @returns whether a value is part of the hook's argument, or an object that the hook has created. */
function isOurs({ same, within, made }: Parts): boolean {
  return same.size + within.size + made.size > 0;
}

function fieldsIn(trial: Trial, { same, made }: Parts): boolean {
  return [...same, ...made.keys()].some((name) => isFields(trial, name));
}

function writeOfField(trial: Trial, to: ValueId, own: string | undefined, given: readonly ValueId[]): Meaning {
  const made: Made = { keys: new Map(), holds: new Set(), any: false };
  const name = own?.replaceAll(/\B(?=[A-Z])/gu, "-") ?? textOf(trial, given[0]);
  if (name === undefined) made.any = true;
  else putInto(made, name, gone);
  return {
    result: partsOf(trial, to),
    gives: [],
    writes: [{ to, made }],
    leaves: { argument: -1, made },
  };
}

function quietly(result: Parts): Meaning {
  return { result, gives: [], leaves: "as it was" };
}

/** Functions that return the contents of their argument in another form. */
const converting: ReadonlySet<string> = new Set(
  "Object.values Object.entries Object.fromEntries Object.groupBy Map.groupBy Array.from".split(" "),
);

function staticCall(trial: Trial, owner: string, method: string, given: readonly ValueId[]): Meaning | undefined {
  const [first] = given;
  const firstParts = first === undefined ? otherParts() : partsOf(trial, first);
  const name = `${owner}.${method}`;
  if (converting.has(name))
    return converted(trial, firstParts, method, mayCall(owner, method, 1) ? given[1] : undefined);
  switch (name) {
    case "Object.assign":
      return assignment(trial, first, given.slice(1));
    case "Object.freeze":
    case "Object.seal":
    case "Promise.resolve":
      return quietly(firstParts);
    case "Promise.reject":
      return quietly({ ...noParts(), isRejected: true });
    case "Array.isArray":
      return quietly(scalarParts());
    default:
      return isReadingStatic(owner, method) ? quietly(otherParts()) : undefined;
  }
}

/** The contents of a list in another form. `Array.from(list, convert)` returns what its callback returns, too. */
function converted(trial: Trial, list: Parts, method: string, callback: ValueId | undefined): Meaning {
  const result = noParts();
  keepContents(trial, list, result);
  if (callback === undefined) return quietly(result);
  const { functions } = partsOf(trial, callback);
  for (const id of functions) {
    trial.called.add(id);
    give(trial, id, 0, elementOf(trial, list));
    if (method === "from") keepResult(trial, id, result);
  }
  return { result, gives: functions.size === 0 ? [callback] : [], leaves: "as it was" };
}

/** `Object.assign(to, …)`: a target that the hook created becomes a copy of its sources; otherwise it writes to the target. */
function assignment(trial: Trial, to: ValueId | undefined, from: readonly ValueId[]): Meaning {
  if (to === undefined) return quietly(otherParts());
  const target = partsOf(trial, to);
  const put = literal(
    trial,
    from.map((value) => ({ kind: "spread", value })),
  );
  const made: Made = { keys: new Map(), holds: new Set(), any: false };
  for (const [of, each] of put.made) {
    for (const [key, values] of each.keys) for (const value of values) putInto(made, key, value);
    made.any ||= each.any || of !== none;
  }
  const result = noParts();
  for (const name of target.same) result.same.add(name);
  for (const name of target.within) result.within.add(name);
  if (target.isOther) result.isOther = true;
  if (target.made.size > 0)
    addParts(
      result,
      literal(
        trial,
        [to, ...from].map((value) => ({ kind: "spread", value })),
      ),
    );
  const gives = target.isOther ? from : [];
  return { result, gives, writes: [{ to, made }], leaves: { argument: 0, made } };
}

function promiseCall(trial: Trial, receiver: Parts, method: string, given: readonly ValueId[]): Meaning {
  const result = noParts();
  const gives: ValueId[] = [];
  given.forEach((value, index) => {
    const { functions, isOther } = partsOf(trial, value);
    if (isOther) {
      gives.push(value);
      result.isOther = true;
    }
    for (const id of functions) {
      trial.called.add(id);
      const isFirst = method === "then" && index === 0;
      give(trial, id, 0, isFirst ? receiver : otherParts());
      if (method !== "finally") addParts(result, resultOf(trial, id));
    }
  });
  if (method !== "then") addParts(result, receiver);
  if (given.length === 0) result.isOther = true;
  return { result, gives, leaves: "as it was" };
}

function iteration(trial: Trial, list: Parts, method: string, given: readonly ValueId[]): Meaning {
  const [callback, ...others] = given;
  const functions = callback === undefined ? [] : [...partsOf(trial, callback).functions];
  for (const id of functions) trial.called.add(id);
  const result = method.startsWith("reduce")
    ? reduction(trial, functions, list, others)
    : mapping(trial, functions, list, method);
  return { result, gives: callback !== undefined && functions.length === 0 ? [callback] : [], leaves: "as it was" };
}

function reduction(trial: Trial, functions: readonly FunctionId[], list: Parts, starts: readonly ValueId[]): Parts {
  const result = noParts();
  for (const start of starts) addParts(result, partsOf(trial, start));
  for (const id of functions) {
    addParts(result, resultOf(trial, id));
    give(trial, id, 1, elementOf(trial, list));
  }
  for (const id of functions) give(trial, id, 0, result);
  return result;
}

function mapping(trial: Trial, functions: readonly FunctionId[], list: Parts, method: string): Parts {
  const result = noParts();
  const element = elementOf(trial, list);
  const { elementsTo = [], returns } = arrayMethodOf(method) ?? {};
  for (const id of functions) {
    for (const index of elementsTo) give(trial, id, index, element);
    if (method === "map" || method === "flatMap") keepResult(trial, id, result);
  }
  if (returns === "elements" || method === "flatMap") keepContents(trial, list, result);
  if (returns === "element") addParts(result, element);
  return result.made.size === 0 ? { ...result, isScalar: true } : result;
}

function keepResult(trial: Trial, id: number, into: Parts): void {
  const { result } = trial.code.functions[id] ?? {};
  if (result !== undefined) putInto(madeOf(into, none), somewhere, result);
}

/** Adds the possible values of a function's parameter. */
export function give(trial: Trial, id: number, index: number, parts: Parts): void {
  const key = `${id}:${index}`;
  const known = trial.given.get(key) ?? noParts();
  trial.given.set(key, known);
  addParts(known, parts);
}
