import { createHash } from "node:crypto";
import type { Format } from "./format";

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: "major" | "minor" | "blocker";
  readonly location: {
    readonly path: string;
    readonly lines: { readonly begin: number; readonly end: number };
  };
}

/**
 * For GitLab's merge requests: its code-quality report. A finding keeps its fingerprint when lines above it are added
 * or removed, so that GitLab can tell new findings from old ones.
 */
export const gitlab: Format = ({ run }) => {
  const seen = new Map<string, number>();
  const issue = (path: string, name: string, description: string, place: Place, severity: Issue["severity"]): Issue => {
    const key = JSON.stringify([path, name, description]);
    const number = (seen.get(key) ?? 0) + 1;
    seen.set(key, number);
    return {
      description,
      check_name: name,
      fingerprint: createHash("sha256").update(`${key}#${number}`).digest("hex"),
      severity,
      location: { path, lines: { begin: place.line ?? 1, end: place.endLine ?? place.line ?? 1 } },
    };
  };
  const issues = [
    ...run.files.flatMap(({ file, findings, problems }) => [
      ...findings.map((each) =>
        issue(file, each.rule, each.message, each, each.severity === "error" ? "major" : "minor"),
      ),
      ...problems.map((each) => issue(file, "unreadable", each.message, each, "blocker")),
    ]),
    ...run.problems
      .filter(({ severity }) => severity === "error")
      .map((each) => issue(each.file, "configuration", each.message, each, "blocker")),
  ];
  return `${JSON.stringify(issues, undefined, 2)}\n`;
};

interface Place {
  readonly line?: number;
  readonly endLine?: number;
}
