import type { VariableId } from "../../code/graph";
import type { Exported } from "../../project/exports";
import type { Project } from "../../project/project";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract } from "../domain";
import type { Evaluation } from "../evaluation";
import { changesIn, type ImportChange } from "./import-changes";
import { changedNames, mayChange } from "./changing-texts";
import { isPlain } from "./plain-members";

/** Changes that other files make to an exported object, or to a client from a package. */

/** Files that are searched for one name. A name in more files is too common. */
const mostFiles = 200;
/** Files whose changes of one export are evaluated; the rest are ignored. Clients from packages have no such limit. */
const mostWriters = 8;

/** @returns the other files whose text changes an export of a file. */
export function writersOf(evaluation: Evaluation, file: ProjectFile, name: string): readonly ProjectFile[] {
  const { project } = evaluation.surroundings;
  const isDefault = name === "default";
  const names = isDefault ? project.importers.through(file.name) : project.words.filesWith(name);
  if (names.length > mostFiles) return [];
  const others = names.filter((each) => each !== file.name);
  return writersAmong(project, others, { name, of: file.name, isPackage: false }, mostWriters).filter(
    (each) => each !== file,
  );
}

/** What files may change: an export of a file, or the default export of a package. */
interface Changed {
  readonly name: string;
  readonly of: string;
  readonly isPackage: boolean;
}

function writersAmong(
  project: Project,
  names: readonly string[],
  changed: Changed,
  most: number,
): readonly ProjectFile[] {
  const found: ProjectFile[] = [];
  const of = changed.isPackage ? `package ${changed.of}` : changed.of;
  for (const each of names) {
    if (found.length >= most) break;
    const find = (): readonly ProjectFile[] => {
      const writer = changes(project, each, changed) ? project.file(each) : undefined;
      return writer ? [writer] : [];
    };
    found.push(...project.searching({ name: each, question: `changes ${changed.name} ${changed.of}`, of }, find));
  }
  return found;
}

/**
 * @returns whether a file may change something. The answer depends only on that file and the owner of the changed export, not on re-exporting files between
 *   them: first the text is tested, then the imports that the graph changes under the name.
 */
export function changes(project: Project, from: string, { name, of }: Pick<Changed, "name" | "of">): boolean {
  const text = project.words.textOf(from);
  const isIt = (specifier: string): boolean =>
    specifier === of || project.importedName({ name: from }, specifier) === of;
  if (text === undefined || !mayChange(text, changedNames(text, name, isIt))) return false;
  // Set-ups of a client are reported to it by every file that has it.
  if (name === "default") return true;
  const [file, owner] = [project.file(from), project.file(of)];
  if (!file || !owner) return false;
  return changesIn(file).some(({ root, given }) => mayBe(file, root, name) && !(given && isPlain(owner, name, given)));
}

/** @returns whether an import, or a member of it, may be an export of this name. */
function mayBe({ code }: ProjectFile, { import: index, key }: ImportChange["root"], name: string): boolean {
  if (key !== undefined) return key === name;
  const bound = code.imports[index]?.name;
  return bound === name || bound === "*" || bound === "default";
}

/** @returns the versions that other files make of the object in an exported variable. Natives learn what those files set up. */
export function versionsElsewhere(evaluation: Evaluation, file: ProjectFile, id: VariableId): readonly Abstract[] {
  const variable = file.code.variables[id];
  if (variable?.in !== 0) return [];
  return file.code.exports
    .flatMap((each) => (each.kind === "value" && each.variable === id ? each.name : []))
    .flatMap((name) => writersOf(evaluation, file, name))
    .flatMap((writer) =>
      versionsIn(
        evaluation,
        writer,
        (exported) => exported.kind === "value" && exported.file === file && exported.variable === id,
      ),
    );
}

/** @returns the versions that other files make of an unnamed default export. */
export function versionsOfDefault(
  evaluation: Evaluation,
  { file, value }: Extract<Exported, { kind: "value" }>,
): readonly Abstract[] {
  return writersOf(evaluation, file, "default").flatMap((writer) =>
    versionsIn(
      evaluation,
      writer,
      (exported) => exported.kind === "value" && exported.file === file && exported.value === value,
    ),
  );
}

interface Telling {
  /** Files that have not yet reported what they set up, by package. */
  readonly untold: Map<string, Set<ProjectFile>>;
  /** Files for which reports are under way; their own set-ups are not finished. */
  readonly asking: ProjectFile[];
}

const tellings = new WeakMap<Evaluation, Telling>();

/**
 * Reports to a client of a package what all files of the project set up on it, independent of which runs first.
 * @param asking the file that imports the package.
 */
export function tellSetUps(evaluation: Evaluation, specifier: string, asking: ProjectFile): void {
  const telling: Telling = tellings.get(evaluation) ?? { untold: new Map(), asking: [] };
  tellings.set(evaluation, telling);
  if (telling.asking.includes(asking)) return;
  const { project } = evaluation.surroundings;
  let writers = telling.untold.get(specifier);
  if (!writers) {
    const names = project.words.importing.get(specifier) ?? [];
    writers = new Set(writersAmong(project, names, { name: "default", of: specifier, isPackage: true }, Infinity));
    telling.untold.set(specifier, writers);
  }
  telling.asking.push(asking);
  try {
    for (const writer of writers) {
      if (!telling.asking.includes(writer)) writers.delete(writer);
      versionsIn(evaluation, writer, (exported) => exported.kind === "package" && exported.specifier === specifier);
    }
  } finally {
    telling.asking.pop();
  }
}

function versionsIn(
  evaluation: Evaluation,
  writer: ProjectFile,
  isRoot: (exported: Exported) => boolean,
): readonly Abstract[] {
  const { project } = evaluation.surroundings;
  const exportedBy = ({ root }: ImportChange): Exported | undefined => {
    const bound = project.importOf(writer, root.import);
    if (root.key === undefined || bound?.kind === "package") return bound;
    return bound?.kind === "file" ? project.exportOf(bound.file, root.key) : undefined;
  };
  return changesIn(writer).flatMap((change): readonly Abstract[] => {
    const exported = exportedBy(change);
    const version = exported && isRoot(exported) ? change.version(evaluation) : undefined;
    return version ? [version] : [];
  });
}
