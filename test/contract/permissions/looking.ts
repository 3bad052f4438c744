import { builtinContract } from "../../../src/contract/builtin";
import type { PermissionEntry } from "../../../src/contract/contract";
import { type EndpointMatch, findEndpoints } from "../../../src/contract/permissions/endpoints";
import type { StringPart, StringValue, Value } from "../../../src/value/value";

export const { permissions } = builtinContract;

export const range = { start: 0, end: 0 };

export const hole: Value = { kind: "unknown", reason: "parameter", range };
export const numberHole: Value = { ...hole, is: "number" };

export function text(value: string): StringValue {
  return { kind: "string", range, parts: [{ kind: "text", text: value, range }] };
}

/** A located path: strings are texts, values are holes. */
export function path(...pieces: (string | Value)[]): StringValue {
  const parts = pieces.map((piece): StringPart =>
    typeof piece === "string" ? { kind: "text", text: piece, range } : { kind: "hole", value: piece },
  );
  return { kind: "string", range, parts };
}

export function look(method: string, where: string | StringValue, aliases: Record<string, string> = {}): EndpointMatch {
  return findEndpoints(builtinContract, method, where, aliases);
}

export function paths(entries: readonly PermissionEntry[]): string[] {
  return [...new Set(entries.map((entry) => entry.path))];
}

export const repository = "/repos/{owner}/{repo}";
