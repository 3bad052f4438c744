import { optionsOf } from "../../../src/request/drafts/known";
import type { Member, Value } from "../../../src/value/value";

/** A member of a body, at any depth of nested objects. */
export interface BodyMember {
  /** Keys from the body's root to the member. */
  readonly path: readonly string[];
  readonly member: Member;
  /** One alternative of the member's value. Each is listed separately. */
  readonly value: Value;
  /** All alternatives of the member, including `value`. */
  readonly options: readonly Value[];
  /** Whether no enclosing object is one of several alternatives. */
  readonly isSure: boolean;
}

/**
 * Lists the members of a body in source order, including those of nested objects. Arrays are not entered, because the service treats them as a whole.
 *
 * @param body the body's root, or any object.
 * @param path keys that lead to it.
 */
export function* membersOf(body: Value, path: readonly string[] = [], isSure = true): Generator<BodyMember> {
  if (body.kind !== "object") return;
  for (const member of body.members) {
    const below = [...path, member.key];
    const options = optionsOf(member.value);
    for (const value of options) {
      yield { path: below, member, value, options, isSure };
      yield* membersOf(value, below, isSure && options.length === 1);
    }
  }
}

/** Whether a member's key is written at its range in the analysed file. A member added by a wrapper has the range of the wrapper's call. */
export function isKeyHere(member: Member, text: string): boolean {
  const written = text.slice(member.keyRange.start, member.keyRange.end);
  return written.replace(/^\[?(["'`]?)(.*)\1\]?$/s, "$2").trim() === member.key;
}

/** Formats a path for messages: `parent/child`. */
export function printPath(path: readonly string[]): string {
  return path.join("/");
}
