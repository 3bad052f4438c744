import { rules } from "../../../rules/index";
import type { Analysis } from "../../analysis/analysis";
import { analyseManifests } from "../../analysis/manifests";
import { loadProject, type Project } from "../../contract/configuration/load";
import { checkAnalysis } from "../../rule/check";
import type { Edit, Failure, Finding } from "../../rule/finding";
import { selectRules } from "../../rule/select";
import { factsFor } from "../shared/files/facts";
import { isIgnored } from "../shared/files/ignored";
import { isPartialFile } from "../shared/files/partial";
import { publicName } from "./actions";

/** The results for one file of manifests. */
export interface CheckedManifests {
  readonly text: string;
  readonly project: Project;
  readonly analysis: Analysis;
  /** Findings, without those that a directive silences. */
  readonly findings: readonly Finding[];
  readonly failures: readonly Failure[];
}

/**
 * Checks the text of a file of manifests.
 *
 * @param path absolute; the file need not exist.
 * @param text without byte-order mark.
 * @param options.invalidOnly leaves valid manifests out of the analysis, which is faster.
 * @returns `undefined` for a file that the configuration ignores.
 */
export function checkManifestText(
  path: string,
  text: string,
  language: "yaml" | "json",
  { invalidOnly = false }: { readonly invalidOnly?: boolean } = {},
): CheckedManifests | undefined {
  const project = loadProject(path, rules);
  if (isIgnored(project, path)) return undefined;
  const { contract, preset } = project;
  const facts = factsFor(project, path);
  const isPartial = (): boolean => isPartialFile(project, path);
  const analysis = analyseManifests({ text, language, contract, facts, invalidOnly, isPartial });
  const { findings, failures } = checkAnalysis(analysis, selectRules(preset, project.rules, rules), {
    contract,
    facts,
  });
  return { text, project, analysis, findings, failures };
}

/**
 * Returns the edit that silences a finding in YAML with a comment: on a new line above, or inside the directive that is
 * already there.
 *
 * @returns `undefined` in JSON, which has no comments, and if the line begins inside a string.
 */
export function disableInYaml(
  { text, analysis }: CheckedManifests,
  finding: Finding,
  newLine: string,
): Edit | undefined {
  if (analysis.language !== "yaml") return undefined;
  const start = text.lastIndexOf("\n", finding.range.start - 1) + 1;
  const above = start === 0 ? -1 : text.lastIndexOf("\n", start - 2) + 1;
  const name = publicName(finding.rule);
  const list =
    above < 0
      ? null
      : /^\s*#\s*eslint-disable-next-line\s+[^\s-](?:(?!\s-{2,}\s).)*/u.exec(text.slice(above, start).trimEnd());
  if (list) return { range: { start: above + list[0].length, end: above + list[0].length }, text: `, ${name}` };
  // Inside a flow mapping or a block scalar, the comment would become content.
  const indentation = /^ */u.exec(text.slice(start))?.[0] ?? "";
  const isLineOfBlock = /^ *(?:- +)*[^\s#"'[{}\],|>][^\n]*/u.test(text.slice(start));
  if (!isLineOfBlock) return undefined;
  return { range: { start, end: start }, text: `${indentation}# eslint-disable-next-line ${name}${newLine}` };
}
