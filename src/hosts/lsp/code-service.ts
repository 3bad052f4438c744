import type TS from "typescript";
import type { Range } from "../../text/range";
import { disableForLine } from "../editor/disable-comment";
import { describeUses, endpointAt, type EndpointUse } from "../editor/code/endpoint-uses";
import { type CheckedFile, FileChecker, type FileRequests, notWhole, TakesLong } from "../editor/file-checker";
import type { Explanation, Offer } from "../editor/offers";
import { codeOffers, explainCode } from "../editor/code/assistance";
import { describeCallers } from "../editor/code/callers";
import { type SelectedCount, selectedCounts } from "../editor/code/calls";
import { objectOffers } from "../editor/code/object-manifests";
import { type Rewrite, selectorRewrite } from "../editor/code/requests";
import { fileTypeOf } from "../shared/files/file-type";
import { inSlices } from "../editor/slices";
import { type CodeProjects, toServerPath } from "./code-projects";
import { EndpointUses } from "./repository/endpoint-uses";
import { defineSegment, findName, findUses, type NameInProject, renamingOf } from "./code-names";
import type { Checked, Definition, FilePlace, FileService, Preparation, Remark, Renaming, Step } from "./file-service";
import type { OpenText } from "./open-text";

/** The service for code and for scripts of components. */
export class CodeService implements FileService {
  readonly #ts: typeof TS;
  readonly #projects: CodeProjects;
  readonly #checker: FileChecker;
  readonly #uses: EndpointUses;
  #turn: Promise<unknown> = Promise.resolve();
  /** Checked components by path: their scripts belong to no program. */
  readonly #components = new Map<string, { readonly file: OpenText; readonly checked: CheckedFile | undefined }>();

  /** @param onCrash called for each rule or analysis that threw. */
  constructor(ts: typeof TS, projects: CodeProjects, onCrash: (what: string, error: unknown) => void) {
    this.#ts = ts;
    this.#projects = projects;
    this.#checker = new FileChecker(ts, onCrash);
    this.#uses = new EndpointUses(projects, (program, fileName) => this.#check(program, fileName));
  }

  follow(file: OpenText, path: string): Promise<number> | undefined {
    const program = this.#programOf(file, path);
    const isReady = !program || !this.#checker.mustFollow(program, toServerPath(path));
    return isReady ? undefined : this.#inTurn(() => this.#checker.follow(program, toServerPath(path)));
  }

  settle(file: OpenText, path: string): Promise<number> | undefined {
    const program = this.#programOf(file, path);
    return program && this.#inTurn(() => this.#checker.follow(program, toServerPath(path)));
  }

