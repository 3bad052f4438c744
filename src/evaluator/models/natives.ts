import type TS from "typescript";
import type { Value } from "../../value/value";
import { newBudget } from "../domain/budgets";
import { unknown } from "../domain/constructors";
import type { Abstract, Arguments, CallNode, Cell, Content, Frame, NativeValue } from "../domain/domain";
import { noteMade } from "../domain/made-natives";
import { mapOptions, optionsOf, settling, unwrapped } from "../domain/values";
import { fork, type Side } from "../flow/branches";
import type { Machine } from "../machine";
import { escape } from "../store/escape";
import { contentOf } from "../store/heap";
import { type NativeCall, nativeOf } from "./native";
import { rangesOf, send } from "./sending";

/** Calls of natives. */

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
  const frozen = (value: Abstract): Value => machine.steps.toSnapshot(machine, value, frame.activation);
  const changing: NativeCall["changing"] = (callback, values) => {
    const target = machine.steps.fromSnapshot(machine, callback, place);
    for (const option of optionsOf(target)) invoked.add(option);
    const given = values.map((value) => machine.steps.fromSnapshot(machine, value, place));
    const result = frozen(machine.steps.invoke(machine, frame, target, given, node));
    return {
      result,
      get arguments() {
        return given.map(frozen);
      },
    };
  };
  const enter: NativeCall["invoke"] = (callback, values) => changing(callback, values).result;
  const call: NativeCall = {
    arguments: args.values.map(frozen),
    moreArguments: args.more,
    isOneOfSeveral: machine.context.choosing === node,
    ...ranges,
    node: node as NativeCall["node"],
    invoke: enter,
    changing,
    ofType: (typed, reason) => frozen(unknown(reason, place, { typed })),
    copy: (way, values) => {
      const target = machine.steps.copyingFunction(machine, way);
      const given = values.map((value) => machine.steps.fromSnapshot(machine, value, place));
      const copy = target.call?.({ frame, self: undefined, args: { values: given, more: args.more }, node });
      return frozen(copy ?? unknown("a copy", place));
    },
    asEntry: (task) => machine.within({ budget: newBudget(machine.limits.nodesPerRoot) }, task),
    later: (callback, values) => atUnknownTime(machine, () => enter(callback, values)),
    preview: (callback, values) => apart(machine, () => enter(callback, values)),
    send: (draft) => {
      const id = send(machine, frame, draft, node, ranges);
      sent.push(id);
      return id;
    },
  };
  const given = run(call) ?? { kind: "unknown" as const, reason: "not known", range: ranges.range };
  noteMade(nativeOf(given), node, call.arguments);
  const result = machine.steps.fromSnapshot(machine, given, place);
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

/** Runs something as code of a later time, and takes its writes back. */
function atUnknownTime<T>(machine: Machine, run: () => T): T {
  const { answered, state } = machine;
  const before = answered.value;
  const checkpoint = state.checkpoint();
  state.clock += 1;
  const result = machine.within({ timeline: { since: state.clock } }, run);
  state.rollback(checkpoint);
  answered.value = before;
  return result;
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
    for (const held of heldIn(contentOf(machine, option.cell))) escapeFunctions(machine, held, invoked, seen);
  }
}

const heldBy = new WeakMap<Content, readonly Abstract[]>();

/** @returns the functions and objects that an object holds. Many calls may be given one large object. */
function heldIn(content: Content): readonly Abstract[] {
  let held = heldBy.get(content);
  if (!held) {
    const values = [...content.fields.values(), ...content.items].flatMap(({ value }) => optionsOf(value));
    heldBy.set(content, (held = values.filter(({ kind }) => kind === "callable" || kind === "reference")));
  }
  return held;
}
