import type { Analysis } from "../analysis/analysis";
import { applyDirectives, type DirectedFindings } from "./directives";
import type { Failure } from "./finding";
import { type Project, runRules } from "./run";
import type { Selection } from "./select";

/** The combined results of rules and directive comments for one file. */
export interface CheckedAnalysis extends DirectedFindings {
  /** Rules that crashed. */
  readonly failures: readonly Failure[];
}

/**
 * Runs rules over the analysis of one file, and applies its directive comments. Used by all hosts but ESLint, which
 * applies directives itself.
 */
export function checkAnalysis(analysis: Analysis, selections: readonly Selection[], project: Project): CheckedAnalysis {
  const { findings, failures } = runRules(analysis, selections, project);
  const crashed = new Set(failures.map(({ rule }) => rule));
  const ran = new Set(selections.map(({ rule }) => rule.id).filter((id) => !crashed.has(id)));
  return { ...applyDirectives(findings, analysis, ran), failures };
}
