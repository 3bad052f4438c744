import type TS from "typescript";
import { unknown } from "../domain/constructors";
import type { Abstract, Frame, Reference } from "../domain/domain";
import { isFunction } from "../domain/functions";
import { optionsOf } from "../domain/values";
import { trailOf } from "../expressions/unknown-member";
import type { Program } from "../program";
import { writtenKey } from "../../syntax/private-names";
import { isCalled } from "../../syntax/wrappers";

/**
 * Finds the member that an object had when it escaped (`window.api = api`). Unknown code changes data, but hardly ever replaces functions,
 * clients and services: these are called as they were, and all else stays unknown.
 *
 * @returns a function, if it is called; otherwise an unknown value with the functions of the former member.
 */
export function heldMember(
  program: Program,
  frame: Frame,
  target: Reference,
  key: string,
  node: TS.Node,
): Abstract | undefined {
  const field = program.pass.visibility.held(target.cell, key)?.get(key);
  if (field?.presence !== "always" || field.getter || field.maybeGetter) return undefined;
  const { value } = field;
  const isEach = (test: (option: Abstract) => boolean): boolean =>
    value.kind !== "never" && optionsOf(value).every(test);
  if (isCalled(program.ts, node) && isEach((option) => isFunction(program.ts, option))) return value;
  const typed = value.kind === "unknown" ? value.typed : undefined;
  const hasFunctions = isEach(mayHaveFunctions);
  if (!typed && !hasFunctions) return undefined;
  const found = unknown(`\`${key}\` of an object that unknown code holds`, program.place(frame, node), {
    origin: { trail: value.origin?.trail.length ? value.origin.trail : ownTrail(target, key) },
    typed,
  });
  if (hasFunctions) program.pass.standIns.held.set(found.identity, value);
  return found;
}

function ownTrail(target: Reference, key: string): readonly string[] {
  return target.cell.constructedBy ? [`this.${writtenKey(key)}`] : trailOf(target, key);
}

function mayHaveFunctions(value: Abstract): boolean {
  return (
    value.kind === "native" || value.kind === "callable" || (value.kind === "reference" && value.cell.type === "object")
  );
}
