import type TS from "typescript";
import type { Abstract, Unknown } from "../domain/domain";
import { isUndefined, optionsOf } from "../domain/values";
import type { Program } from "../program";
import { nullishOf } from "../store/truth";
import type { Resolve } from "../../syntax/declared-types";
import { isOptionalMember } from "../../syntax/optional-members";
import { isOptionalParameter } from "../../syntax/parameters";

/** Whether a member's value comes from an optional chain, or is an optional parameter or its member: `undefined` is not sent. */
export function mayBeMissing(program: Program, value: Abstract): boolean {
  const { ts } = program;
  const resolve: Resolve = (from, specifier) => program.pass.resolveModule(from, specifier);
  const options = optionsOf(value).filter((option) => !isUndefined(option));
  return options.some((option) => {
    if (option.kind !== "unknown" || nullishOf(program, option) !== undefined) return false;
    if (option.typed && ts.isOptionalChain(option.typed)) return true;
    // One of several values stands behind a test or a default.
    if (options.length > 1) return false;
    const { member, typed } = option;
    const owner = member && annotated(program, member);
    if (owner) return isOptionalMember(ts, owner.typed, owner.path, resolve);
    return typed !== undefined && isOptionalParameter(ts, typed);
  });
}

interface AnnotatedOwner {
  readonly typed: TS.Node;
  readonly path: readonly string[];
}

/** @returns the innermost value of which a member is one and whose type is written, and the names that lead from there to the member. */
function annotated({ ts }: Program, member: NonNullable<Unknown["member"]>): AnnotatedOwner | undefined {
  const path: string[] = [];
  for (let each: Unknown["member"] = member; each; each = each.of.member) {
    path.unshift(each.key);
    const { typed } = each.of;
    if (typed && (ts.isTypeNode(typed) || (ts.isParameter(typed) && typed.type))) return { typed, path };
  }
  return undefined;
}
