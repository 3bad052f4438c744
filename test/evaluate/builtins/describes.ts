import { elementsOf, textForm } from "../../../src/evaluate/builtins";
import { listOfIterator, entryList } from "../../../src/evaluate/builtins/arrays/elements";
import type { Abstract, ArrayValue, ObjectValue, Part, Single, Text, Unknown } from "../../../src/evaluate/domain";
import { plainText } from "../../../src/evaluate/values";
import { nowhere } from "./calls";

/** @returns why an abstract value does not describe a value of a run; nothing where it does. */
export function contradiction(claim: Abstract, actual: unknown): string | undefined {
  if (claim.kind === "never") return `claimed to throw; it was ${show(actual)}`;
  if (claim.kind === "alternatives") {
    const reasons = claim.options.map((option) => ofOne(option, actual));
    return reasons.includes(undefined) ? undefined : `none of ${reasons.length}: ${reasons.join(" / ")}`;
  }
  return ofOne(claim, actual);
}

function ofOne(claim: Single, actual: unknown): string | undefined {
  const wrong = (what: string): string => `claimed ${what}; it was ${show(actual)}`;
  switch (claim.kind) {
    case "unknown":
      return ofUnknown(claim, actual);
    case "scalar":
      return Object.is(claim.value, actual) ? undefined : wrong(String(claim.value));
    case "text":
      return ofText(claim, actual);
    case "array":
      return ofList(claim, actual);
    case "object":
      return ofObject(claim, actual);
    case "builtin":
      return typeof actual === "function" || typeof actual === "object" ? undefined : wrong(claim.builtin.label);
    default:
      return wrong(claim.kind);
  }
}

function ofUnknown(claim: Unknown, actual: unknown): string | undefined {
  return ofType(claim, actual) ?? ofIndex(claim, actual);
}

function ofIndex({ index }: Unknown, actual: unknown): string | undefined {
  if (!index || typeof actual !== "number") return undefined;
  const isWrong = actual < index.least || (actual === 0 && !index.mayBeFirst);
  return isWrong ? `claimed to be at ${index.least} or later; it was ${show(actual)}` : undefined;
}

function ofType({ is, truth, nullish }: Unknown, actual: unknown): string | undefined {
  const wrong = (what: string): string => `claimed to be ${what}; it was ${show(actual)}`;
  const isOther = is === "array" ? !Array.isArray(actual) : is !== undefined && typeof actual !== is;
  if (isOther || (is !== undefined && actual === null)) return wrong(`of ${is}`);
  if (truth !== undefined && Boolean(actual) !== truth) return wrong(`of truth ${String(truth)}`);
  if (nullish !== undefined && ((actual ?? undefined) === undefined) !== nullish)
    return wrong(`nullish ${String(nullish)}`);
  return undefined;
}

function ofText(claim: Text, actual: unknown): string | undefined {
  if (claim.json) {
    if (typeof actual !== "string")
      return actual === undefined && claim.json.kind === "unknown" ? undefined : `claimed JSON; it was ${show(actual)}`;
    return asJson(claim.json, JSON.parse(actual));
  }
  return typeof actual === "string" && pattern(claim.parts).test(actual)
    ? undefined
    : `claimed ${String(pattern(claim.parts))}; it was ${show(actual)}`;
}

/** JSON leaves out what is undefined or a function; numbers that are none are null. */
function asJson(claim: Abstract, actual: unknown): string | undefined {
  switch (claim.kind) {
    case "alternatives": {
      const reasons = claim.options.map((option) => asJson(option, actual));
      return reasons.includes(undefined) ? undefined : reasons.join(" / ");
    }
    case "scalar":
      if (typeof claim.value !== "number") return contradiction(claim, actual);
      return contradiction({ ...claim, value: Number.isFinite(claim.value) ? claim.value + 0 : null }, actual);
    case "unknown":
      return claim.is === "number" && actual === null ? undefined : ofType(claim, actual);
    case "array":
      return Array.isArray(actual) ? listAsJson(claim, actual) : contradiction(claim, actual);
    case "object":
      return typeof actual === "object" && actual !== null
        ? objectAsJson(claim, actual as Record<string, unknown>)
        : contradiction(claim, actual);
    default:
      return contradiction(claim, actual);
  }
}

function listAsJson({ elements, open }: ArrayValue, actual: readonly unknown[]): string | undefined {
  if (open !== undefined || elements.some(({ presence }) => presence === "maybe")) return undefined;
  if (elements.length !== actual.length) return `claimed ${elements.length} elements in JSON; ${show(actual)}`;
  const inList = (value: Abstract, index: number): string | undefined => {
    if (isNothing(value)) return actual[index] === null ? undefined : "claimed null";
    return mayBeNothing(value) && actual[index] === null ? undefined : asJson(value, actual[index]);
  };
  return first(elements.map(({ value }, index) => inList(value, index)));
}

function objectAsJson({ members, open }: ObjectValue, actual: Readonly<Record<string, unknown>>): string | undefined {
  const extra = Object.keys(actual).find((key) => !members.has(key));
  if (extra !== undefined && open === undefined) return `claimed no member ${extra} in JSON: ${show(actual)}`;
  return first(
    [...members].map(([key, { value, presence }]) => {
      if (isNothing(value)) return undefined;
      if (key in actual) return asJson(value, actual[key]);
      const mayLack = presence === "maybe" || mayBeNothing(value);
      return mayLack ? undefined : `claimed a member ${key} in JSON: ${show(actual)}`;
    }),
  );
}

