import { bareOf } from "../../code/bare";
import type { Key } from "../../code/values";
import type { Context } from "../domain";
import type { Evaluation } from "../evaluation";
import { nodeAt } from "../places";
import { optionsOf, plainText } from "../values";

/** Keys of members. */

/** @returns the key of a member, if it is known. */
export function keyOf(evaluation: Evaluation, key: Key, context: Context): string | undefined {
  if (typeof key === "string") return key;
  const value = evaluation.valueOf(key, context);
  if (value.kind === "scalar" && typeof value.value === "number") return String(value.value);
  return plainText(value);
}

/** @returns the possible values of a key: `for (const key of ["a", "b"])`. Undefined if they are unknown. */
export function namesOf(evaluation: Evaluation, key: Key, context: Context): ReadonlySet<string> | undefined {
  if (typeof key === "string") return new Set([key]);
  const element = nodeAt(context.file, bareOf(context.file.code.values, key));
  const list =
    element.kind === "element" && element.what === "element" ? evaluation.valueOf(element.of, context) : undefined;
  const values =
    list?.kind === "array" && list.open === undefined
      ? list.elements.flatMap(({ value }) => optionsOf(value))
      : optionsOf(evaluation.valueOf(key, context));
  const names = values.flatMap((each) => plainText(each) ?? []);
  return names.length === values.length ? new Set(names) : undefined;
}

/** @returns the keys on a path of members, each undefined if unknown. */
export function nodeKeys(
  evaluation: Evaluation,
  keys: readonly Key[],
  context: Context,
): readonly (string | undefined)[] {
  return keys.map((key) => keyOf(evaluation, key, context));
}
