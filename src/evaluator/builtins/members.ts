import { callable, never, scalar, unknown } from "../domain/constructors";
import type { Abstract, Builtin, BuiltinCall, Place } from "../domain/domain";
import { isUndefined, join, plainText, promised, settling } from "../domain/values";
import { either, optionally } from "../flow/branches";
import type { Machine } from "../machine";
import { noteAnswered } from "../models/sending";
import { elementsOf } from "../store/elements";
import { escape } from "../store/escape";
import { toText } from "../store/text-form";
import { arrayMethod } from "./arrays";
import { classMember } from "./classes";
import { isPatched } from "./patched-prototypes";
import { argument, method, placeOf, sharedMethod } from "./define";
import { characterAt, textMethod } from "./texts";

/** @returns a property that the language or the platform gives to a value; `undefined` if none is known. */
export function builtinMember(machine: Machine, target: Abstract, key: string, place: Place): Abstract | undefined {
  if (isPatched(machine.ts, place.file, key))
    return target.kind === "text" && !(key in String.prototype)
      ? undefined
      : unknown(`\`${key}\` of a prototype that is changed`, place);
  if (target.kind === "reference") {
    const own = classMember(machine, target, key, place);
    if (own) return own;
  }
  const found = builtinFor(machine, target, key);
  if (found) return callable(found, place);
  if (target.kind === "text" && key === "length") {
    const whole = plainText(target);
    return whole === undefined ? unknown("a length", place, { is: "number" }) : scalar(whole.length, place);
  }
  if (target.kind === "text" && !target.json && /^\d{1,6}$/u.test(key)) {
    const character = characterAt(target, Number(key), place);
    return character && plainText(character) === "" ? scalar(undefined, place) : character;
  }
  return undefined;
}

function builtinFor(machine: Machine, target: Abstract, key: string): Builtin | undefined {
  if (key === "then" || key === "catch" || key === "finally") {
    return target.kind === "reference" && target.cell.slot.value.fields.has(key)
      ? undefined
      : promiseMethod(machine, key);
  }
  if (target.kind === "text" || (target.kind === "unknown" && target.is === "string")) return textMethod(machine, key);
  if (target.kind === "scalar" && key === "toString")
    return method("toString", (call) =>
      call.args.values.length > 0
        ? unknown("a number as text", placeOf(machine, call), { is: "string" })
        : toText(machine, call.self ?? target, placeOf(machine, call)),
    );
  if (target.kind === "reference" && target.cell.type === "array") return arrayMethod(machine, key);
  if (target.kind === "callable") return functionMethod(machine, target, key);
  if (target.kind === "reference" && key === "hasOwnProperty")
    return method(key, (call) => unknown("`hasOwnProperty()`", placeOf(machine, call), { is: "boolean" }));
  return undefined;
}

/** `then`, `catch` and `finally`: a promise is represented by its value. */
export function promiseMethod(machine: Machine, key: string): Builtin {
  return sharedMethod(machine, `Promise.${key}`, (call) => {
    const self = call.self ?? unknown("a promise", placeOf(machine, call));
    const { since } = machine.context.timeline;
    // If nobody awaits the promise, the callbacks run after the code around them has gone on.
    // What they make themselves is made after that.
    machine.state.clock += 1;
    const later = machine.awaitedCalls.has(call.node) ? since : (since ?? machine.state.clock);
    return machine.within({ timeline: { since: later } }, () => {
      if (key === "then") return thenCalled(machine, call, self);
      return key === "catch" ? catchCalled(machine, call, self) : finallyCalled(machine, call, self);
    });
  });
}

