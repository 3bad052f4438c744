import { relative } from "node:path";
import { analyseManifests } from "../../../analysis/manifests";
import { looksLikeWorkflow } from "../../../analysis/workflows/first-look";
import type { Project } from "../../../contract/configuration/load";
import { workflowNameOf } from "../../../contract/permissions/workflow-names";
import { mostBytes } from "../../../files/read";
import { LineTable } from "../../../text/lines";
import { fileTypeOf } from "../../shared/files/file-type";
import { discover } from "../check/discover";
import { readText } from "../check/read";
import { type Collection, collect } from "./collect";
import { describeGaps, incomplete, isMarkedOnly, type PermissionReport } from "./report";

/** Adds the requests that workflow steps send with the workflow's token. */
export function collectWorkflows(paths: readonly string[], cwd: string, project: Project, into: Collection): void {
  for (const path of discover(paths, cwd).files) {
    if (fileTypeOf(path) !== "yaml") continue;
    let text: string;
    try {
      ({ text } = readText(path, mostBytes.manifest));
    } catch {
      // Unreadable files are reported by `check`.
      continue;
    }
    if (!looksLikeWorkflow(text)) continue;
    const { contract, facts } = project;
    const analysis = analyseManifests({ text, language: "yaml", contract, facts });
    collect({ name: relative(cwd, path), analysis, lines: new LineTable(text, "data"), project }, into);
  }
}

/**
 * @returns the least set as `permissions` of a workflow or job. Permissions that a workflow cannot grant are listed in
 * comments.
 */
export function formatWorkflow(report: PermissionReport): string {
  const gaps = describeGaps(report).map((gap) => `# Not in here: ${gap}.`);
  const lines = gaps.length > 0 ? [`# ${incomplete}`, ...gaps] : [];
  const granted: string[] = [];
  for (const need of report.needs) {
    if (need.category === "metadata") continue;
    const name = need.scope === "repository" ? workflowNameOf(need.category) : undefined;
    if (name === undefined)
      lines.push(`# No workflow can grant ${need.scope}.${need.category}: use a token of an app.`);
    else granted.push(`  ${name}: ${need.access}${remarkOn(need)}`);
  }
  lines.push(granted.length === 0 ? "permissions: {}" : "permissions:", ...granted);
  return `${lines.join("\n")}\n`;
}

function remarkOn(need: PermissionReport["needs"][number]): string {
  const others = need.alternatives.flatMap(({ category, access }) => {
    const name = workflowNameOf(category);
    return name === undefined ? [] : [`${name}: ${access}`];
  });
  if (isMarkedOnly(need) && others.length === 0) others.push("another that the endpoint takes");
  return others.length > 0 ? ` # or ${others.join(", or ")}` : "";
}
