import type TS from "typescript";
import type { Range } from "../../text/range";
import type { Value } from "../../value/value";
import { calleeRange } from "../domain/call-places";
import type { Abstract, Activation, Arguments, CallNode, Cell, Frame, NativeValue, Reference } from "../domain/domain";
import { bounds } from "../domain/limits";
import { noteMade } from "../domain/made-natives";
import type { Scope } from "../domain/scope";
import { mapOptions, optionsOf, settling, unknown, unwrapped } from "../domain/values";
import { fork, type Side } from "../flow/branches";
import type { Machine } from "../machine";
import { escape } from "../store/escape";
import { contentOf } from "../store/heap";
import { mayEndEarly } from "../syntax/loops";
import { type Caller, type Loop, type NativeCall, nativeOf, type RequestDraft } from "./native";
import { siteOf } from "./snapshot";

/** Calls of natives, and the requests that they send. */

export function callNative(
  machine: Machine,
  frame: Frame,
  callee: NativeValue,
  args: Arguments,
  node: CallNode,
): Abstract {
  const { native } = callee;
  return use(machine, frame, callee, args, node, native.call && ((call) => native.call?.(call)), `${native.label}()`);
}

export function constructNative(
  machine: Machine,
  frame: Frame,
  callee: NativeValue,
  args: Arguments,
  node: CallNode,
): Abstract {
  const { native } = callee;
  return use(
    machine,
    frame,
    callee,
    args,
    node,
    native.construct && ((call) => native.construct?.(call)),
    `new ${native.label}()`,
  );
}

/** The result of `await`: the value of a promise, or the answer of a native that has an `await` of its own. */
export function settleNative(machine: Machine, frame: Frame, given: Abstract, node: TS.Node): Abstract {
  const { ts } = machine;
  const value = unwrapped(given);
  if (!optionsOf(value).some((option) => option.kind === "native" && "await" in option.native)) return value;
  const call = ts.isCallExpression(node) || ts.isNewExpression(node) ? node : (frame.activation.entered?.node ?? node);
  return mapOptions(value, (option) => {
    if (option.kind !== "native" || !option.native.await) return option;
    const { native } = option;
    return use(
      machine,
      frame,
      option,
      { values: [], more: false },
      call,
      (inner) => native.await?.(inner),
      native.label,
    );
  });
}

function use(
  machine: Machine,
  frame: Frame,
  callee: NativeValue,
  args: Arguments,
  node: CallNode,
  run: ((call: NativeCall) => Value | undefined) | undefined,
  name: string,
): Abstract {
  const place = machine.place(frame, node);
  if (!run) {
    for (const arg of args.values) escape(machine, arg);
    return unknown(`the result of \`${name}\``, place, { origin: { trail: [name] } });
  }
  const sent: number[] = [];
  const invoked = new Set<Abstract>();
  const ranges = rangesOf(machine, frame, node);
  const enter = (callback: Value, values: readonly Value[]): Value => {
    const target = machine.steps.thaw(machine, callback, place);
    for (const option of optionsOf(target)) invoked.add(option);
    const given = values.map((value) => machine.steps.thaw(machine, value, place));
    return machine.steps.freeze(machine, machine.steps.invoke(machine, frame, target, given, node), frame.activation);
  };
  const call: NativeCall = {
    arguments: args.values.map((value) => machine.steps.freeze(machine, value, frame.activation)),
    moreArguments: args.more,
    ...ranges,
    node: node as NativeCall["node"],
    invoke: enter,
    asEntry: (task) => machine.within({ budget: { allowance: machine.limits.nodesPerRoot, spent: 0 } }, task),
    preview: (callback, values) => apart(machine, () => enter(callback, values)),
    send: (draft) => {
      const id = send(machine, frame, draft, node, ranges);
      sent.push(id);
      return id;
    },
  };
  const given = run(call) ?? { kind: "unknown" as const, reason: "not known", range: ranges.range };
  noteMade(nativeOf(given), node, call.arguments);
  const result = machine.steps.thaw(machine, given, place);
  for (const arg of args.values) escapeFunctions(machine, arg, invoked, new Set());
  const trail = result.origin?.trail ?? [];
  const dotted = callee.origin?.trail.at(-1);
  const titled: Abstract =
    trail.length > 0 || (result.kind !== "unknown" && result.kind !== "native")
      ? result
      : {
          ...result,
          origin: { ...result.origin, trail: [dotted === undefined ? name : `${dotted}()`] },
          // `inject(Service)`: what is asked for tells what is given.
          ...(result.kind === "unknown" && sent.length === 0 && { typed: result.typed ?? node }),
        };
  // The result of a promise's method settles after the promise's own requests.
  const behind = [callee, ...args.values].flatMap((value) => value.settles ?? []);
  return settling(titled, [...sent, ...behind]);
}

