import { describeGaps, isMarkedOnly, type PermissionReport } from "./report";

/** @returns the least set as `permissions` of a configuration, ready to paste; what it cannot hold is said in comments. */
export function formatYaml({ needs, collected, failed }: PermissionReport): string {
  const gaps = describeGaps(collected).map((gap) => `# Not in here: ${gap}.`);
  if (failed)
    gaps.push("# Not in here: what is in files that could not be read; they are named on the standard error output.");
  const lines = gaps.length > 0 ? ["# Incomplete: the code may need more than this.", ...gaps] : [];
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
