import type { Path } from "../mismatch";
import { keyOf, type Plain } from "./plain";
import type { Schema } from "./schema";

/** A constraint that a value violates. */
export interface Violation {
  /** The keyword of the schema. */
  readonly keyword: string;
  /** The path from the checked value to the wrong one. */
  readonly path: Path;
  /** A description of the value that completes a sentence about it: "has 12 characters". */
  readonly found: string;
  /** The requirement, which completes a sentence after "must": "have at most 10 characters". */
  readonly expected: string;
  /** For a repeated element: the path of its first occurrence. */
  readonly first?: Path;
}

/** Whether a value satisfies a schema; `unknown` if that depends on an unknown part of the value. */
export type Verdict = "fits" | "fails" | "unknown";

/** Called for each certain violation. Absent if only the verdict is needed. */
export type Report = ((violation: Violation) => void) | undefined;

/** Combines the verdicts of two requirements, both of which must be met. */
export function join(left: Verdict, right: Verdict): Verdict {
  if (left === "fails" || right === "fails") return "fails";
  return left === "unknown" ? left : right;
}

/** Longer values are truncated in messages. */
const mostLetters = 60;

/** @returns a value in backticks, truncated if it is long. */
export function quote(value: Plain): string {
  const text = typeof value === "string" ? value : keyOf(value);
  const short = text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
  return short === "" ? "empty" : `\`${short}\``;
}

/** @returns the key that a schema requires, if it requires nothing else: `{ required: [a] }`. */
export function getRequiredKey(schema: Schema): string | undefined {
  const [key, another] = schema.required ?? [];
  return Object.keys(schema).length === 1 && another === undefined ? key : undefined;
}

/** @returns keys in backticks as a phrase: `a`, `b` and `c`. */
export function list(keys: readonly (string | undefined)[], word: string): string {
  const marked = keys.map((key) => `\`${key ?? ""}\``);
  const last = marked.at(-1) ?? "";
  return marked.length < 2 ? last : `${marked.slice(0, -1).join(", ")} ${word} ${last}`;
}