  /** Follows one project at a time, so that a message waits for one slice only. The first file of a project does the work that its files share. */
  #inTurn(pieces: () => Iterable<void>): Promise<number> {
    const turn = this.#turn.then(() => inSlices(pieces()));
    this.#turn = turn.catch(() => 0);
    return turn;
  }

  check(file: OpenText, path: string): Checked | undefined {
    const checked = this.#look(file, path);
    if (!checked) return undefined;
    return {
      findings: checked.findings,
      remarks: remarksOf(checked),
      isSettled: checked.isSettled,
      isOverdue: checked.isOverdue === true,
      disable: (finding, newLine) => disableForLine(this.#ts, checked.sourceFile, finding, newLine),
    };
  }

  offers(file: OpenText, path: string, position: number): readonly Offer[] {
    const around = this.#lookAround(file, path, position);
    if (!around) return [];
    const offers = objectOffers(this.#ts, around.sourceFile, position);
    return offers.length > 0 ? offers : codeOffers(this.#ts, around, position);
  }

  explain(file: OpenText, path: string, position: number): Explanation | undefined {
    const around = this.#lookAround(file, path, position);
    if (!around) return undefined;
    const service = fileTypeOf(path) === "component" ? undefined : this.#projects.languageServiceOf(path, file.text);
    return explainCode(around, position, () => {
      const { sourceFile, project } = around;
      return service && describeCallers(this.#ts, service, sourceFile, position, project.root);
    });
  }

  definition(file: OpenText, path: string, position: number): Definition | undefined {
    const checked = this.#look(file, path);
    return checked && defineSegment(checked, position, this.#projects.languageServiceOf(path, file.text));
  }

  /** The first file of a project makes TypeScript read all files of the project. */
  preparation(path: string, text: string): Preparation | undefined {
    if (fileTypeOf(path) === "component" || this.#projects.has(path)) return undefined;
    return { title: "Reading the TypeScript project", run: () => this.#projects.programOf(path, text) };
  }

  async references(file: OpenText, path: string, position: number, step: Step): Promise<readonly FilePlace[]> {
    const key = this.#endpointAt(file, path, position);
    if (key !== undefined) return this.#callsOf(key, file, path, step);
    const named = await this.#nameAt(file, path, position, step);
    return named ? findUses(named) : [];
  }

  /**
   * Describes the uses of a request's endpoint in the project's code. The first question starts the search, and gets an
   * answer only if the search ends within the time of a hover.
   */
  async remember(file: OpenText, path: string, position: number): Promise<string | undefined> {
    const key = this.#endpointAt(file, path, position);
    const program = key === undefined ? undefined : this.#projects.programOf(path, file.text);
    if (!program) return undefined;
    const uses = await soon(this.#uses.soon(program, breathe));
    return uses && `Here: ${describeUses(uses.filter((use) => use.key === key))}.`;
  }

  /** @returns the calls in all code below a folder. */
  usesBelow(root: string, step: Step): Promise<readonly EndpointUse[]> {
    return this.#uses.below(root, step);
  }

  #endpointAt(file: OpenText, path: string, position: number): string | undefined {
    const around = this.#lookAround(file, path, position);
    return around && endpointAt(around, position);
  }

  async #callsOf(key: string, file: OpenText, path: string, step: Step): Promise<readonly FilePlace[]> {
    const program = fileTypeOf(path) === "component" ? undefined : this.#projects.programOf(path, file.text);
    const uses = program ? await this.#uses.of(program, step) : [];
    return uses.filter((use) => use.key === key).map(placeOfUse);
  }

  async renaming(file: OpenText, path: string, position: number, step: Step): Promise<Renaming | undefined> {
    const named = await this.#nameAt(file, path, position, step);
    return named && renamingOf(named);
  }

  hints(file: OpenText, path: string, within: Range): readonly SelectedCount[] {
    const checked = this.#look(file, path);
    return checked ? selectedCounts(checked, within) : [];
  }

  async #nameAt(file: OpenText, path: string, position: number, step: Step): Promise<NameInProject | undefined> {
    if (fileTypeOf(path) === "component") return undefined;
    const service = this.#projects.languageServiceOf(path, file.text);
    const program = service?.getProgram();
    if (!service || !program) return undefined;
    const check = (fileName: string): CheckedFile | undefined => this.#check(program, fileName);
    return findName({ service, program, check }, toServerPath(path), position, step);
  }

  rewrites(file: OpenText, path: string, place: Range): readonly Rewrite[] {
    const checked = this.#look(file, path);
    const rewrite = checked && selectorRewrite(checked, place);
    return rewrite ? [rewrite] : [];
  }

  close(path: string): void {
    this.#components.delete(path);
    this.#projects.close(path);
  }

  /** Forgets results that depend on files that are not open. */
  refresh(): void {
    this.#components.clear();
  }

  #look(file: OpenText, path: string): CheckedFile | undefined {
    if (fileTypeOf(path) === "component") return this.#lookAtComponent(file, path);
    const program = this.#projects.programOf(path, file.text);
    return program && this.#check(program, toServerPath(path));
  }

  #programOf(file: OpenText, path: string): TS.Program | undefined {
    return fileTypeOf(path) === "component" ? undefined : this.#projects.programOf(path, file.text);
  }

  /** Checks a file. If its project has not been followed yet, the check follows it. */
  #check(program: TS.Program, fileName: string): CheckedFile | undefined {
    try {
      return this.#checker.checkSoon(program, fileName, never);
    } catch (error) {
      if (error instanceof TakesLong) return this.#checker.check(program, fileName, never);
      throw error;
    }
  }

  #lookAround(file: OpenText, path: string, position: number): FileRequests | undefined {
    if (fileTypeOf(path) === "component") return this.#lookAtComponent(file, path);
    const program = this.#projects.programOf(path, file.text);
    return program && this.#checker.around(program, toServerPath(path), position, never);
  }

  #lookAtComponent(file: OpenText, path: string): CheckedFile | undefined {
    const known = this.#components.get(path);
    if (known?.file === file) return known.checked;
    const checked = this.#checker.checkAlone(path, file.text, never);
    this.#components.set(path, { file, checked });
    return checked;
  }
}

/** Never interrupts: during a check no message can arrive; messages are read between checks. */
function never(): void {
  // Nothing to do.
}

/** Limit in milliseconds for the additional part of a hover. */
const patience = 300;

/** @returns the answer if it arrives within the time of a hover. */
async function soon<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, patience, undefined)));
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets other work run first. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** @returns the place of a call. */
export function placeOfUse({ fileName, text, range }: EndpointUse): FilePlace {
  return { path: fileName, text, range };
}

function remarksOf({ failures, isWhole, sourceFile }: CheckedFile): readonly Remark[] {
  const start = { start: 0, end: /^[^\r\n]*/u.exec(sourceFile.text)?.[0].length ?? 0 };
  return [
    ...failures.map(({ rule, error }): Remark => {
      const what =
        rule === undefined
          ? "Restraint crashed on this file and checked nothing in it"
          : `The rule ${rule} crashed and checked no more of this file`;
      return { range: start, message: `${what}: ${error.message}`, severity: "warn" };
    }),
    ...(isWhole ? [] : [{ range: start, message: notWhole, severity: "information" as const }]),
  ];
}
