import type { FunctionId, ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import { isVersionOf, joinVersions } from "../conditions/conditions";
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

/** The file whose functions change it, and the context of a function of the file. */
interface Where {
  readonly file: ProjectFile;
  readonly contextOf: (id: FunctionId) => Context;
}

/**
 * @param elsewhere versions that other files make.
 * @returns the value as other functions may have changed it. Of what they do with a client, only what sets it up counts.
 */
export function withLaterChanges(
  evaluation: Evaluation,
  { file, contextOf }: Where,
  value: Abstract,
  changes: readonly Change[],
  elsewhere: () => readonly Abstract[] = () => [],
): Abstract {
  const options = optionsOf(value);
  const isObject = options.some(({ kind }) => kind === "object" || kind === "array");
  const isClient = options.some(({ kind }) => kind === "native");
  if (!isObject && !isClient) return value;
  const counting = changes.filter((each) => isObject || setsUp(file, each.value));
  const versions = counting.flatMap((each) =>
    evaluation.runsOf(contextOf(each.in)).map((run) => evaluation.valueOf(each.value, run)),
  );
  const own = [...versions, ...elsewhere()].flatMap(optionsOf).filter((each) => isVersionOf(each, options));
  for (const each of own) readChanged(each, options);
  return joinVersions([value, ...own], value.place);
}

/** Members are evaluated when they are read. What somebody makes of a member that he reads is what he makes of it as it is now: read later, it would be what he has made of it. */
function readChanged(version: Abstract, known: readonly Abstract[]): void {
  for (const each of known) {
    if (version.kind === "object" && each.kind === "object") {
      for (const [key, entry] of version.members) if (each.members.get(key) !== entry) Reflect.get(entry, "value");
    } else if (version.kind === "array" && each.kind === "array")
      for (const element of version.elements) if (!each.elements.includes(element)) Reflect.get(element, "value");
  }
}
