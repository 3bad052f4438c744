import type * as Crypto from "node:crypto";
import type { ConfigurationProblem } from "../../../contract/configuration/configuration";
import { createRequire } from "node:module";
import { analyseManifests } from "../../../analysis/manifests";
import { getFirstLook } from "../../../manifest/first-look";
import { getKnownKinds } from "../../../manifest/known-kinds";
import type * as Fix from "./fix";
import { checkText, type Verdict } from "./check-text";
import { EncodingError, mayHold, readText, type SourceText, systemMessage, UnreadableError } from "./read";
import { emptyReport, type FileReport, unreadable } from "./report";
import type { FixScope } from "./roots";
import type { Setup } from "./setup";
import { isPartialFile } from "../../shared/files/partial";
import { mostBytes } from "../../../files/read";

const load = createRequire(__filename);

/** A file to check: its path, its name in the report, and its entry in the cache. */
export interface FileTask {
  readonly path: string;
  readonly file: string;
  readonly language: "yaml" | "json";
  /** Whether a cache exists, which needs the key. */
  readonly cached: boolean;
  /** The cached key of the file's text and setup at the last run. */
  readonly knownKey?: string | undefined;
}

/** The result for one file. */
export interface FileOutcome {
  /** The cache key; empty without a cache, or if the report must not be kept. */
  readonly key: string;
  /** `undefined` if the cached report is still valid. */
  readonly report: FileReport | undefined;
  /** Problems in configuration and contracts, if another thread checked the file. */
  readonly problems?: readonly ConfigurationProblem[];
}

/**
 * Checks one file of manifests, and fixes it if asked to. Never throws.
 *
 * @param fixWithin the folders in which files may be written; if absent, nothing is fixed.
 */
export function checkManifestFile(task: FileTask, setup: Setup, fixWithin: FixScope | undefined): FileOutcome {
  let source: SourceText;
  try {
    source = readText(task.path, mostBytes.manifest);
  } catch (error) {
    // A file that names none of the known kinds and groups holds nothing to check, whatever its encoding.
    const { contract, facts } = setup.project;
    if (error instanceof EncodingError && !mayHold(task.path, getFirstLook(getKnownKinds(contract, facts)).words)) {
      return {
        key: "",
        report: {
          ...emptyReport(task.file),
          skipped: [{ line: 1, reason: "not a manifest", detail: "it is no UTF-8, and names none of the kinds" }],
        },
      };
    }
    return {
      key: "",
      report: unreadable(task.file, {
        message: error instanceof UnreadableError ? error.message : systemMessage(error),
      }),
    };
  }
  const key = task.cached ? contentKey(task, source.text, setup) : "";
  if (task.cached && task.knownKey === key) return { key, report: undefined };
  const before = task.cached ? setup.key : "";
  const verdict = checkManifests(task, source.text, setup);
  // The setup's key changed during the check: a problem of a kind was found, and the next run must find it again.
  const kept = task.cached && before === setup.key ? key : "";
  if (fixWithin === undefined || verdict.fixes.length === 0) return { key: kept, report: verdict.report };
  return fixManifests(task, source, verdict, setup, fixWithin);
}

/** Checks the text of a file of manifests. */
export function checkManifests(
  { path, file, language }: Pick<FileTask, "path" | "file" | "language">,
  text: string,
  setup: Setup,
): Verdict {
  const { project } = setup;
  const { contract, facts } = project;
  const isPartial = (): boolean => isPartialFile(project, path);
  const verdict = checkText(file, text, setup, () =>
    analyseManifests({ text, language, contract, facts, invalidOnly: true, isPartial }),
  );
  const definitions = countDefinitions(text);
  return definitions === 0 ? verdict : { ...verdict, report: { ...verdict.report, definitions } };
}

function countDefinitions(text: string): number {
  if (!text.includes("ResourceDefinition")) return 0;
  return text.match(/^kind:[ \t]*["']?(?:CustomResourceDefinition|CompositeResourceDefinition)\b/gmu)?.length ?? 0;
}

function fixManifests(task: FileTask, source: SourceText, first: Verdict, setup: Setup, within: FixScope): FileOutcome {
  const { applyFixes, describeWriteError, mostPasses, writeFixed } = load("./fix") as typeof Fix;
  let text = source.text;
  let verdict = first;
  let fixed = 0;
  for (let pass = 0; pass < mostPasses && verdict.fixes.length > 0; pass += 1) {
    const edited = applyFixes(text, verdict.fixes);
    if (edited.count === 0) break;
    const next = checkManifests(task, edited.text, setup);
    // A fix must not make the file unreadable.
    if (next.report.problems.length > verdict.report.problems.length) break;
    text = edited.text;
    fixed += edited.count;
    verdict = next;
  }
  const key = task.cached ? contentKey(task, text, setup) : "";
  if (fixed === 0) return { key, report: verdict.report };
  let shown: { readonly diff?: string };
  try {
    shown = writeFixed(task.file, { path: task.path, source, text, within });
  } catch (error) {
    const message = describeWriteError(error);
    return { key: "", report: { ...first.report, problems: [...first.report.problems, { message }] } };
  }
  return { key: within.isDry ? "" : key, report: { ...verdict.report, fixed, ...shown } };
}

/** @returns a key that changes with the text, its setup, and whether a kustomization or test names the file. */
function contentKey({ path }: FileTask, text: string, setup: Setup): string {
  const part = isPartialFile(setup.project, path) ? "partial" : "whole";
  // Loaded on first use: a run without a cache does not need it.
  const { createHash } = load("node:crypto") as typeof Crypto;
  return createHash("sha256").update(`${setup.key} ${part} `).update(text).digest("hex");
}
