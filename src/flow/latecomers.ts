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
  /** Follows everything to its end. */
  readonly run: () => void;
}

/**
 * Files that take part only when somebody asks about them, such as tests. What they give goes no further than to themselves and to what they alone import: what
 * is told of a file does not depend on which files were asked about before.
 */
export class Latecomers {
  readonly #input: LatecomersInput;
  readonly #asked = new Set<string>();

  constructor(input: LatecomersInput) {
    this.#input = input;
  }

  /** Lets a file take part if something of interest may be in it, by its text: its graph is not made for less. */
  admit(file: ProjectFile): void {
    const { tracker, scope } = this.#input;
    const { name, tree } = file;
    if (tracker.flows.has(file)) return;
    if (!scope.isLimited) {
      // Hosts ask again about a file with another tree: as its text is edited, or by each run of theirs.
      this.#asked.delete(name);
      this.#take(name, tree.text, file);
    } else if (this.#mayMatter(name, tree.text)) this.#follow(file);
  }

  #take(name: string, text: string, file?: ProjectFile): void {
    const { project, tracker } = this.#input;
    if (this.#asked.has(name) || this.#flowOf(name) || this.#isLookedInto(name, text)) return;
    this.#asked.add(name);
    // What it imports does not depend on who imports it.
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

  /** Whether all that the flow leads to has been looked for in a text, and is not in it. */
  #isLookedInto(name: string, text: string): boolean {
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

  /** Whether a text takes something that has marks of a file that it imports. */
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
