import type TS from "typescript";
import { globalBuiltin } from "../builtins/globals";
import { callable, nativeValue, scalar, unknown } from "../domain/constructors";
import type { Abstract, Binding, Frame } from "../domain/domain";
import { findBinding } from "../domain/scope";
import { moveTo } from "../domain/values";
import type { Program } from "../program";
import { replacedGlobal } from "./replaced-globals";

/** @returns the value of a name. */
export function readName(program: Program, frame: Frame, node: TS.Identifier): Abstract {
  const binding = findBinding(frame.scope, node.text);
  if (binding) return readBinding(program, frame, binding, node);
  return readGlobal(program, frame, node);
}

/** @param outside see `readVariable` of `Visibility`. */
export function readBinding(
  program: Program,
  frame: Frame,
  binding: Binding,
  node: TS.Node,
  outside = false,
): Abstract {
  const place = program.place(frame, node);
  const value = program.pass.visibility.readVariable(binding.slot, place, outside);
  if (value) return arrive(value, place);
  if (!binding.load)
    return unknown(`\`${binding.name}\` before it has a value`, place, { origin: { trail: [binding.name] } });
  // An import has one value, whichever branch asks for it first.
  return arrive(program.state.load(binding.slot, binding.load), place);
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

function readGlobal(program: Program, frame: Frame, node: TS.Identifier): Abstract {
  const place = program.place(frame, node);
  const name = node.text;
  if (name === "undefined") return scalar(undefined, place);
  if (name === "NaN" || name === "Infinity") return scalar(Number(name), place);
  if (program.pass.asyncWrites.hasGlobal(name))
    return replacedGlobal(program, name, place) ?? unknown(`\`${name}\` is assigned`, place);
  return (
    knownGlobal(program, name, place) ??
    unknown(`\`${name}\``, place, { origin: { trail: [name] }, identity: program.pass.identities.global(name) })
  );
}

function knownGlobal(program: Program, name: string, place: Abstract["place"]): Abstract | undefined {
  const native = program.library.global(name);
  if (native) return nativeValue(native, place, { trail: [name] });
  const builtin = globalBuiltin(program, name);
  return builtin && callable(builtin, place);
}

const globalObjects = ["globalThis", "window", "self", "global"];

export function isGlobalObject(program: Program, value: Abstract): boolean {
  return value.kind === "unknown" && program.pass.identities.isGlobal(value.identity, globalObjects);
}

/** @returns the platform's or a library's global of a name: `globalThis.fetch`. */
export function memberOfGlobal(
  program: Program,
  value: Abstract,
  name: string,
  place: Abstract["place"],
): Abstract | undefined {
  if (!isGlobalObject(program, value)) return undefined;
  return program.pass.asyncWrites.hasGlobal(name)
    ? replacedGlobal(program, name, place)
    : knownGlobal(program, name, place);
}
