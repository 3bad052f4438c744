import type TS from "typescript";
import { nativeValue } from "../domain/constructors";
import type { Abstract, Place } from "../domain/domain";
import { optionsOf } from "../domain/values";
import type { Program } from "../program";
import { isForwarder } from "../../syntax/forwarders";

/**
 * Globals that the program replaces: `globalThis.fetch = (url, init) => real(url, init)`. Nobody knows when, so that a call of one is a call of either.
 * Its requests are listed all the same.
 */

/** Notes that a global is assigned, and whether its new value forwards its arguments. */
export function noteReplaced(program: Program, name: string, value: Abstract): void {
  program.pass.asyncWrites.noteGlobal(name);
  if (!optionsOf(value).every((option) => passesOn(program.ts, option)))
    program.pass.asyncWrites.noteGlobal(changedName(name));
}

/** @returns the client that stands for a replaced global: one that may add header fields, or of whose requests nothing is known. */
export function replacedGlobal(program: Program, name: string, place: Place): Abstract | undefined {
  const isChanged = program.pass.asyncWrites.hasGlobal(changedName(name));
  const type = `${isChanged ? "replaced" : "typeof"} ${name}`;
  const native = program.library.type(type, { file: place.file.fileName });
  return native && nativeValue(native, place, { trail: [name] });
}

function changedName(name: string): string {
  return `${name}()`;
}

function passesOn(ts: typeof TS, value: Abstract): boolean {
  if (value.kind === "native") return true;
  if (value.kind !== "callable") return false;
  const { target } = value;
  if (target.type === "builtin") return target.holds?.[0] !== undefined && passesOn(ts, target.holds[0]);
  return !ts.isClassLike(target.node) && isForwarder(ts, target.node);
}
