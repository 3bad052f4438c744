import type TS from "typescript";
import { type CheckedFile, type FileChecker, TakesLong } from "../editor/file-checker";
import { moveFindings, moveFindingsOfSameCode, type ShownFinding } from "../editor/move-findings";
import { isSameCode } from "../editor/same-code";

/**
 * How often a check is asked whether it is still wanted before it counts as a long one. It is asked after so many values that it evaluates, so
 * that the bound does not depend on the machine. So much takes about as long as TypeScript's own check of an edited file.
 */
const looksOfShortCheck = 2;

/** In milliseconds: so long an editor is left alone before it is told to ask again. Its other questions about an edit come at once. */
const pauseBeforeRefresh = 200;

/** What an editor is shown of a file. */
export interface Shown extends Pick<CheckedFile, "sourceFile" | "project" | "failures" | "isWhole"> {
  readonly findings: readonly ShownFinding[];
}

interface Found extends Pick<Shown, "project" | "findings" | "failures" | "isWhole"> {
  readonly text: string;
  /** The files of the program in which it was found. */
  readonly files: readonly TS.SourceFile[];
}

/**
 * Decides for which files an editor waits. TypeScript's own errors come in the same answer as our findings, and must not wait for the check of a
 * file that takes long: such a file shows its earlier findings first, and then the editor is told to ask again. It is not checked again as long as the
 * code is the same.
 */
export class Patience {
  readonly #ts: typeof TS;
  readonly #checker: FileChecker;
  readonly #refresh: () => void;
  /** Files that are slow to check, with their last findings and the text of these. */
  readonly #long = new Map<string, Found | undefined>();
  /** Programs about which the editor was told to ask again. */
  readonly #due = new WeakSet<TS.Program>();
  #timer: NodeJS.Timeout | undefined;

  /** @param refresh makes the editor ask again. */
  constructor(ts: typeof TS, checker: FileChecker, refresh: () => void) {
    this.#ts = ts;
    this.#checker = checker;
    this.#refresh = refresh;
  }

  /**
   * @param throwIfCancelled as for `FileChecker.check`.
   * @returns what is to be shown of a file now: what was found earlier, moved to where it stands, if the check takes long.
   */
  show(program: TS.Program, fileName: string, throwIfCancelled: () => void): Shown | undefined {
    const isDue = this.#due.has(program);
    if (this.#long.has(fileName) && !isDue && !this.#checker.has(program, fileName))
      return this.#earlier(program, fileName);
    let looks = 0;
    const isLong = (): boolean => looks > looksOfShortCheck;
    try {
      const checked = this.#checker.check(program, fileName, () => {
        throwIfCancelled();
        looks += 1;
        if (isLong() && !isDue) throw new TakesLong();
      });
      // Without a look the file was checked before.
      if (looks > 0) this.#note(program, fileName, isLong() ? checked : undefined);
      return checked;
    } catch (error) {
      if (!(error instanceof TakesLong)) throw error;
      this.#long.set(fileName, undefined);
      return this.#earlier(program, fileName);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** @param checked absent if the check was a short one. */
  #note(program: TS.Program, fileName: string, checked: CheckedFile | undefined): void {
    if (!checked) {
      this.#long.delete(fileName);
      return;
    }
    const { sourceFile, project, findings, failures, isWhole } = checked;
    const files = program.getSourceFiles();
    this.#long.set(fileName, { text: sourceFile.text, project, findings, failures, isWhole, files });
  }

  #askAgainSoon(program: TS.Program): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#due.add(program);
      this.#refresh();
    }, pauseBeforeRefresh);
  }

  #earlier(program: TS.Program, fileName: string): Shown | undefined {
    const earlier = this.#long.get(fileName);
    const sourceFile = program.getSourceFile(fileName);
    if (earlier && sourceFile && this.#holds(earlier, program, sourceFile)) {
      const { text, findings } = earlier;
      const found = {
        ...earlier,
        text: sourceFile.text,
        findings: moveFindingsOfSameCode(findings, text, sourceFile.text),
        files: program.getSourceFiles(),
      };
      this.#long.set(fileName, found);
      return { ...found, sourceFile };
    }
    this.#askAgainSoon(program);
    if (!earlier || !sourceFile) return undefined;
    const { project, findings, text, isWhole } = earlier;
    return { sourceFile, project, findings: moveFindings(findings, text, sourceFile.text), failures: [], isWhole };
  }

  /** Whether what was found is still so: the code is the same, here and in all other files. */
  #holds({ files, text, project }: Found, program: TS.Program, sourceFile: TS.SourceFile): boolean {
    const now = program.getSourceFiles();
    const isSameElsewhere =
      files.length === now.length && now.every((file, index) => file === sourceFile || file === files[index]);
    return (
      isSameElsewhere && this.#checker.isOf(project, sourceFile.fileName) && isSameCode(this.#ts, text, sourceFile)
    );
  }
}
