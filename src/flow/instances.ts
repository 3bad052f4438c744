import type { ClassId, FunctionId, ValueId } from "../code/graph";
import type { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import type { CallSite } from "../project/sites";
import { staticCallee } from "./static-callee";

/** Bound on subclasses, direct and indirect: instances of a class with more of them say little about it. */
const mostClasses = 32;

interface ClassPlace {
  readonly file: ProjectFile;
  readonly class: ClassId;
}

/**
 * Finds the calls that instantiate a class, by names and imports alone.
 *
 * @returns `new` expressions of the class and of subclasses without a constructor, and `super(…)` of subclasses that have one.
 */
export function findInstances(project: Project, file: ProjectFile, id: ClassId): readonly CallSite[] {
  const sites: CallSite[] = [];
  const classes: ClassPlace[] = [{ file, class: id }];
  for (const place of classes)
    for (const { file: each, calls, subclasses } of usesOf(project, place)) {
      for (const call of calls) sites.push({ file: each, call });
      for (const subclass of subclasses) {
        const { constructorFunction } = each.code.classes[subclass] ?? {};
        if (constructorFunction !== undefined) sites.push(...superCalls(each, constructorFunction));
        else if (classes.length < mostClasses) classes.push({ file: each, class: subclass });
      }
    }
  return sites;
}

/** The uses of a class in one file. */
interface Uses {
  readonly file: ProjectFile;
  /** `new` expressions. */
  readonly calls: readonly ValueId[];
  readonly subclasses: readonly ClassId[];
}

function usesIn(project: Project, file: ProjectFile, place: ClassPlace): readonly Uses[] {
  const calls = file.code.calls.filter((call) => makes(project, file, call, place));
  const subclasses = file.code.classes.flatMap(({ heritage }, id) =>
    heritage !== undefined && isClass(project, file, heritage, place) ? id : [],
  );
  return calls.length + subclasses.length > 0 ? [{ file, calls, subclasses }] : [];
}

function superCalls(file: ProjectFile, id: FunctionId): readonly CallSite[] {
  const calls = file.code.functions[id]?.calls ?? [];
  return calls.flatMap((call) => {
    const node = file.code.values[call];
    return node?.kind === "call" && node.how === "super" ? { file, call } : [];
  });
}

/** @returns the uses of a class in its own file, and in files that import its name, the default or the whole of its file. */
function usesOf(project: Project, place: ClassPlace): readonly Uses[] {
  const { file, class: id } = place;
  const importing = project.importers.taking(file.name, file.code.classes[id]?.name);
  const others = importing.filter((each) => each !== file.name);
  return [
    ...usesIn(project, file, place),
    ...others.flatMap((name) =>
      project.searching({ name, question: `makes ${id} ${file.name}`, of: file.name }, () =>
        usesInFile(project, name, place),
      ),
    ),
  ];
}

/** @returns the uses of a class in a file. */
export function usesInFile(project: Project, name: string, place: ClassPlace): readonly Uses[] {
  const file = project.file(name);
  return file ? usesIn(project, file, place) : [];
}

function makes(project: Project, file: ProjectFile, call: ValueId, place: ClassPlace): boolean {
  const node = file.code.values[call];
  return node?.kind === "call" && node.how === "new" && isClass(project, file, node.callee, place);
}

function isClass(project: Project, file: ProjectFile, value: ValueId, place: ClassPlace): boolean {
  const found = staticCallee(project, file, value);
  return found?.kind === "class" && found.file === place.file && found.class === place.class;
}
