import type { StringPart, Value } from "../../src/value/value";
import { stringifiedValue } from "../../src/clients/native";

/** The run-time values of the unknown values in one claim, by identity. */
export type Identified = Map<number, unknown>;

/**
 * Checks whether a claim about a value is true of the run-time value.
 *
 * @returns the contradiction; undefined if the claim is true.
 */
export function contradiction(claim: Value, actual: unknown, seen: Identified = new Map()): string | undefined {
  const wrong = (what: string): string => `${what}; it was ${show(actual)}`;
  switch (claim.kind) {
    case "unknown":
      return unknownContradiction(claim, actual, seen);
    case "alternatives": {
      const reasons = claim.options.map((option) => contradiction(option, actual, new Map(seen)));
      return reasons.every((reason) => reason !== undefined)
        ? wrong(`none of ${claim.options.length}: ${reasons.join(" / ")}`)
        : undefined;
    }
    case "string":
      return typeof actual === "string" && pattern(claim.parts).test(actual)
        ? undefined
        : wrong(`claimed ${String(pattern(claim.parts))}`);
    case "opaque":
      return opaqueContradiction(claim, actual, seen);
    case "array":
      return arrayContradiction(claim, actual, seen);
    case "object":
      return objectContradiction(claim, actual, seen);
    default: {
      const claimed = scalarOf(claim);
      return Object.is(actual, claimed) ? undefined : wrong(`claimed ${String(claimed)}`);
    }
  }
}

function scalarOf(claim: Extract<Value, { kind: "null" | "undefined" | "number" | "boolean" }>): unknown {
  return claim.kind === "null" ? null : claim.kind === "undefined" ? undefined : claim.value;
}

function unknownContradiction(
  { is, reason, origin }: Extract<Value, { kind: "unknown" }>,
  actual: unknown,
  seen: Identified,
): string | undefined {
  if (is !== undefined && !isOf(is, actual)) return `claimed to be of ${is} (${reason}); it was ${show(actual)}`;
  const identity = origin?.identity;
  if (identity === undefined || typeof actual === "object") return undefined;
  if (seen.has(identity) && !Object.is(seen.get(identity), actual))
    return `claimed to be the same as ${show(seen.get(identity))}; it was ${show(actual)}`;
  seen.set(identity, actual);
  return undefined;
}

function isOf(type: string, actual: unknown): boolean {
  if (type === "array") return Array.isArray(actual);
  return typeof actual === type && actual !== null;
}

function opaqueContradiction(
  claim: Extract<Value, { kind: "opaque" }>,
  actual: unknown,
  seen: Identified,
): string | undefined {
  const json = stringifiedValue(claim);
  if (!json) return typeof actual === "function" ? undefined : `claimed ${claim.label}; it was ${show(actual)}`;
  // `undefined` and functions have no JSON text, so an unknown value may be one.
  if (json.kind === "unknown" && actual === undefined) return undefined;
  return typeof actual === "string"
    ? contradiction(writtenAsJson(json), JSON.parse(actual), seen)
    : `claimed JSON text; it was ${show(actual)}`;
}

/** The value after JSON serialization: functions and `undefined` are omitted, and `NaN` becomes `null`. */
function writtenAsJson(claim: Value): Value {
  const isNothing = (value: Value): boolean =>
    value.kind === "undefined" || (value.kind === "opaque" && stringifiedValue(value) === undefined);
  const inList = (value: Value): Value =>
    isNothing(value) ? { kind: "null", range: value.range } : writtenAsJson(value);
  switch (claim.kind) {
    case "unknown":
      return claim.is === "number" ? { kind: "unknown", reason: claim.reason, range: claim.range } : claim;
    case "number":
      return Number.isFinite(Number(claim.value))
        ? { ...claim, value: Number(claim.value) + 0 }
        : { kind: "null", range: claim.range };
    case "alternatives":
      return { ...claim, options: claim.options.map(writtenAsJson) };
    case "array":
      return { ...claim, elements: claim.elements.map((each) => ({ ...each, value: inList(each.value) })) };
    case "object":
      return {
        ...claim,
        members: claim.members
          .filter(({ value }) => !isNothing(value))
          .map((member) => {
            const mayLack = member.value.kind === "alternatives" && member.value.options.some(isNothing);
            return { ...member, value: writtenAsJson(member.value), presence: mayLack ? "maybe" : member.presence };
          }),
      };
    default:
      return claim;
  }
}

function arrayContradiction(
  claim: Extract<Value, { kind: "array" }>,
  actual: unknown,
  seen: Identified,
): string | undefined {
  if (!Array.isArray(actual)) return `claimed an array; it was ${show(actual)}`;
  if (claim.open) return undefined;
  // Elements may be absent, so some choice of them has to fit. Unknown values that another choice has identified do not
  // count.
  const fits = (element: number, at: number, identified: Identified): boolean => {
    const next = claim.elements[element];
    if (!next) return at === actual.length;
    if (next.presence === "maybe" && fits(element + 1, at, new Map(identified))) return true;
    return (
      at < actual.length &&
      contradiction(next.value, actual[at], identified) === undefined &&
      fits(element + 1, at + 1, identified)
    );
  };
  return fits(0, 0, new Map(seen))
    ? undefined
    : `claimed other elements (${claim.elements.length}); it was ${show(actual)}`;
}

function objectContradiction(
  claim: Extract<Value, { kind: "object" }>,
  actual: unknown,
  seen: Identified,
): string | undefined {
  if (typeof actual !== "object" || actual === null || Array.isArray(actual))
    return `claimed an object; it was ${show(actual)}`;
  const record = actual as Record<string, unknown>;
  for (const member of claim.members) {
    if (!Object.hasOwn(record, member.key)) {
      if (member.presence === "always") return `claimed a member ${member.key}; it was ${show(actual)}`;
      continue;
    }
    const reason = contradiction(member.value, record[member.key], seen);
    if (reason !== undefined) return `${member.key}: ${reason}`;
  }
  const extra = Object.keys(record).find((key) => !claim.members.some((member) => member.key === key));
  return extra !== undefined && !claim.open ? `claimed to have no member ${extra}; it was ${show(actual)}` : undefined;
}

function pattern(parts: readonly StringPart[]): RegExp {
  const source = parts
    .map((part) =>
      part.kind === "text" ? part.text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&") : holePattern(part.value),
    )
    .join("");
  return new RegExp(`^${source}$`, "su");
}

function holePattern(value: Value): string {
  if (value.kind === "alternatives") return `(?:${value.options.map(holePattern).join("|")})`;
  if (value.kind === "string") return pattern(value.parts).source.slice(1, -1);
  return "[^]*";
}

function show(value: unknown): string {
  if (typeof value === "function") return "a function";
  try {
    return value === undefined ? "undefined" : JSON.stringify(value);
  } catch {
    return "a circular structure";
  }
}
