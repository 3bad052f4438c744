import { analyseManifests } from "../../analysis/manifests";
import type { SkippedDocument } from "../../manifest/manifest";
import { reportOf, type Report, type Setup } from "./findings";

export interface ManifestsReport extends Report {
  /** Number of documents that were checked. */
  readonly checked: number;
  readonly skipped: readonly SkippedDocument[];
}

/** Checks the manifests of a text. A text that begins with a bracket is read as JSON, any other as YAML. */
export function checkManifests(text: string, setup: Setup): ManifestsReport {
  const { contract, facts } = setup.project;
  const language = /^\s*[[{]/u.test(text) ? "json" : "yaml";
  const analysis = analyseManifests({ text, language, contract, facts });
  return { ...reportOf(analysis, setup), checked: analysis.manifests.length, skipped: analysis.skipped };
}
