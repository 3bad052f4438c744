import type TS from "typescript";
import type { FunctionId, ValueId } from "../../code/graph";
import type { Call, ValueNode } from "../../code/values";
import type { Project } from "../../project/project";
import type { ProjectFile } from "../../project/project-file";
import { isGlobalObjectName, namesOfGlobalObject } from "../../syntax/built-ins";
import { isForwarder } from "../../syntax/forwarders";
import type { Abstract, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { behind } from "../objects/behind";
import { nodeAt } from "../places";

/**
 * Globals that a file replaces: `globalThis.fetch = (url, init) => real(url, init)`. The time of the replacement is unknown, so each use may be of either
 * function. Requests are listed in both cases.
 */

/** Names and calls between the assigned value and a function. */
const mostSteps = 8;

/** @returns the client of a global. If files replace it: a client that may add header fields if all replacements pass on to it, otherwise an unknown one. */
export function globalClient(evaluation: Evaluation, name: string, place: Place): Abstract | undefined {
  const { library } = evaluation.surroundings;
  const known = library.global(name);
  if (!known) return undefined;
  const files = [place.file, ...replacingElsewhere(evaluation, place.file, name)];
  const values = files.flatMap((file) => replacements(file, name).map((value) => ({ file, value })));
  const isChanged = values.some(({ file, value }) => !passesOn(evaluation, file, { value, name }));
  const type = `${isChanged ? "replaced" : "typeof"} ${name}`;
  const instead = values.length > 0 ? library.type(type, { file: place.file.name }) : undefined;
  return { kind: "native", place, native: instead ?? known };
}

const elsewhere = new WeakMap<Evaluation, Map<string, readonly ProjectFile[]>>();

/** @returns the other files that replace a global and have importers. A file without importers belongs to tests. */
function replacingElsewhere(evaluation: Evaluation, file: ProjectFile, name: string): readonly ProjectFile[] {
  const known = elsewhere.get(evaluation) ?? new Map<string, readonly ProjectFile[]>();
  elsewhere.set(evaluation, known);
  let found = known.get(name);
  if (!found) known.set(name, (found = filesReplacing(evaluation, name)));
  return found.filter((each) => each !== file);
}

/** Files that replace one global; the rest are ignored. */
const mostReplacing = 4;

function filesReplacing({ surroundings: { project } }: Evaluation, name: string): readonly ProjectFile[] {
  const names = new Set(namesOfGlobalObject.flatMap((each) => project.words.filesWith(each)));
  return [...names]
    .flatMap((each) =>
      project.searching({ name: each, question: `replaces ${name}`, of: "" }, () =>
        replaces(project, each, name) ? [each] : [],
      ),
    )
    .filter((each) => project.importers.of(each).length > 0)
    .slice(0, mostReplacing)
    .flatMap((each) => project.file(each) ?? []);
}

/** @returns whether the text of a file assigns a global. */
export function replaces(project: Project, from: string, name: string): boolean {
  const assigns = new RegExp(`\\b(?:${namesOfGlobalObject.join("|")})\\s*\\.\\s*${name}\\s*=(?!=)`, "u");
  return assigns.test(project.words.textOf(from) ?? "");
}

/** @returns the values that a file assigns to a global. */
function replacements(file: ProjectFile, name: string): readonly ValueId[] {
  return (file.code.membersByName.get(name) ?? []).flatMap((id) => {
    const node = nodeAt(file, id);
    return node.kind === "write" && node.value !== undefined && isGlobalObject(file, node.object) ? [node.value] : [];
  });
}

function isGlobalObject(file: ProjectFile, id: ValueId): boolean {
  const node = nodeAt(file, behind(file, id));
  return node.kind === "global" && isGlobalObjectName(node.name);
}

interface Replacement {
  readonly value: ValueId;
  readonly name: string;
}

/** @returns whether an assigned value is the global itself, or a function that passes its arguments on to it. */
function passesOn(evaluation: Evaluation, file: ProjectFile, { value, name }: Replacement, steps = 0): boolean {
  const { ts } = evaluation.surroundings;
  const node = nodeAt(file, behind(file, value));
  const goesOn = (next: ValueId): boolean =>
    steps < mostSteps && passesOn(evaluation, file, { value: next, name }, steps + 1);
  switch (node.kind) {
    case "function":
      return forwards(ts, file, node.function);
    // The export of a package.
    case "imported":
      return evaluation.valueOf(value, evaluation.contexts.symbolic(file, node.in)).kind === "native";
    case "global":
      return node.name === name;
    case "member":
      return node.key === name && isGlobalObject(file, node.object);
    case "variable":
      return file.code.variables[node.variable]?.assigned.every((each) => goesOn(each.value)) ?? false;
    case "call":
      return goesOnBound(file, node, goesOn) || returnsForwarder(evaluation, file, node);
    default:
      return false;
  }
}

/** @returns whether a call binds a function that goes on: `real.bind(globalThis)`. */
function goesOnBound(
  file: ProjectFile,
  { callee, arguments: given }: Extract<ValueNode, { kind: "call" }>,
  goesOn: (value: ValueId) => boolean,
): boolean {
  const node = nodeAt(file, callee);
  return node.kind === "member" && node.key === "bind" && given.length <= 1 && goesOn(node.object);
}

function forwards(ts: typeof TS, file: ProjectFile, id: FunctionId): boolean {
  const code = file.functionNode(id);
  return code !== undefined && ts.isFunctionLike(code) && isForwarder(ts, code as TS.FunctionLikeDeclaration);
}

/** @returns whether a call is of a function of the program that returns a forwarder: `withToken(window.fetch)`. The arguments may be the global, and are not evaluated. */
function returnsForwarder(evaluation: Evaluation, file: ProjectFile, { callee, in: within }: Call): boolean {
  const called = evaluation.valueOf(callee, evaluation.contexts.symbolic(file, within));
  if (called.kind !== "function") return false;
  const { result } = called.file.code.functions[called.function] ?? {};
  const returned = result === undefined ? undefined : nodeAt(called.file, behind(called.file, result));
  return returned?.kind === "function" && forwards(evaluation.surroundings.ts, called.file, returned.function);
}
