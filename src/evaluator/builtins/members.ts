import { callable, never, scalar, unknown } from "../domain/constructors";
import type { Abstract, Builtin, Call, Place } from "../domain/domain";
import { isUndefined, join, leastLength, plainText, promised, rejectedPromise, settling } from "../domain/values";
import { either, optionally } from "../flow/branches";
import type { Program } from "../program";
import { noteAnswered } from "../models/sending";
import { elementsOf } from "../store/elements";
import { escape } from "../store/escape";
import { toText } from "../store/text-form";
import { arrayMethod } from "./arrays";
import { classMember } from "./classes";
import { isPatched } from "./patched-prototypes";
import { argument, method, placeOf, sharedMethod } from "./define";
import { characterAt, textMethod } from "./texts/texts";

/** @returns a property that the language or the platform gives to a value; `undefined` if none is known. */
export function builtinMember(program: Program, target: Abstract, key: string, place: Place): Abstract | undefined {
  if (isPatched(program.ts, place.file, key))
    return target.kind === "text" && !(key in String.prototype)
      ? undefined
      : unknown(`\`${key}\` of a prototype that is changed`, place);
  if (target.kind === "reference") {
    const own = classMember(program, target, key, place);
    if (own) return own;
  }
  const found = builtinFor(program, target, key);
  if (found) return callable(found, place);
  if (target.kind === "text" && key === "length") {
    const whole = plainText(target);
    return whole === undefined ? unknownLength(leastLength(target), place) : scalar(whole.length, place);
  }
  if (target.kind === "text" && !target.json && /^\d{1,6}$/u.test(key)) {
    const character = characterAt(target, Number(key), place);
    return character && plainText(character) === "" ? scalar(undefined, place) : character;
  }
  return undefined;
}

/** A length that is at least as much. */
export function unknownLength(least: number, place: Place): Abstract {
  const more = least > 0 ? { truth: true } : {};
  return unknown("a length", place, { is: "number", index: { least, mayBeFirst: least === 0 }, ...more });
}

function builtinFor(program: Program, target: Abstract, key: string): Builtin | undefined {
  if (key === "then" || key === "catch" || key === "finally") {
    return target.kind === "reference" && target.cell.slot.value.fields.has(key)
      ? undefined
      : promiseMethod(program, key);
  }
  switch (target.kind) {
    case "text":
      return textMethod(program, key);
    case "unknown":
      return target.is === "string" ? textMethod(program, key) : undefined;
    case "scalar":
      return key === "toString" ? scalarToString(program, target) : undefined;
    case "callable":
      return functionMethod(program, target, key);
    case "reference":
      return target.cell.type === "array" ? arrayMethod(program, key) : objectMethod(program, key);
    default:
      return undefined;
  }
}

function scalarToString(program: Program, target: Abstract): Builtin {
  return method("toString", (call) =>
    call.args.values.length > 0
      ? unknown("a number as text", placeOf(program, call), { is: "string" })
      : toText(program, call.self ?? target, placeOf(program, call)),
  );
}

function objectMethod(program: Program, key: string): Builtin | undefined {
  return key === "hasOwnProperty"
    ? method(key, (call) => unknown("`hasOwnProperty()`", placeOf(program, call), { is: "boolean" }))
    : undefined;
}

/** `then`, `catch` and `finally`: a promise is represented by its value. */
export function promiseMethod(program: Program, key: string): Builtin {
  return sharedMethod(program, `Promise.${key}`, (call) => {
    const self = call.self ?? unknown("a promise", placeOf(program, call));
    const { since } = program.run.context.timeline;
    // If nobody awaits the promise, the callbacks run after the code around them has gone on.
    // What they make themselves is made after that.
    program.state.clock += 1;
    const later = program.awaitedCalls.has(call.node) ? since : (since ?? program.state.clock);
    return program.run.within({ timeline: { since: later } }, () => {
      if (key === "then") return thenCalled(program, call, self);
      return key === "catch" ? catchCalled(program, call, self) : finallyCalled(program, call, self);
    });
  });
}

