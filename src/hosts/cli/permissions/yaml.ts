import { describeGaps, isMarkedOnly, type PermissionReport } from "./report";

/** @returns the least set as `permissions` of a configuration, ready to paste; what it cannot hold is said in comments. */
export function formatYaml({ needs, collected }: PermissionReport): string {
  const lines = describeGaps(collected).map((gap) => `# Not in here: ${gap}.`);
  lines.push(needs.length === 0 ? "permissions: {}" : "permissions:");
  for (const scope of new Set(needs.map((need) => need.scope))) {
    lines.push(`  ${scope}:`);
    for (const need of needs)
      if (need.scope === scope)
        lines.push(
          `    ${need.category}: ${need.access}${isMarkedOnly(need) ? " # or another that the endpoint takes" : ""}`,
        );
  }
  return `${lines.join("\n")}\n`;
}
