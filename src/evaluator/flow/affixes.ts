import type TS from "typescript";
import type { Abstract, Frame, KnownPart, Text } from "../domain/domain";
import { joinAll, optionsOf, plainText } from "../domain/values";
import type { Machine } from "../machine";
import { skipWrappers } from "../syntax/wrappers";
import { type Refinement, replace } from "./narrowing";

/** If `x.startsWith("…")` or `x.endsWith("…")` holds, that end of `x` is known. If it fails, it excludes some alternatives of `x`. */

export interface Affix {
  readonly whenTrue: readonly Refinement[];
  readonly whenFalse: readonly Refinement[];
}

/** @returns the test of a text's start or end that a condition is; `undefined` for other conditions. */
export function affixOf(machine: Machine, frame: Frame, node: TS.Expression): Affix | undefined {
  const { ts } = machine;
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression) || node.arguments.length !== 1)
    return undefined;
  const { text: method } = node.expression.name;
  const [argument] = node.arguments;
  const subject = skipWrappers(ts, node.expression.expression);
  if (
    (method !== "startsWith" && method !== "endsWith") ||
    !argument ||
    !(ts.isIdentifier(subject) || ts.isPropertyAccessExpression(subject))
  )
    return undefined;
  const affix = machine.steps.expression(machine, frame, argument);
  const written = plainText(affix);
  const before = machine.steps.expression(machine, frame, subject);
  if (
    affix.kind !== "text" ||
    !written ||
    optionsOf(before).some((option) => option.kind !== "text" && option.kind !== "unknown")
  )
    return undefined;
  const refine =
    (holds: boolean): Refinement =>
    () => {
      const after = optionsOf(before).flatMap((option) => refined(option, affix, written, method, holds));
      if (after.length > 0) replace(machine, frame, subject, before, joinAll(after, before.place));
    };
  return { whenTrue: [refine(true)], whenFalse: [refine(false)] };
}

function refined(
  option: Abstract,
  affix: Text,
  written: string,
  method: "startsWith" | "endsWith",
  holds: boolean,
): readonly Abstract[] {
  const whole = plainText(option);
  if (whole !== undefined) return whole[method](written) === holds ? [option] : [];
  if (!holds || (option.kind === "unknown" && option.is !== undefined && option.is !== "string")) return [option];
  const parts = option.kind === "text" && !option.json ? option.parts : [{ kind: "hole" as const, value: option }];
  if (parts.at(method === "startsWith" ? 0 : -1)?.kind !== "hole") return [option];
  const known = affix.parts
    .filter((part): part is KnownPart => part.kind === "text")
    .map((part): KnownPart => ({ ...part, offsets: undefined, place: { ...option.place, foreign: true } }));
  return [
    { kind: "text", parts: method === "startsWith" ? [...known, ...parts] : [...parts, ...known], place: option.place },
  ];
}
