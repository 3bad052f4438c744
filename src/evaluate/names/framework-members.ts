import { givenToComponents, givingWords, isOfFramework } from "../../project/framework-members";
import type { Project } from "../../project/project";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { nodeAt } from "../places";
import { joinAll, optionsOf } from "../values";

/** Members that a project gives to all components of its framework: `this.$api`. */

/** Limit of the values that are given under one name, for example by one plugin for the server and one for the browser. */
const mostGiven = 4;

/** @returns the member of an object that may be a component, in place of an unknown one; undefined if any of the given values is unknown. */
export function frameworkMember(
  evaluation: Evaluation,
  value: Abstract,
  key: string,
  place: Place,
): Abstract | undefined {
  if (value.kind !== "unknown" || value.nullish === true || !isOfFramework(key)) return undefined;
  const given = givenAs(evaluation, key);
  if (given.length === 0 || given.length > mostGiven) return undefined;
  const values = given.map(({ file, value: id }) =>
    evaluation.valueOf(id, evaluation.contexts.symbolic(file, nodeAt(file, id).in)),
  );
  return values.flatMap(optionsOf).some(({ kind }) => kind === "unknown") ? undefined : joinAll(values, place);
}

interface Given {
  readonly file: ProjectFile;
  readonly value: number;
}

const known = new WeakMap<Evaluation, Map<string, readonly Given[]>>();

function givenAs(evaluation: Evaluation, key: string): readonly Given[] {
  const all = known.get(evaluation) ?? new Map<string, readonly Given[]>();
  known.set(evaluation, all);
  let given = all.get(key);
  if (!given) {
    const { project } = evaluation.surroundings;
    given = filesThatMayGive(project, key).flatMap((name) =>
      project.searching({ name, question: `gives ${key}`, of: "" }, () => givenBy(project, name, key)),
    );
    all.set(key, given);
  }
  return given;
}

/** @returns the values that a file gives to all components under a name. */
export function givenBy(project: Project, name: string, key: string): readonly Given[] {
  const file = project.file(name);
  return file ? (givenToComponents(file.code).get(key) ?? []).map((value) => ({ file, value })) : [];
}

/** @returns the files whose words allow that they give a member. */
function filesThatMayGive({ words }: Project, key: string): readonly string[] {
  const named = new Set([key, key.slice(1)].flatMap((each) => words.filesWith(each)));
  const giving = givingWords.flatMap((each) => words.filesWith(each));
  return [...new Set(giving)].filter((each) => named.has(each));
}