/** Runs something, and takes its requests and writes back. */
function apart<T>(machine: Machine, run: () => T): T {
  const { recorder, answered } = machine;
  const attempt = recorder.begin();
  const before = answered.value;
  const [side] = fork(machine, [run]) as readonly [Side<T>];
  answered.value = before;
  recorder.abandon(attempt);
  return side.result;
}

/** A library keeps callbacks and calls them later; it does not change what it is given. */
function escapeFunctions(machine: Machine, value: Abstract, invoked: ReadonlySet<Abstract>, seen: Set<Cell>): void {
  for (const option of optionsOf(value)) {
    if (option.kind === "callable" && !invoked.has(option)) escape(machine, option);
    if (option.kind !== "reference" || seen.has(option.cell)) continue;
    seen.add(option.cell);
    const content = contentOf(machine, option.cell);
    for (const field of content.fields.values()) escapeFunctions(machine, field.value, invoked, seen);
    for (const item of content.items) escapeFunctions(machine, item.value, invoked, seen);
  }
}

interface Ranges {
  readonly range: Range;
  readonly calleeRange: Range;
}

/** @returns the call and its callee as the analysed file shows them. */
function rangesOf(machine: Machine, frame: Frame, node: TS.Node): Ranges {
  const site = siteOf(frame.activation);
  if (site?.entered) return { range: site.entered.range, calleeRange: site.entered.callee };
  return { range: machine.range(frame, node), calleeRange: calleeRange(machine, frame, node) };
}

function send(machine: Machine, frame: Frame, draft: RequestDraft, node: TS.Node, ranges: Ranges): number {
  const { activation } = frame;
  const outermost = siteOf(activation);
  const site = outermost?.entered?.node ?? node;
  const wrapper = outermost?.closure;
  const receiver = outermost && objectOfOthers(machine, outermost);
  if (wrapper && wrapper.file !== machine.sourceFile) machine.recorder.addWrapper(wrapper, receiver);
  return machine.recorder.add(pathOf(activation, node), (id) => ({
    id,
    draft,
    ...ranges,
    node,
    site,
    callers: callersOf(activation),
    earlier: machine.answered.value.filter((id) => !machine.refused.value.includes(id)),
    ...(activation.loop && { loop: loopOf(machine, activation.loop) }),
    ...(receiver && { receiver: receiver.cell.made }),
    tagsInScope: tagsInScope(outermost?.entered?.scope ?? frame.scope),
    ...(machine.context.root.file === machine.sourceFile ? {} : { foreign: true as const }),
  }));
}

/** @returns the object on which a wrapper is called, if the top level of another file makes it by `new`. */
function objectOfOthers({ ts, sourceFile }: Machine, { self }: Activation): Reference | undefined {
  if (self?.kind !== "reference") return undefined;
  const { made } = self.cell;
  if (!ts.isNewExpression(made) || made.getSourceFile() === sourceFile) return undefined;
  let around: TS.Node = made;
  while (!ts.isSourceFile(around) && !ts.isFunctionLike(around) && !ts.isClassLike(around)) around = around.parent;
  return ts.isSourceFile(around) ? self : undefined;
}

/** @returns the expressions in scope that hold an entity tag, or look like it. */
function tagsInScope(scope: Scope): readonly string[] {
  const tags: string[] = [];
  let seen = 0;
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    for (const [name, binding] of current.bindings) {
      seen += 1;
      if (seen > bounds.names) return tags;
      const value = binding.slot.value;
      if (value) tags.push(...tagsOf(name, value));
    }
  }
  return [...new Set(tags)];
}

function tagsOf(name: string, value: Abstract): readonly string[] {
  const response = optionsOf(value).find((option) => option.kind === "unknown")?.origin?.response;
  if (response?.path.at(-1)?.toLowerCase() === "etag") return [name];
  if (/etag$/iu.test(name) && optionsOf(value).some((option) => option.kind === "unknown" || option.kind === "text"))
    return [name];
  if (response?.part === "body" && response.path.length === 0) return [`${name}.etag`];
  return [];
}

/** @returns the calls that lead to a request, from the root's own code inwards. */
function pathOf(activation: Activation, node: TS.Node): readonly TS.Node[] {
  const path: TS.Node[] = [node];
  for (let current: Activation | undefined = activation; current; current = current.writtenIn ?? current.parent) {
    if (current.depth > 0 && !current.inPlace && !current.writtenIn && current.entered)
      path.unshift(current.entered.node);
  }
  return path;
}

/** @returns the functions that run around a request, innermost first. */
function callersOf(activation: Activation): readonly Caller[] {
  const callers: Caller[] = [];
  for (let current: Activation | undefined = activation; current; current = current.parent) {
    if (current.closure && current.through) callers.push({ code: current.closure.node, call: current.through });
  }
  return callers;
}

function loopOf(machine: Machine, node: TS.Node): Loop {
  return { ...machine.range({ file: node.getSourceFile() }, node), mayEndEarly: mayEndEarly(machine.ts, node) };
}
