import type { Affected, Impact } from "../../../changes/affected";
import type { Change } from "../../../changes/change";
import { checks } from "../../../changes/checks";
import type { Call } from "../../../usage/usage";
import { countCalls, type DiffReport, keyOf } from "./report";

/** @returns the report for programs. */
export function formatJson(report: DiffReport): string {
  const { breaking, safe, usage } = report;
  const counts = countCalls(report);
  const all = {
    changes: [
      ...breaking.map(describeImpact),
      ...safe.map((change) => ({ ...describe(change), hit: [], unknown: [], spared: 0 })),
    ],
    notKnown: usage.unknown.filter(({ method, path }) => method === undefined || path === undefined).map(placeOf),
    summary: { breaking: breaking.length, safe: safe.length, hit: counts.hit, unknown: counts.unknown },
  };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}

function describe(change: Change): object {
  const { id, effect, endpoint, part, place, was, now } = change;
  return { id, key: keyOf(change), breaks: effect, endpoint, part, place, was, now, text: checks[id]?.text };
}

function describeImpact({ change, hit, unknown, spared }: Impact): object {
  return {
    ...describe(change),
    hit: hit.map(affected),
    unknown: unknown.map(affected),
    spared: spared.length,
  };
}

function affected({ call, outcome }: Affected): object {
  return {
    ...placeOf(call),
    ...(outcome.at && { readAt: outcome.at }),
    ...(outcome.kind === "unknown" && { reason: outcome.reason }),
  };
}

function placeOf({ client, file, line, column, function: around, through }: Call): object {
  return { client, file, line, column, function: around, through };
}
