import type { Key } from "../../code/values";
import type { Context } from "../domain";
import type { Evaluation } from "../evaluation";
import { plainText } from "../values";

/** Names of members. */

/** @returns the name of a member, if it is known. */
export function keyOf(evaluation: Evaluation, key: Key, context: Context): string | undefined {
  if (typeof key === "string") return key;
  const value = evaluation.valueOf(key, context);
  if (value.kind === "scalar" && typeof value.value === "number") return String(value.value);
  return plainText(value);
}

/** @returns the names of members of members; `undefined` for each that is not known. */
export function nodeKeys(
  evaluation: Evaluation,
  keys: readonly Key[],
  context: Context,
): readonly (string | undefined)[] {
  return keys.map((key) => keyOf(evaluation, key, context));
}
