import type { FileCode, FunctionId, ValueId } from "../code/graph";
import type { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import type { ClassSite } from "../project/sites";
import type { Callee } from "./leads/callee";

/** A value, by its number in its file. */
interface Spot {
  readonly file: ProjectFile;
  readonly value: ValueId;
}

/** Bound on aliases of a function; real code has two or three. */
const mostSteps = 16;

/** @returns the function or class of the project that a value surely is, by names alone; undefined if that takes an evaluation. */
export function staticCallee(
  project: Project,
  file: ProjectFile,
  value: ValueId,
): Extract<Callee, { kind: "function" | "class" }> | undefined {
  let spot: Spot | undefined = { file, value };
  for (let left = mostSteps; spot && left > 0; left -= 1) {
    const { file: at, value: id }: Spot = spot;
    const node: FileCode["values"][number] | undefined = at.code.values[id];
    switch (node?.kind) {
      case "function":
        return { kind: "function", site: { file: at, function: node.function } };
      case "class":
        return { kind: "class", file: at, class: node.class };
      case "typed":
      case "named":
      case "refined":
        spot = { file: at, value: node.value };
        break;
      case "after":
      case "same":
        spot = { file: at, value: node.object };
        break;
      case "variable":
        spot = onlyValue(at, node.variable);
        break;
      case "imported":
        spot = imported(project, at, node.import);
        break;
      case "member":
        spot = memberOfNamespace(project, at, node.object, node.key);
        break;
      default:
        return undefined;
    }
  }
  return undefined;
}

function onlyValue(file: ProjectFile, variable: number): Spot | undefined {
  const { assigned } = file.code.variables[variable] ?? { assigned: [] };
  const [only] = assigned;
  return only && assigned.length === 1 ? { file, value: only.value } : undefined;
}

function imported(project: Project, file: ProjectFile, index: number): Spot | undefined {
  const found = project.importOf(file, index);
  return found?.kind === "value" && found.member === undefined ? found : undefined;
}

/** `api.load` of `import * as api`. */
function memberOfNamespace(
  project: Project,
  file: ProjectFile,
  object: ValueId,
  key: string | ValueId,
): Spot | undefined {
  const node = file.code.values[object];
  const found = node?.kind === "imported" ? project.importOf(file, node.import) : undefined;
  if (found?.kind !== "file" || typeof key !== "string") return undefined;
  const member = project.exportOf(found.file, key);
  return member?.kind === "value" && member.member === undefined ? member : undefined;
}

/** Bound on superclasses of superclasses; real code has three or four. */
export const mostAncestors = 16;

/** @returns the class of the project that a class extends. */
export function superclassOf(project: Project, { file, class: id }: ClassSite): ClassSite | undefined {
  const heritage = file.code.classes[id]?.heritage;
  const base = heritage === undefined ? undefined : staticCallee(project, file, heritage);
  return base?.kind === "class" ? base : undefined;
}

/** A function that a call gets as an argument, or in an object or list. */
export interface GivenFunction {
  readonly file: ProjectFile;
  readonly function: FunctionId;
}

/** Bound on the sides of nested joins: a conditional in a conditional has three. */
const mostSides = 8;

/** @returns the functions of the project that an argument may be, or that its object or array literal contains. */
export function functionsIn(project: Project, file: ProjectFile, value: ValueId): readonly GivenFunction[] {
  const node = file.code.values[value];
  const parts =
    node?.kind === "object"
      ? node.members.flatMap((each) => (each.kind === "value" ? each.value : []))
      : node?.kind === "array"
        ? node.elements.map((each) => each.value)
        : [value];
  return parts
    .flatMap((each) => sidesOf(file, each))
    .flatMap((each) => {
      const found = staticCallee(project, file, each);
      return found?.kind === "function" ? found.site : [];
    });
}

/** @returns the values that a join may be: `queue ? () => queue.add(task) : task`. */
function sidesOf({ code }: ProjectFile, value: ValueId): readonly ValueId[] {
  const found: ValueId[] = [];
  const left = [value];
  for (let id = left.pop(); id !== undefined && found.length < mostSides; id = left.pop()) {
    const node = code.values[id];
    if (node?.kind === "join") left.push(...node.sides.map((side) => side.value));
    else if (node?.kind === "typed" || node?.kind === "named" || node?.kind === "refined") left.push(node.value);
    else found.push(id);
  }
  return found;
}
