import type { FunctionCode } from "../code/declarations";
import type { FileCode, ValueId } from "../code/graph";
import type { ValueNode } from "../code/values";
import { isPromiseMethod } from "../syntax/built-ins";
import { givenOf } from "../evaluate/calls/call-nodes";
import { calledBy } from "../evaluate/calls/handing-on";
import { awaited, givenBy } from "../evaluate/calls/waiting";
import type { Abstract, Context } from "../evaluate/domain";
import type { Evaluator } from "../evaluate/evaluator";
import { nodeAt } from "../evaluate/places";
import { optionsOf } from "../evaluate/values";
import type { ProjectFile } from "../project/project-file";
import { addTo } from "../text/groups";

/** Bound on functions that pass a request on as an argument; rarely more than one does. */
const mostHands = 3;
/** Bound on the members of an object in which a request is returned: `{ request }`. */
const mostMembers = 4;

/**
 * Evaluates the places at which a request that is built in place is awaited, and thereby sent: in the function that builds it, or in one that gets it as an
 * argument. The request is recorded with the call that began it.
 */
export function sendWaited(evaluator: Evaluator, call: ValueId, context: Context, depth: number): void {
  const value = evaluator.valueOf(call, context);
  if (!isWaitedFor(value)) return;
  waitIn(evaluator, call, context, 0);
  const code = context.file.code.functions[nodeAt(context.file, call).in];
  if (!code || evaluator.sends.of(call, context).length > 0) return;
  for (const id of returnedBy(context.file, code).get(call) ?? []) {
    // A returned request is sent where it is awaited. If the function begins the request, it continues at the call of the function.
    const isFurther = id !== code.result || isBuiltFurther(context.file.code, code);
    if (depth === 0 || !isFurther || !isBegun(value)) awaited(evaluator, evaluator.valueOf(id, context), isFurther);
  }
}

/** Whether a value is sent when it is awaited, or is a request that other code goes on to build. */
function isWaitedFor(value: Abstract): boolean {
  return optionsOf(value).some((each) => each.kind === "native" && "await" in each.native) || isBegun(value);
}

/** Whether a value, or a member of a small object, is a request that other code goes on to build. */
export function isBegun(value: Abstract): boolean {
  return optionsOf(value).some((option) => {
    if (option.kind === "native") return option.native.begun !== undefined;
    if (option.kind !== "object" || option.instanceOf || option.members.size > mostMembers) return false;
    const held = [...option.members.values()].flatMap((entry) => optionsOf(entry.value));
    return held.some((each) => each.kind === "native" && each.native.begun !== undefined);
  });
}

/** @param start the call or parameter that supplies the request. */
function waitIn(evaluator: Evaluator, start: ValueId, context: Context, depth: number): void {
  const { file } = context;
  const { waits, hands } = usesIn(file);
  for (const id of waits.get(start) ?? []) evaluator.valueOf(id, context);
  if (depth >= mostHands) return;
  for (const { call, argument } of hands.get(start) ?? []) {
    const node = nodeAt(file, call);
    if (node.kind !== "call") continue;
    const callee = evaluator.valueOf(node.callee, context);
    for (const { option, given, isShifted } of calledBy(evaluator, callee, () =>
      givenOf(evaluator, node, call, context),
    )) {
      if (option.kind !== "function" || isShifted) continue;
      const parameter = option.file.code.functions[option.function]?.parameters[argument];
      const own = { ...given, site: { call, context: evaluator.contexts.apart(context) } };
      if (parameter && !parameter.rest) waitIn(evaluator, parameter.value, evaluator.contextOf(option, own), depth + 1);
    }
  }
}

/** Whether callers may go on to build what a function returns. A promise is sent already. */
function isBuiltFurther({ types }: FileCode, { async: isAsync, returnType }: FunctionCode): boolean {
  const type = returnType === undefined ? undefined : types[returnType];
  return !isAsync && !(type?.kind === "name" && type.name.at(-1) === "Promise");
}

interface Uses {
  /** By call or parameter: the expressions that await its value. */
  readonly waits: ReadonlyMap<ValueId, readonly ValueId[]>;
  /** By call or parameter: the calls that get its value as an argument. */
  readonly hands: ReadonlyMap<ValueId, readonly { readonly call: ValueId; readonly argument: number }[]>;
}

const uses = new WeakMap<ProjectFile, Uses>();

function usesIn(file: ProjectFile): Uses {
  const known = uses.get(file);
  if (known) return known;
  const waits = new Map<ValueId, ValueId[]>();
  const hands = new Map<ValueId, { call: ValueId; argument: number }[]>();
  for (const [id, node] of file.code.values.entries()) {
    for (const start of waitedFor(file, node)) addTo(waits, start, id);
    if (node.kind !== "call") continue;
    for (const [argument, { value }] of node.arguments.entries())
      for (const start of givenBy(file, value)) if (start !== id) addTo(hands, start, { call: id, argument });
  }
  const found = { waits, hands };
  uses.set(file, found);
  return found;
}

/** @returns the calls and parameters whose value an expression awaits: `await call`, `call.then(…)`. */
function waitedFor(file: ProjectFile, node: ValueNode): readonly ValueId[] {
  if (node.kind === "await") return givenBy(file, node.value);
  const callee = node.kind === "call" ? nodeAt(file, node.callee) : undefined;
  const waits = callee?.kind === "member" && isPromiseMethod(String(callee.key));
  return waits ? givenBy(file, callee.object) : [];
}

const returned = new WeakMap<FunctionCode, ReadonlyMap<ValueId, readonly ValueId[]>>();

/** @returns what a function returns, directly or in an object, by the call whose result that is. */
function returnedBy(file: ProjectFile, code: FunctionCode): ReadonlyMap<ValueId, readonly ValueId[]> {
  const known = returned.get(code);
  if (known) return known;
  const found = new Map<ValueId, ValueId[]>();
  const result = code.result === undefined ? undefined : nodeAt(file, code.result);
  const members = result?.kind === "object" ? result.members : [];
  const values = members.flatMap((each) => (each.kind === "spread" ? [] : [each.value]));
  for (const value of code.result === undefined ? [] : [code.result, ...values])
    for (const start of givenBy(file, value)) addTo(found, start, value);
  returned.set(code, found);
  return found;
}