function isNothing(value: Abstract): boolean {
  return (value.kind === "scalar" && value.value === undefined) || value.kind === "builtin";
}

function mayBeNothing(value: Abstract): boolean {
  return (
    value.kind === "unknown" ||
    (value.kind === "alternatives" && value.options.some((option) => mayBeNothing(option) || isNothing(option)))
  );
}

function first(reasons: readonly (string | undefined)[]): string | undefined {
  return reasons.find((reason) => reason !== undefined);
}

function ofList(claim: ArrayValue, actual: unknown): string | undefined {
  const list: unknown = claim.class === "Set" && actual instanceof Set ? [...(actual as Set<unknown>)] : actual;
  if (!Array.isArray(list)) return `claimed a list; it was ${show(actual)}`;
  return elementsFit(claim, list)
    ? undefined
    : `claimed other elements (${claim.elements.length}); it was ${show(list)}`;
}

function elementsFit(claim: Abstract, actual: readonly unknown[]): boolean {
  const elements = elementsOf(claim);
  if (!elements) return true;
  const fits = (element: number, at: number): boolean => {
    const next = elements[element];
    if (!next) return at === actual.length;
    if (next.presence === "maybe" && fits(element + 1, at)) return true;
    return at < actual.length && contradiction(next.value, actual[at]) === undefined && fits(element + 1, at + 1);
  };
  return fits(0, 0);
}

function ofObject(claim: ObjectValue, actual: unknown): string | undefined {
  if (typeof actual !== "object" || actual === null || Array.isArray(actual))
    return `claimed an object; it was ${show(actual)}`;
  const list = listOfIterator(claim) ?? (claim.class === "Map" ? claim : undefined);
  if (list)
    return elementsFit(list, [...(actual as Iterable<unknown>)])
      ? undefined
      : `claimed other entries; it was ${show(actual)}`;
  switch (claim.class) {
    case undefined:
      return ofMembers(claim, actual as Record<string, unknown>);
    case "URL":
    case "RegExp":
      return contradiction(textForm(claim, nowhere), (actual as URL).toString());
    case "URLSearchParams":
    case "Headers":
    case "FormData":
      return ofEntries(claim, [...(actual as Iterable<[string, string]>)]);
    default:
      return undefined;
  }
}

function ofMembers({ members, open }: ObjectValue, actual: Readonly<Record<string, unknown>>): string | undefined {
  for (const [key, { value, presence }] of members) {
    if (!Object.hasOwn(actual, key)) {
      if (presence === "always") return `claimed a member ${key}; it was ${show(actual)}`;
      continue;
    }
    const reason = contradiction(value, actual[key]);
    if (reason !== undefined) return `${key}: ${reason}`;
  }
  const extra = Object.keys(actual).find((key) => !members.has(key));
  return extra !== undefined && open === undefined ? `claimed no member ${extra}; it was ${show(actual)}` : undefined;
}

function ofEntries(claim: ObjectValue, entries: readonly (readonly [string, string])[]): string | undefined {
  const fold = (key: string): string => (claim.class === "Headers" ? key.toLowerCase() : key);
  const keys = new Set([...claim.members.keys()].map(fold));
  const extra = entries.find(([key]) => !keys.has(key));
  if (extra && claim.open === undefined) return `claimed no entry ${extra[0]}; it was ${show(entries)}`;
  const reasons = [...claim.members].map(([key, { value, presence }]) => {
    const values = entries.filter(([each]) => each === fold(key)).map(([, each]) => each);
    if (values.length > 0) return ofValues(value, values);
    return presence === "always" ? `claimed an entry ${key}; it was ${show(entries)}` : undefined;
  });
  return first(reasons) ?? ofOrder(claim, entries);
}

function ofValues(value: Abstract, values: readonly string[]): string | undefined {
  if (value.kind === "array")
    return elementsFit(value, values) ? undefined : `claimed other values; it was ${show(values)}`;
  if (values.length > 1) return value.kind === "text" ? `claimed one value; it was ${show(values)}` : undefined;
  return contradiction(textForm(value, nowhere), values[0]);
}

function ofOrder(claim: ObjectValue, entries: readonly (readonly [string, string])[]): string | undefined {
  const list = entryList(claim);
  if (!list?.every(({ presence }) => presence === "always")) return undefined;
  const order = list.map(({ key }) => plainText(key)).join();
  return order === entries.map(([key]) => key).join()
    ? undefined
    : `claimed the order ${order}; it was ${show(entries)}`;
}

function pattern(parts: readonly Part[]): RegExp {
  const source = parts.map((part) => (part.kind === "text" ? quoted(part.text) : holePattern(part.value))).join("");
  return new RegExp(`^${source}$`, "su");
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

function holePattern(value: Abstract): string {
  if (value.kind === "alternatives") return `(?:${value.options.map(holePattern).join("|")})`;
  if (value.kind === "text" && !value.json) return pattern(value.parts).source.slice(1, -1);
  return "[^]*";
}

function show(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (value instanceof Map || value instanceof Set || value instanceof Headers || value instanceof URLSearchParams)
    return JSON.stringify([...(value as Iterable<unknown>)]);
  try {
    return value === undefined ? "undefined" : JSON.stringify(value);
  } catch {
    return "something circular, or a bigint";
  }
}
