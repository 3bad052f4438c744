import { optionsOf } from "../../../src/request/drafts/known";
import type { Member, Value } from "../../../src/value/value";

/** A member of a body, at any depth below objects. */
export interface BodyMember {
  /** Keys from the body's root to the member. */
  readonly path: readonly string[];
  readonly member: Member;
  /** The member's value; each alternative of a conditional is listed on its own. */
  readonly value: Value;
  /** All alternatives of the member, with `value` among them. */
  readonly options: readonly Value[];
  /** No object around the member is one of several alternatives. */
  readonly isSure: boolean;
}

/**
 * Lists the members of a body in source order, through nested objects but not into arrays, which the service takes as a whole.
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

/**
 * Whether a member's key is written at its place in the file under analysis. A member that a wrapper adds is written inside the wrapper, and
 * has the place of the wrapper's call.
 */
export function isKeyHere(member: Member, text: string): boolean {
  const written = text.slice(member.keyRange.start, member.keyRange.end);
  return written.replace(/^\[?(["'`]?)(.*)\1\]?$/s, "$2").trim() === member.key;
}

/** A path as messages name it: `parent/child`. */
export function printPath(path: readonly string[]): string {
  return path.join("/");
}
