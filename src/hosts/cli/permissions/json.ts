import type { Call, Use } from "./collect";
import { groupUnseen } from "../requests/unseen";
import { describeGaps, isMarkedOnly, type PermissionReport, tokensOf } from "./report";

/** @returns the report as JSON. */
export function formatJson(report: PermissionReport): string {
  const { needs, collected, comparison } = report;
  const { uses, unlisted, unclear, unknown, wrappers, graphql, lookAlikes } = collected;
  const permissions = needs.map((need) => ({
    scope: need.scope,
    category: need.category,
    access: need.access,
    alternatives: need.alternatives,
    perhaps: isMarkedOnly(need),
    tokens: tokensOf(need),
    calls: need.uses.map(describeUse),
  }));
  const summary = {
    calls: new Set(uses.map(({ file, line, column }) => `${file}:${line}:${column}`)).size,
    permissions: needs.length,
    unlisted: unlisted.length,
    unclear: unclear.length,
    unknown: unknown.length,
    wrappers: wrappers.length,
    graphql: graphql.length,
    notUnderstood: lookAlikes.length,
  };
  const all = {
    incomplete: describeGaps(report),
    unknown,
    unclear,
    unlisted,
    graphql,
    notUnderstood: groupUnseen(lookAlikes),
    permissions,
    wrappers,
    ...(comparison && { comparison }),
    summary,
  };
  return `${JSON.stringify(all, undefined, 2)}\n`;
}

function describeUse({ file, line, column, method, path, tokens, endpoint, marked }: Use): Call & {
  readonly endpoint: string;
  readonly marked: boolean;
} {
  return { file, line, column, method, path, tokens, endpoint, marked };
}
