import type { Abstract, Element, Entry } from "../../../src/evaluate/domain";
import {
  alternativesOf,
  arrayOf,
  computedPart,
  entry,
  holePart,
  objectOf,
  textFrom,
  unknown,
} from "../../../src/evaluate/make";
import { optionsOf } from "../../../src/evaluate/values";
import { exactly, nowhere } from "./calls";

/** A value of a run, and something less that is known of it. */
export interface Weakened {
  readonly actual: unknown;
  readonly known: Abstract;
}

type Choose = (most: number) => number;

/** What is known of a value is drawn: all, a part, one of several, its type, nothing. */
export function weaken(actual: unknown, choose: Choose, depth = 0): Abstract {
  const way = choose(depth === 0 ? 8 : 12);
  if (way === 0) return unknown("nothing is known", nowhere);
  if (way === 1) return unknown("its type is known", nowhere, { is: typeOf(actual) });
  if (way === 2) {
    // The condition holds, so that the other possibility is none where anything else assumes it too.
    const other = exactly(["other", "a/b", 7, null, true][choose(5)]);
    const sides = [assuming(weakenPart(actual, choose, depth), true), assuming(other, false)];
    if (choose(2) === 0) sides.reverse();
    const [first] = sides;
    return first ? alternativesOf(sides.flatMap(optionsOf), nowhere) : exactly(actual);
  }
  return weakenPart(actual, choose, depth);
}

function assuming(value: Abstract, holds: boolean): Abstract {
  return { ...value, assumes: new Map([["condition", holds]]) };
}

function typeOf(value: unknown): "array" | "boolean" | "number" | "object" | "string" | undefined {
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  if (value === null || (type !== "object" && type !== "string" && type !== "number" && type !== "boolean"))
    return undefined;
  return type;
}

function weakenPart(actual: unknown, choose: Choose, depth: number): Abstract {
  if (typeof actual === "string" && choose(2) === 0) return withHole(actual, choose);
  if (Array.isArray(actual)) return weakenList(actual, choose, depth);
  if (typeof actual === "object" && actual !== null) return weakenObject(actual, choose, depth);
  return exactly(actual);
}

function withHole(actual: string, choose: Choose): Abstract {
  const start = choose(actual.length + 1);
  const end = start + choose(actual.length - start + 1);
  const parts = [actual.slice(0, start), actual.slice(end)].map((each) =>
    each === "" ? [] : [computedPart(each, nowhere)],
  );
  const about = choose(2) === 0 ? { is: "string" as const } : {};
  return textFrom([...(parts[0] ?? []), holePart(unknown("a hole", nowhere, about)), ...(parts[1] ?? [])], nowhere);
}

function weakenList(actual: readonly unknown[], choose: Choose, depth: number): Abstract {
  const elements = actual.map((each): Element => ({
    value: weaken(each, choose, depth + 1),
    presence: choose(6) === 0 ? "maybe" : "always",
  }));
  if (choose(6) === 0) elements.splice(choose(elements.length + 1), 0, { value: exactly("absent"), presence: "maybe" });
  if (choose(8) !== 0) return arrayOf(elements, nowhere);
  return arrayOf(
    elements.filter(() => choose(2) === 0).map((each): Element => ({ ...each, presence: "maybe" })),
    nowhere,
    { open: "an open list" },
  );
}

function weakenObject(actual: object, choose: Choose, depth: number): Abstract {
  const isOpen = choose(6) === 0;
  const members = Object.entries(actual)
    .filter(() => !isOpen || choose(2) === 0)
    .map(([key, each]): [string, Entry] => [
      key,
      entry(weaken(each, choose, depth + 1), nowhere, choose(6) === 0 ? "maybe" : "always"),
    ]);
  if (choose(6) === 0) members.push(["absent", entry(exactly("absent"), nowhere, "maybe")]);
  return objectOf(new Map(members), nowhere, { open: isOpen ? "an open object" : undefined });
}

/** @returns a value as it is written in messages. */
export function shown(value: Abstract): string {
  switch (value.kind) {
    case "text":
      return `"${value.parts.map((part) => (part.kind === "text" ? part.text : `\${${shown(part.value)}}`)).join("")}"`;
    case "scalar":
      return String(value.value);
    case "alternatives":
      return value.options.map(shown).join(" | ");
    case "array":
      return `[${value.elements.map(({ value: each, presence }) => shown(each) + (presence === "maybe" ? "?" : "")).join(", ")}${value.open === undefined ? "" : ", …"}]`;
    case "object":
      return `{${[...value.members].map(([key, made]) => `${key}${made.presence === "maybe" ? "?" : ""}: ${shown(made.value)}`).join(", ")}${value.open === undefined ? "" : ", …"}}`;
    default:
      return value.kind === "unknown" ? `unknown ${value.is ?? ""}` : value.kind;
  }
}
