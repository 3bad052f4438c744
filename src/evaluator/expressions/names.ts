import type TS from "typescript";
import { globalBuiltin } from "../builtins/globals";
import { callable, nativeValue, scalar, unknown } from "../domain/constructors";
import type { Abstract, Frame } from "../domain/domain";
import { type Binding, findBinding } from "../domain/scope";
import { moveTo } from "../domain/values";
import type { Machine } from "../machine";
import { replacedGlobal } from "./replaced-globals";

/** @returns the value of a name. */
export function readName(machine: Machine, frame: Frame, node: TS.Identifier): Abstract {
  const binding = findBinding(frame.scope, node.text);
  if (binding) return readBinding(machine, frame, binding, node);
  return readGlobal(machine, frame, node);
}

/** @param outside see `readVariable` of `Visibility`. */
export function readBinding(
  machine: Machine,
  frame: Frame,
  binding: Binding,
  node: TS.Node,
  outside = false,
): Abstract {
  const place = machine.place(frame, node);
  const value = machine.visibility.readVariable(binding.slot, place, outside);
  if (value) return arrive(value, place);
  if (!binding.load)
    return unknown(`\`${binding.name}\` before it has a value`, place, { origin: { trail: [binding.name] } });
  // An import has one value, whichever branch asks for it first.
  return arrive(machine.state.load(binding.slot, binding.load), place);
}

/**
 * @returns the value as it comes in at a place: its own range, where that lies in the same file. An unknown value takes the range of its use;
 *   an argument takes the range at which it is passed.
 */
export function arrive(value: Abstract, place: Abstract["place"]): Abstract {
  if (value.kind === "unknown" && (value.place.activation === place.activation || !value.place.activation.active))
    return { ...value, place };
  return value.place.activation.active ? value : moveTo(value, place);
}

function readGlobal(machine: Machine, frame: Frame, node: TS.Identifier): Abstract {
  const place = machine.place(frame, node);
  const name = node.text;
  if (name === "undefined") return scalar(undefined, place);
  if (name === "NaN" || name === "Infinity") return scalar(Number(name), place);
  if (machine.asyncWrites.hasGlobal(name))
    return replacedGlobal(machine, name, place) ?? unknown(`\`${name}\` is assigned`, place);
  return (
    knownGlobal(machine, name, place) ??
    unknown(`\`${name}\``, place, { origin: { trail: [name] }, identity: machine.identities.global(name) })
  );
}

function knownGlobal(machine: Machine, name: string, place: Abstract["place"]): Abstract | undefined {
  const native = machine.library.global(name);
  if (native) return nativeValue(native, place, { trail: [name] });
  const builtin = globalBuiltin(machine, name);
  return builtin && callable(builtin, place);
}

const globalObjects = ["globalThis", "window", "self", "global"];

export function isGlobalObject(machine: Machine, value: Abstract): boolean {
  return value.kind === "unknown" && machine.identities.isGlobal(value.identity, globalObjects);
}

/** @returns the platform's or a library's global of a name: `globalThis.fetch`. */
export function memberOfGlobal(
  machine: Machine,
  value: Abstract,
  name: string,
  place: Abstract["place"],
): Abstract | undefined {
  if (!isGlobalObject(machine, value)) return undefined;
  return machine.asyncWrites.hasGlobal(name) ? replacedGlobal(machine, name, place) : knownGlobal(machine, name, place);
}
