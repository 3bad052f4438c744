import type { Analysis } from "../analysis/analysis";
import { applyDirectives, type DirectedFindings } from "./directives";
import type { Failure } from "./finding";
import { type Project, runRules } from "./run";
import type { Selection } from "./select";

/** What rules and directive comments together say of one file. */
export interface CheckedAnalysis extends DirectedFindings {
  /** Rules that crashed. */
  readonly failures: readonly Failure[];
}

/** Runs rules over one file's analysis, and applies the file's directive comments. ESLint alone applies them itself. */
export function checkAnalysis(analysis: Analysis, selections: readonly Selection[], project: Project): CheckedAnalysis {
  const { findings, failures } = runRules(analysis, selections, project);
  const crashed = new Set(failures.map(({ rule }) => rule));
  const ran = new Set(selections.map(({ rule }) => rule.id).filter((id) => !crashed.has(id)));
  return { ...applyDirectives(findings, analysis, ran), failures };
}
