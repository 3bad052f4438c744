import type { ValueId, VariableId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract } from "../domain";
import type { Evaluation } from "../evaluation";
import { behind } from "../objects/behind";
import { nodeAt } from "../places";

/** What other files change of an object that a file exports. */

/** Files that are looked into for one name: a name that stands in more is a word of everybody. */
const mostFiles = 200;
/** Files of which so many change an object: of more, it is enough to know some. */
const mostWriters = 8;

/** @returns the files beside its own whose text assigns members of something that has a name. */
export function writersOf(
  { surroundings: { project } }: Evaluation,
  file: ProjectFile,
  name: string,
): readonly ProjectFile[] {
  const names = project.words.filesWith(name);
  if (names.length > mostFiles) return [];
  const writes = writingPattern(name);
  const found: ProjectFile[] = [];
  for (const each of names) {
    if (each === file.name || found.length >= mostWriters) continue;
    const text = project.words.textOf(each);
    const writer = text !== undefined && writes.test(text) ? project.file(each) : undefined;
    if (writer && writer !== file) found.push(writer);
  }
  return found;
}

/** An assignment to a member of a name, at any depth, `delete` or `Object.assign`. Names of variables have no character that means something else. */
function writingPattern(name: string): RegExp {
  const escaped = name.replaceAll("$", "\\$");
  const target = `${escaped}(?:!?\\.[\\w$]+|\\[[^\\]\\n]*\\])+`;
  const operator = "(?:[-+*/%&|^]|\\?\\?|\\|\\||&&)?=(?![=>])";
  return new RegExp(
    `(?<![\\w$])(?:${target}\\s*(?:${operator}|\\+\\+|--)|(?:delete|Object\\.assign\\()\\s*${escaped}(?![\\w$]))`,
    "u",
  );
}

/** @returns the versions that other files make of the object of an exported variable. */
export function versionsElsewhere(evaluation: Evaluation, file: ProjectFile, id: VariableId): readonly Abstract[] {
  const variable = file.code.variables[id];
  if (variable?.in !== 0) return [];
  const names = file.code.exports.flatMap((each) => (each.kind === "value" && each.variable === id ? each.name : []));
  return names
    .filter((name) => name !== "default")
    .flatMap((name) => writersOf(evaluation, file, name))
    .flatMap((writer) => versionsIn(evaluation, writer, file, id));
}

function versionsIn(
  evaluation: Evaluation,
  writer: ProjectFile,
  file: ProjectFile,
  id: VariableId,
): readonly Abstract[] {
  const { contexts, surroundings } = evaluation;
  const isOfVariable = (number: number): boolean => {
    const exported = surroundings.project.importOf(writer, number);
    return exported?.kind === "value" && exported.file === file && exported.variable === id;
  };
  return writer.code.values.flatMap((node, version): readonly Abstract[] => {
    if (node.kind !== "write" && node.kind !== "after" && node.kind !== "same") return [];
    const root = nodeAt(writer, behind(writer, node.object));
    if (root.kind !== "imported" || !isOfVariable(root.import)) return [];
    return [evaluation.valueOf(version, contexts.symbolic(writer, node.in))];
  });
}

interface ChangeThroughCall {
  readonly call: ValueId;
  readonly version: ValueId;
}

const throughCalls = new WeakMap<ProjectFile, readonly ChangeThroughCall[]>();

/** Whether a file assigns members of what its calls give: `api().headers.a = "b"`. */
export function hasChangesThroughCalls(file: ProjectFile): boolean {
  return changesThroughCalls(file).length > 0;
}

/** @returns what code makes of objects that calls give, but for those of one call. */
export function versionsThroughCalls(evaluation: Evaluation, file: ProjectFile, but: ValueId): readonly Abstract[] {
  return changesThroughCalls(file)
    .filter(({ call }) => call !== but)
    .map(({ version }) => evaluation.valueOf(version, evaluation.contexts.symbolic(file, nodeAt(file, version).in)));
}

function changesThroughCalls(file: ProjectFile): readonly ChangeThroughCall[] {
  let found = throughCalls.get(file);
  if (!found) throughCalls.set(file, (found = findThroughCalls(file)));
  return found;
}

/** Assignments of one file to what calls give: of more, it is enough to know some. */
const mostThroughCalls = 16;

function findThroughCalls(file: ProjectFile): readonly ChangeThroughCall[] {
  const found: ChangeThroughCall[] = [];
  file.code.values.forEach((node, version) => {
    if (node.kind !== "write" && !(node.kind === "after" && node.argument === -1)) return;
    const call = behind(file, node.object);
    const root = nodeAt(file, call);
    const isPlain = root.kind === "call" && root.how === "call" && root.arguments.length === 0;
    if (isPlain && found.length < mostThroughCalls) found.push({ call, version });
  });
  return found;
}
