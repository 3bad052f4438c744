import type { Facts } from "../contract/configuration";
import type { Contract } from "../contract/contract";
import type { Analysis } from "./analysis";

export interface ManifestsInput {
  /** Without byte-order mark. */
  readonly text: string;
  readonly language: "yaml" | "json";
  readonly contract: Contract;
  readonly facts: Facts;
}

/** Finds the manifests of known kinds in a YAML or JSON text. */
export function analyseManifests({ text, language }: ManifestsInput): Analysis {
  return { text, language, requests: [], manifests: [], skipped: [], problems: [], comments: [], evidenceOfTags: false, work: {} };
}