function thenCalled(machine: Machine, call: BuiltinCall, self: Abstract): Abstract {
  const callback = argument(machine, call, 0);
  const failed = argument(machine, call, 1);
  const handle = isNoFunction(failed) ? undefined : failed;
  if (self.kind === "never") return handle ? handled(machine, call, handle) : rejected(machine, call);
  const before = machine.answered.value;
  const value = machine.steps.settleNative(machine, call.frame, self, call.node);
  const ids = value.settles ?? [];
  noteAnswered(machine, ids);
  const fulfilled = (): Abstract =>
    isNoFunction(callback)
      ? value
      : machine.steps.invoke(machine, call.frame, callback, [{ ...value, settles: undefined }], call.node);
  const result = handle
    ? either(machine, [fulfilled, () => invokeHandler(machine, call, handle)], placeOf(machine, call))
    : fulfilled();
  const inside = machine.answered.value.filter((id) => !before.includes(id));
  machine.state.write(machine.answered, before);
  if (result.kind === "never") return rejected(machine, call);
  return promised(settling(result, [...ids, ...inside, ...(result.settles ?? [])]));
}

/** An argument that is no function is ignored. */
function isNoFunction(value: Abstract): boolean {
  return value.kind === "scalar" || value.kind === "text" || value.kind === "reference";
}

function catchCalled(machine: Machine, call: BuiltinCall, self: Abstract): Abstract {
  const handler = argument(machine, call, 0);
  if (self.kind === "never") return isNoFunction(handler) ? rejected(machine, call) : handled(machine, call, handler);
  const value = machine.steps.settleNative(machine, call.frame, self, call.node);
  const failed = optionally(machine, () => invokeHandler(machine, call, handler));
  return promised(join(value, failed));
}

function finallyCalled(machine: Machine, call: BuiltinCall, self: Abstract): Abstract {
  const value = self.kind === "never" ? self : machine.steps.settleNative(machine, call.frame, self, call.node);
  const last = machine.steps.invoke(machine, call.frame, argument(machine, call, 0), [], call.node);
  return value.kind === "never" || last.kind === "never" ? rejected(machine, call) : promised(value);
}

/** The handler of a rejection runs, and the promise has what it gives. */
function handled(machine: Machine, call: BuiltinCall, handler: Abstract): Abstract {
  const result = invokeHandler(machine, call, handler);
  return result.kind === "never" ? rejected(machine, call) : promised(result);
}

/** Calls what handles a rejection, from any of the states in which the promise may have been rejected. */
function invokeHandler(machine: Machine, call: BuiltinCall, handler: Abstract): Abstract {
  const log = machine.pass.rejections.get(call.node);
  if (log) machine.state.anyOf(log);
  const error = unknown("an error", placeOf(machine, call));
  return machine.steps.invoke(machine, call.frame, handler, [error], call.node);
}

/** A promise that is surely rejected. Code that awaits it does not go on; other code does. */
function rejected(machine: Machine, call: BuiltinCall): Abstract {
  const place = placeOf(machine, call);
  return machine.awaitedCalls.has(call.node) ? never(place) : promised(unknown("a rejected promise", place));
}

/** `call`, `apply` and `bind`. */
export function functionMethod(machine: Machine, target: Abstract, key: string): Builtin | undefined {
  if (key === "call") {
    return method(key, (call) =>
      machine.steps.call(
        machine,
        call.frame,
        call.self ?? target,
        argument(machine, call, 0),
        { values: call.args.values.slice(1), more: call.args.more },
        call.node,
      ),
    );
  }
  if (key === "apply") {
    return method(key, (call) => {
      const items = elementsOf(machine, argument(machine, call, 1));
      const exact = items?.every((item) => item.presence === "always");
      const none = isUndefined(argument(machine, call, 1));
      if (!exact && !none) escape(machine, argument(machine, call, 1));
      const values = exact ? (items?.map((item) => item.value) ?? []) : [];
      return machine.steps.call(
        machine,
        call.frame,
        call.self ?? target,
        argument(machine, call, 0),
        { values, more: !exact && !none },
        call.node,
      );
    });
  }
  if (key === "bind") {
    return method(key, (call) => {
      const bound = call.self ?? target;
      const self = argument(machine, call, 0);
      const first = call.args.values.slice(1);
      const inner = method("bound function", (later) =>
        machine.steps.call(
          machine,
          later.frame,
          bound,
          self,
          { values: [...first, ...later.args.values], more: later.args.more || call.args.more },
          later.node,
        ),
      );
      return callable({ ...inner, holds: [bound, self, ...first] }, placeOf(machine, call));
    });
  }
  return undefined;
}
