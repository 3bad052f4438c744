import type { Path } from "../mismatch";
import { keyOf, type Plain } from "./plain";
import type { Schema } from "./schema";

/** One constraint that a value does not meet. */
export interface Violation {
  /** The keyword of the schema. */
  readonly keyword: string;
  /** Where the value stands, from the one that was examined. */
  readonly path: Path;
  /** What the value is, as the rest of a sentence about it: "has 12 characters". */
  readonly found: string;
  /** What it has to be, in words that follow "must": "have at most 10 characters". */
  readonly expected: string;
  /** Of an element that repeats another: where the first one stands. */
  readonly first?: Path;
}

/** Whether a value meets a schema; `unknown` where that depends on an unknown part of the value. */
export type Verdict = "fits" | "fails" | "unknown";

/** Takes each violation that is certain. Absent where the verdict alone is asked for. */
export type Report = ((violation: Violation) => void) | undefined;

/** Joins verdicts that have to be met together. */
export function join(left: Verdict, right: Verdict): Verdict {
  if (left === "fails" || right === "fails") return "fails";
  return left === "unknown" ? left : right;
}

/** Longer values are cut in messages. */
const mostLetters = 60;

/** @returns a value in code marks, cut if it is long. */
export function quote(value: Plain): string {
  const text = typeof value === "string" ? value : keyOf(value);
  const short = text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
  return short === "" ? "empty" : `\`${short}\``;
}

/** @returns the key which a schema asks for, where it asks for nothing else: `{ required: [a] }`. */
export function getRequiredKey(schema: Schema): string | undefined {
  const [key, another] = schema.required ?? [];
  return Object.keys(schema).length === 1 && another === undefined ? key : undefined;
}

/** @returns keys in code marks, as a phrase: `a`, `b` and `c`. */
export function list(keys: readonly (string | undefined)[], word: string): string {
  const marked = keys.map((key) => `\`${key ?? ""}\``);
  const last = marked.at(-1) ?? "";
  return marked.length < 2 ? last : `${marked.slice(0, -1).join(", ")} ${word} ${last}`;
}
