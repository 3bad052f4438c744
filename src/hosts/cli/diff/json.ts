import type { Affected, Impact } from "../../../changes/affected";
import type { Change } from "../../../changes/change";
import { diffSchemaUrl } from "../../../changes/diff-schema";
import { checks } from "../../../changes/checks";
import type { Site } from "../../../changes/site";
import { countSites, type DiffReport, keyOf } from "./report";

/** @returns the report as JSON. */
export function formatJson(report: DiffReport): string {
  const { breaking, safe, usage } = report;
  const counts = countSites(report);
  const all = {
    $schema: diffSchemaUrl,
    version: 1,
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

function affected({ site, outcome }: Affected): object {
  return {
    ...placeOf(site),
    ...(outcome.at && { readAt: outcome.at }),
    ...(outcome.kind === "unknown" && { reason: outcome.reason }),
  };
}

function placeOf({ client, file, line, column, function: around, through, document }: Site): object {
  return { client, file, line, column, function: around, through, document };
}
