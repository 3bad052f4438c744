import { describeGaps, incomplete, isMarkedOnly, type PermissionReport } from "./report";

/**
 * @returns the least set as `permissions` of a configuration, ready to paste. What it cannot express is in comments.
 */
export function formatYaml(report: PermissionReport): string {
  const { needs } = report;
  const gaps = describeGaps(report).map((gap) => `# Not in here: ${gap}.`);
  const lines = gaps.length > 0 ? [`# ${incomplete}`, ...gaps] : [];
  lines.push(needs.length === 0 ? "permissions: {}" : "permissions:");
  for (const scope of new Set(needs.map((need) => need.scope))) {
    lines.push(`  ${scope}:`);
    for (const need of needs)
      if (need.scope === scope) lines.push(`    ${need.category}: ${need.access}${remarkOn(need)}`);
  }
  return `${lines.join("\n")}\n`;
}

function remarkOn(need: PermissionReport["needs"][number]): string {
  const others = need.alternatives.map(({ scope, category, access }) => `${scope}.${category}: ${access}`);
  if (isMarkedOnly(need)) others.push("another that the endpoint takes");
  return others.length > 0 ? ` # or ${others.join(", or ")}` : "";
}
