import type { Abstract } from "../domain/domain";
import { isUndefined, optionsOf } from "../domain/values";
import type { Machine } from "../machine";
import { nullishOf } from "../store/truth";
import type { Resolve } from "../syntax/declared-types";
import { isOptionalMember } from "../syntax/optional-members";
import { isOptionalParameter } from "../syntax/parameters";

/** Whether a member's value comes from an optional chain, or is an optional parameter or its member: `undefined` is not sent. */
export function mayBeMissing(machine: Machine, value: Abstract): boolean {
  const { ts } = machine;
  const resolve: Resolve = (from, specifier) => machine.resolveModule(from, specifier);
  const options = optionsOf(value).filter((option) => !isUndefined(option));
  return options.some((option) => {
    if (option.kind !== "unknown" || nullishOf(machine, option) !== undefined) return false;
    if (option.typed && ts.isOptionalChain(option.typed)) return true;
    // One of several values stands behind a test or a default.
    if (options.length > 1) return false;
    const { member, typed } = option;
    if (member?.of.typed) return isOptionalMember(ts, member.of.typed, member.key, resolve);
    return typed !== undefined && isOptionalParameter(ts, typed);
  });
}
