import type { ClassId, FunctionId, ValueId } from "../code/graph";
import type { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import type { CallSite } from "../project/sites";
import { staticCallee } from "./static-callee";

/** Classes that extend a class, and classes that extend these: beyond so many, what they give says little. */
const mostClasses = 32;

interface ClassPlace {
  readonly file: ProjectFile;
  readonly class: ClassId;
}

/**
 * Finds where instances of a class are made, by names and imports alone.
 *
 * @returns `new` expressions of it, of classes that extend it and have no constructor of their own, and `super(…)` of those that have one.
 */
export function findInstances(project: Project, file: ProjectFile, id: ClassId): readonly CallSite[] {
  const sites: CallSite[] = [];
  const classes: ClassPlace[] = [{ file, class: id }];
  for (const place of classes)
    for (const each of filesNaming(project, place)) {
      for (const call of each.code.calls) if (makes(project, each, call, place)) sites.push({ file: each, call });
      for (const subclass of subclassesIn(project, each, place)) {
        const { constructorFunction } = each.code.classes[subclass] ?? {};
        if (constructorFunction !== undefined) sites.push(...superCalls(each, constructorFunction));
        else if (classes.length < mostClasses) classes.push({ file: each, class: subclass });
      }
    }
  return sites;
}

function subclassesIn(project: Project, file: ProjectFile, place: ClassPlace): readonly ClassId[] {
  return file.code.classes.flatMap(({ heritage }, id) =>
    heritage !== undefined && isClass(project, file, heritage, place) ? id : [],
  );
}

function superCalls(file: ProjectFile, id: FunctionId): readonly CallSite[] {
  const calls = file.code.functions[id]?.calls ?? [];
  return calls.flatMap((call) => {
    const node = file.code.values[call];
    return node?.kind === "call" && node.how === "super" ? { file, call } : [];
  });
}

/** @returns the files that may name a class: its own, those that import from it and have its name, or take all or the default of a file. */
function filesNaming(project: Project, { file, class: id }: ClassPlace): readonly ProjectFile[] {
  const { name } = file.code.classes[id] ?? {};
  const importing = project.importers.taking(file.name, name);
  const others = importing.filter((each) => each !== file.name);
  return [file, ...others.flatMap((each) => project.searching(each, "makes", () => makingAny(project, each)))];
}

/** @returns a file, if something in it makes instances, or extends a class. */
export function makingAny(project: Project, name: string): readonly ProjectFile[] {
  const file = project.file(name);
  if (!file) return [];
  const { calls, classes, values } = file.code;
  const makesAny = calls.some((call) => {
    const node = values[call];
    return node?.kind === "call" && node.how === "new" && values[node.callee]?.kind !== "global";
  });
  return makesAny || classes.some(({ heritage }) => heritage !== undefined) ? [file] : [];
}

function makes(project: Project, file: ProjectFile, call: ValueId, place: ClassPlace): boolean {
  const node = file.code.values[call];
  return node?.kind === "call" && node.how === "new" && isClass(project, file, node.callee, place);
}

function isClass(project: Project, file: ProjectFile, value: ValueId, place: ClassPlace): boolean {
  const found = staticCallee(project, file, value);
  return found?.kind === "class" && found.file === place.file && found.class === place.class;
}
