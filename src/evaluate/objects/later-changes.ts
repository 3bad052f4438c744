import type { FunctionId, ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import { joinVersions } from "../conditions/conditions";
import type { Abstract, Context } from "../domain";
import type { Evaluation } from "../evaluation";
import { optionsOf } from "../values";
import { setsUp } from "./setting-up";

/** What other functions leave of the object that a variable or a field holds. */
interface Change {
  /** A version of the object. */
  readonly value: ValueId;
  readonly in: FunctionId;
}

/**
 * @param contextOf the context of a function of the file.
 * @returns the value as other functions may have changed it. Of what they do with a client, only what sets it up counts.
 */
export function withLaterChanges(
  evaluation: Evaluation,
  file: ProjectFile,
  value: Abstract,
  changes: readonly Change[],
  contextOf: (id: FunctionId) => Context,
): Abstract {
  const options = optionsOf(value);
  const isObject = options.some(({ kind }) => kind === "object" || kind === "array");
  const isClient = options.some(({ kind }) => kind === "native");
  if (!isObject && !isClient) return value;
  const counting = changes.filter((each) => isObject || setsUp(file, each.value));
  const versions = counting.flatMap((each) =>
    evaluation.runsOf(contextOf(each.in)).flatMap((run) => optionsOf(evaluation.valueOf(each.value, run))),
  );
  return joinVersions([value, ...versions.filter((each) => isVersion(each, options))], value.place);
}

/** Versions of what is held count; clients have been told already. */
function isVersion(value: Abstract, known: readonly Abstract[]): boolean {
  if (value.kind !== "object" && value.kind !== "array") return false;
  return known.some((each) => each.kind === value.kind && each.identity === value.identity);
}
