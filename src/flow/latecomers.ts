import type { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import { importsIn, wordsOf } from "../project/words";
import { tellsClass } from "../syntax/classes-by-name";
import type { Leading } from "./leads/leading";
import { mayCallMember } from "./member-calls";
import { mostOfAName, type Scope } from "./scope";
import type { FileFlow } from "./track/file-flow";
import type { Tracker } from "./track/tracker";

export interface LatecomersInput {
  readonly project: Project;
  readonly tracker: Tracker;
  readonly scope: Scope;
  readonly leading: Leading;
  /** Runs the worklist until it is empty. */
  readonly run: () => void;
}

/**
 * Admits files that take part only when they are queried, such as tests. Their marks reach only themselves and files that they alone import, so that no result
 * depends on the order of queries.
 */
export class Latecomers {
  readonly #input: LatecomersInput;
  readonly #visited = new Set<string>();

  constructor(input: LatecomersInput) {
    this.#input = input;
  }

  /** Admits a file if something of interest may be in it, by its text: its value graph is not built for less. */
  admit(file: ProjectFile): void {
    const { tracker, scope } = this.#input;
    const { name, tree } = file;
    if (tracker.flows.has(file)) return;
    if (!scope.isLimited) {
      // Hosts ask again with another tree of the file: after an edit, or in another run.
      this.#visited.delete(name);
      this.#take(name, tree.text, file);
    } else if (this.#mayMatter(name, tree.text)) this.#follow(file);
  }

  #take(name: string, text: string, file?: ProjectFile): void {
    const { project, tracker } = this.#input;
    if (this.#visited.has(name) || this.#flowOf(name) || this.#isSearched(name, text)) return;
    this.#visited.add(name);
    // Imports come first: what they export does not depend on their importer.
    for (const target of this.#importedBy(name, text))
      if (!project.words.has(target)) this.#take(target, project.words.textOf(target) ?? "");
    if (this.#mayMatter(name, text))
      tracker.aside(() => {
        this.#follow(file ?? project.file(name));
      });
  }

  #follow(file: ProjectFile | undefined): void {
    const { tracker, run } = this.#input;
    if (file) tracker.flowOf(file);
    run();
  }

  /** Whether the project's own search has covered this text, and found no reason for the file to take part. */
  #isSearched(name: string, text: string): boolean {
    const { project, tracker } = this.#input;
    return !tracker.takingPart.has(name) && project.words.isTextOf(name, text);
  }

  #importedBy(name: string, text: string): readonly string[] {
    const { takenWhole, byName } = importsIn(text);
    return [...takenWhole, ...byName.keys()].flatMap((each) => this.#input.project.importedName({ name }, each) ?? []);
  }

  #mayMatter(name: string, text: string): boolean {
    const { tracker, scope, leading } = this.#input;
    if (scope.usesClientIn(text) || this.#importsMarked(name, text)) return true;
    const words = new Set(wordsOf(text));
    return (
      tracker.marksOfFramework(words) ||
      tracker.marksType(words) ||
      [...leading.names].some(
        ([each, { size }]) => size <= mostOfAName && words.has(each) && tellsClass(each) && mayCallMember(text, each),
      )
    );
  }

  /** Whether a text imports an export that has marks. */
  #importsMarked(name: string, text: string): boolean {
    const flowOf = (specifier: string): FileFlow | undefined => {
      const target = this.#input.project.importedName({ name }, specifier);
      return target === undefined ? undefined : this.#flowOf(target);
    };
    const { takenWhole, byName } = importsIn(text);
    return (
      takenWhole.some((each) => flowOf(each)?.isMarked) ||
      [...byName].some(([each, names]) => [...(flowOf(each)?.exportMarks.keys() ?? [])].some((one) => names.has(one)))
    );
  }

  #flowOf(name: string): FileFlow | undefined {
    const { project, tracker } = this.#input;
    const file = project.knownFile(name);
    return file && tracker.flows.get(file);
  }
}
