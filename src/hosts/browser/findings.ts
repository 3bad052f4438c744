import type { Analysis } from "../../analysis/analysis";
import type { ConfigurationProblem } from "../../contract/configuration/configuration";
import { loadConfiguration, type Project } from "../../contract/configuration/load";
import { checkAnalysis } from "../../rule/check";
import type { Edit, Finding } from "../../rule/finding";
import { type Selection, selectRules } from "../../rule/select";
import { rules } from "../../../rules";

/** A change that a button applies: an automatic fix or a suggestion. */
export interface Change {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** A finding as the page shows it, with offsets into the text. */
export interface ShownFinding {
  readonly rule: string;
  readonly severity: Finding["severity"];
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly changes: readonly Change[];
}

/** Why a text, or part of it, was not checked. */
export interface ShownProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** All results for one text. */
export interface Report {
  readonly findings: readonly ShownFinding[];
  readonly problems: readonly ShownProblem[];
  readonly configuration: readonly ConfigurationProblem[];
}

/** The page's configuration and contract, and the rules that it selects. */
export interface Setup {
  readonly project: Project;
  readonly selections: readonly Selection[];
}

/** @param path the configuration file; if it is missing, the defaults apply and a problem reports that. */
export function openSetup(path: string): Setup {
  const project = loadConfiguration(path, rules);
  return { project, selections: selectRules(project.preset, project.rules, rules) };
}

/** Runs the rules over an analysis, and applies directive comments. */
export function reportOf(analysis: Analysis, { project, selections }: Setup): Report {
  const { findings, failures } = checkAnalysis(analysis, selections, project);
  const crashes = failures.map(({ rule, error }) => ({
    message: `The rule ${rule} crashed: ${error.message}`,
    start: 0,
    end: 0,
  }));
  return {
    findings: findings.map(shown),
    problems: [...analysis.problems.map(({ range, message }) => ({ message, ...range })), ...crashes],
    configuration: project.problems,
  };
}

function shown({ rule, severity, message, range, fix, suggestions }: Finding): ShownFinding {
  return {
    rule,
    severity,
    message,
    start: range.start,
    end: range.end,
    changes: [
      ...(fix ? [{ title: "Fix", edits: fix }] : []),
      ...suggestions.map((suggestion) => ({ title: suggestion.message, edits: suggestion.edits })),
    ],
  };
}
