import type TS from "typescript";
import type { Value } from "../../value/value";
import { newBudget } from "../domain/budgets";
import { unknown } from "../domain/constructors";
import type { Abstract, Arguments, CallNode, Cell, Content, Frame, NativeValue } from "../domain/domain";
import { noteMade } from "../domain/made-natives";
import { mapOptions, optionsOf, settling, unwrapped } from "../domain/values";
import { fork, type Side } from "../flow/branches";
import type { Program } from "../program";
import { escape } from "../store/escape";
import { contentOf } from "../store/heap";
import { type NativeCall, nativeOf } from "../../clients/native";
import { rangesOf, send } from "./sending";

/** Calls of natives. */

export function callNative(
  program: Program,
  frame: Frame,
  callee: NativeValue,
  args: Arguments,
  node: CallNode,
): Abstract {
  return use(program, frame, { callee, args, node, way: "call" });
}

export function constructNative(
  program: Program,
  frame: Frame,
  callee: NativeValue,
  args: Arguments,
  node: CallNode,
): Abstract {
  return use(program, frame, { callee, args, node, way: "construct" });
}

/** The result of `await`: the value of a promise, or the answer of a native that has an `await` of its own. */
export function settleNative(program: Program, frame: Frame, given: Abstract, node: TS.Node): Abstract {
  const { ts } = program;
  const value = unwrapped(given);
  const call = ts.isCallExpression(node) || ts.isNewExpression(node) ? node : (frame.activation.entered?.node ?? node);
  return mapOptions(value, (option) => {
    if (option.kind !== "native" || !option.native.await) return option;
    return use(program, frame, { callee: option, args: { values: [], more: false }, node: call, way: "await" });
  });
}

/** What code does with a native. */
interface Use {
  readonly callee: NativeValue;
  readonly args: Arguments;
  readonly node: CallNode;
  readonly way: "await" | "call" | "construct";
}

const nameOf: Readonly<Record<Use["way"], (label: string) => string>> = {
  await: (label) => label,
  call: (label) => `${label}()`,
  construct: (label) => `new ${label}()`,
};

function use(program: Program, frame: Frame, { callee, args, node, way }: Use): Abstract {
  const { native } = callee;
  const name = nameOf[way](native.label);
  const place = program.place(frame, node);
  if (!native[way]) {
    for (const arg of args.values) escape(program, arg);
    return unknown(`the result of \`${name}\``, place, { origin: { trail: [name] } });
  }
  const sent: number[] = [];
  const invoked = new Set<Abstract>();
  const ranges = rangesOf(program, frame, node);
  const frozen = (value: Abstract): Value => program.steps.toSnapshot(program, value, frame.activation);
  const changing: NativeCall["changing"] = (callback, values) => {
    const target = program.steps.fromSnapshot(program, callback, place);
    for (const option of optionsOf(target)) invoked.add(option);
    const given = values.map((value) => program.steps.fromSnapshot(program, value, place));
    const result = frozen(program.steps.invoke(program, frame, target, given, node));
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
    isOneOfSeveral: program.run.context.choosing === node,
    ...ranges,
    node: node as NativeCall["node"],
    invoke: enter,
    changing,
    ofType: (typed, reason) => frozen(unknown(reason, place, { typed })),
    copy: (way, values) => {
      const target = program.steps.builtins.copyingFunction(program, way);
      const given = values.map((value) => program.steps.fromSnapshot(program, value, place));
      const copy = target.call?.({ frame, self: undefined, args: { values: given, more: args.more }, node });
      return frozen(copy ?? unknown("a copy", place));
    },
    asEntry: (task) => program.run.within({ budget: newBudget(program.pass.limits.nodesPerRoot) }, task),
    later: (callback, values) => atUnknownTime(program, () => enter(callback, values)),
    preview: (callback, values) => apart(program, () => enter(callback, values)),
    send: (draft) => {
      const id = send(program, frame, draft, node, ranges);
      sent.push(id);
      return id;
    },
  };
  const given = native[way](call);
  noteMade(nativeOf(given), node, call.arguments);
  const result = program.steps.fromSnapshot(program, given, place);
  for (const arg of args.values) escapeFunctions(program, arg, invoked, new Set());
  const trail = result.origin?.trail ?? [];
  const dotted = callee.origin?.trail.at(-1);
  const titled: Abstract =
    trail.length > 0 || (result.kind !== "unknown" && result.kind !== "native")
      ? result
      : {
          ...result,
          origin: { ...result.origin, trail: [dotted === undefined ? name : `${dotted}()`] },
          // `inject(Service)`: the argument tells the class of the result.
          ...(result.kind === "unknown" && sent.length === 0 && { typed: result.typed ?? node }),
        };
  // The result of a promise's method settles after the promise's own requests.
  const behind = [callee, ...args.values].flatMap((value) => value.settles ?? []);
  return settling(titled, [...sent, ...behind]);
}

/** Runs something as code of a later time, and takes its writes back. */
function atUnknownTime<T>(program: Program, run: () => T): T {
  const { answered } = program.pass;
  const { state } = program;
  const before = answered.value;
  const checkpoint = state.checkpoint();
  state.clock += 1;
  const result = program.run.within({ timeline: { since: state.clock } }, run);
  state.rollback(checkpoint);
  answered.value = before;
  return result;
}

/** Runs something, and takes its requests and writes back. */
function apart<T>(program: Program, run: () => T): T {
  const { recorder, answered } = program.pass;
  const attempt = recorder.begin();
  const before = answered.value;
  const [side] = fork(program, [run]) as readonly [Side<T>];
  answered.value = before;
  recorder.abandon(attempt);
  return side.result;
}

/** A library keeps callbacks and calls them later; it does not change its arguments. */
function escapeFunctions(program: Program, value: Abstract, invoked: ReadonlySet<Abstract>, seen: Set<Cell>): void {
  for (const option of optionsOf(value)) {
    if (option.kind === "callable" && !invoked.has(option)) escape(program, option);
    if (option.kind !== "reference" || seen.has(option.cell)) continue;
    seen.add(option.cell);
    for (const held of heldIn(contentOf(program, option.cell))) escapeFunctions(program, held, invoked, seen);
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
