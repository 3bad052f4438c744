import type { ValueId } from "../../code/graph";
import type { ProjectFile } from "../../project/project-file";
import type { Exported } from "../../project/exports";
import type { Project } from "../../project/project";
import type { Abstract } from "../domain";
import type { Evaluation } from "../evaluation";
import { nodeAt, placeOf } from "../places";
import { SlotReferences } from "./references";
import type { Slot } from "./slots";

/** The values that fill a slot: from its provider elements, in its own file and in files that import it. */

export interface Fills {
  readonly values: readonly Abstract[];
  /** No other code can fill it. */
  readonly isWhole: boolean;
}

/** Limit of the files that are searched for one slot. */
const mostFiles = 100;

/** @returns the values that fill a slot, in all files that its exported names reach. */
export function fillsOf(evaluation: Evaluation, slot: Slot): Fills {
  const search = new Search(evaluation, slot);
  const all = [...search.found.values()];
  const values = all.flatMap(({ file, given }) =>
    [...given].sort((one, other) => one - other).map((each) => valueIn(evaluation, file, each)),
  );
  const isProvided = values.length > 0 || all.every(({ exported }) => exported.size === 0);
  return { values, isWhole: isProvided && !search.isCut && all.every(({ leaks }) => !leaks) };
}

function valueIn(evaluation: Evaluation, file: ProjectFile, attributes: ValueId): Abstract {
  const node = nodeAt(file, attributes);
  const context = evaluation.contexts.symbolic(file, node.in);
  return evaluation.member(evaluation.valueOf(attributes, context), "value", placeOf(node, context));
}

/** The files that import a slot, directly or through re-exports, with the names that it has there. */
class Search {
  readonly found = new Map<ProjectFile, SlotReferences>();
  isCut = false;
  readonly #project: Project;
  readonly #looked = new Set<string>();

  constructor({ surroundings: { project } }: Evaluation, { file, call }: Slot) {
    this.#project = project;
    const own = new SlotReferences(file);
    own.add([call]);
    this.found.set(file, own);
    const names = new Names();
    names.add(file, own.exported);
    for (const { file: from, name } of names.all)
      for (const each of this.#filesWith(from, name)) {
        this.#take(each);
        names.add(each, this.found.get(each)?.exported ?? []);
        for (const handed of each.code.exports)
          if (handed.kind === "from" && handed.imported === name) names.add(each, [handed.name]);
      }
  }

  /** @returns the files whose text contains the name, or the importers for a default export. The search uses texts, because most files are not parsed yet. */
  #filesWith(from: ProjectFile, name: string): readonly ProjectFile[] {
    const { importers, words } = this.#project;
    const files = name === "default" ? importers.through(from.name) : words.filesWith(name);
    for (const each of files) this.#looked.add(each);
    this.isCut ||= this.#looked.size > mostFiles;
    return this.isCut ? [] : files.flatMap((each) => this.#project.file(each, from.name) ?? []);
  }

  #take(file: ProjectFile): void {
    const taken = this.#takenBy(file);
    if (taken.length === 0) return;
    const references = this.found.get(file) ?? new SlotReferences(file);
    this.found.set(file, references);
    references.add(taken);
  }

  /** @returns the values of a file that are the slot, by its imports: `Context` and `contexts.Context`. */
  #takenBy(file: ProjectFile): readonly ValueId[] {
    const project = this.#project;
    const isSlot = (each: Exported | undefined): boolean =>
      each?.kind === "value" && each.member === undefined && this.found.get(each.file)?.has(each.value) === true;
    const bound = file.code.imports.map((_, index) => project.importOf(file, index));
    return file.code.values.flatMap((node, id) => {
      if (node.kind === "imported") return isSlot(bound[node.import]) ? id : [];
      if (node.kind !== "member" || typeof node.key !== "string") return [];
      const object = nodeAt(file, node.object);
      const module = object.kind === "imported" ? bound[object.import] : undefined;
      return module?.kind === "file" && isSlot(project.exportOf(module.file, node.key)) ? id : [];
    });
  }
}

/** The names under which files export a slot. Names may be added during the iteration. */
class Names {
  readonly all: { readonly file: ProjectFile; readonly name: string }[] = [];
  readonly #known = new Map<ProjectFile, Set<string>>();

  add(file: ProjectFile, names: Iterable<string>): void {
    const known = this.#known.get(file) ?? new Set<string>();
    this.#known.set(file, known);
    for (const name of names) {
      if (known.has(name)) continue;
      known.add(name);
      this.all.push({ file, name });
    }
  }
}