function thenCalled(program: Program, call: Call, self: Abstract): Abstract {
  const callback = argument(program, call, 0);
  const failed = argument(program, call, 1);
  const handle = isNoFunction(failed) ? undefined : failed;
  if (self.kind === "never") return handle ? handled(program, call, handle) : rejected(program, call);
  const before = program.pass.answered.value;
  const value = program.steps.settleNative(program, call.frame, self, call.node);
  const ids = value.settles ?? [];
  noteAnswered(program, ids);
  const fulfilled = (): Abstract =>
    isNoFunction(callback)
      ? value
      : program.steps.invoke(program, call.frame, callback, [{ ...value, settles: undefined }], call.node);
  const result = handle
    ? either(program, [fulfilled, () => invokeHandler(program, call, handle)], placeOf(program, call))
    : fulfilled();
  const inside = program.pass.answered.value.filter((id) => !before.includes(id));
  program.state.write(program.pass.answered, before);
  if (result.kind === "never") return rejected(program, call);
  return promised(settling(result, [...ids, ...inside, ...(result.settles ?? [])]));
}

/** An argument that is no function is ignored. */
function isNoFunction(value: Abstract): boolean {
  return value.kind === "scalar" || value.kind === "text" || value.kind === "reference";
}

function catchCalled(program: Program, call: Call, self: Abstract): Abstract {
  const handler = argument(program, call, 0);
  if (self.kind === "never") return isNoFunction(handler) ? rejected(program, call) : handled(program, call, handler);
  const value = program.steps.settleNative(program, call.frame, self, call.node);
  const failed = optionally(program, () => invokeHandler(program, call, handler));
  return promised(join(value, failed));
}

function finallyCalled(program: Program, call: Call, self: Abstract): Abstract {
  const value = self.kind === "never" ? self : program.steps.settleNative(program, call.frame, self, call.node);
  const callback = argument(program, call, 0);
  const ends =
    isNoFunction(callback) || program.steps.invoke(program, call.frame, callback, [], call.node).kind !== "never";
  return value.kind === "never" || !ends ? rejected(program, call) : promised(value);
}

/** The handler of a rejection runs, and the promise has what it gives. */
function handled(program: Program, call: Call, handler: Abstract): Abstract {
  const result = invokeHandler(program, call, handler);
  return result.kind === "never" ? rejected(program, call) : promised(result);
}

/** Calls what handles a rejection, from any of the states in which the promise may have been rejected. */
function invokeHandler(program: Program, call: Call, handler: Abstract): Abstract {
  const log = program.pass.rejections.get(call.node);
  if (log) program.state.anyOf(log);
  const error = unknown("an error", placeOf(program, call));
  return program.steps.invoke(program, call.frame, handler, [error], call.node);
}

/** A promise that is surely rejected. Code that awaits it does not go on; other code does. */
function rejected(program: Program, call: Call): Abstract {
  const place = placeOf(program, call);
  return program.awaitedCalls.has(call.node) ? never(place) : promised(unknown(rejectedPromise, place));
}

/** `call`, `apply` and `bind`. */
export function functionMethod(program: Program, target: Abstract, key: string): Builtin | undefined {
  if (key === "call") {
    return method(key, (call) =>
      program.steps.call(program, call.self ?? target, {
        frame: call.frame,
        self: argument(program, call, 0),
        args: { values: call.args.values.slice(1), more: call.args.more },
        node: call.node,
      }),
    );
  }
  if (key === "apply") {
    return method(key, (call) => {
      const items = elementsOf(program, argument(program, call, 1));
      const exact = items?.every((item) => item.presence === "always");
      const none = isUndefined(argument(program, call, 1));
      if (!exact && !none) escape(program, argument(program, call, 1));
      const values = exact ? (items?.map((item) => item.value) ?? []) : [];
      return program.steps.call(program, call.self ?? target, {
        frame: call.frame,
        self: argument(program, call, 0),
        args: { values, more: !exact && !none },
        node: call.node,
      });
    });
  }
  if (key === "bind") {
    return method(key, (call) => {
      const bound = call.self ?? target;
      const self = argument(program, call, 0);
      const first = call.args.values.slice(1);
      const inner = method("bound function", (later) =>
        program.steps.call(program, bound, {
          frame: later.frame,
          self,
          args: { values: [...first, ...later.args.values], more: later.args.more || call.args.more },
          node: later.node,
        }),
      );
      return callable({ ...inner, holds: [bound, self, ...first] }, placeOf(program, call));
    });
  }
  return undefined;
}
