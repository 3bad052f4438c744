import type TS from "typescript";
import { type CheckedFile, type FileChecker, TakesLong } from "../editor/file-checker";
import { moveFindings, moveFindingsOfSameCode, type ShownFinding } from "../editor/move-findings";
import { isSameCode } from "../editor/same-code";

/**
 * Number of interruption points after which a check counts as long. They occur after a fixed number of evaluated
 * values, so that the bound does not depend on the machine. This number takes about as long as TypeScript's own check
 * of an edited file.
 */
const looksOfShortCheck = 2;

/**
 * Milliseconds before the editor is told to ask again, so that its other questions about an edit are answered first.
 */
const pauseBeforeRefresh = 200;

/** What an editor shows of a file. */
export interface Shown extends Pick<CheckedFile, "sourceFile" | "project" | "failures" | "isWhole"> {
  readonly findings: readonly ShownFinding[];
}

interface Found extends Pick<Shown, "project" | "findings" | "failures" | "isWhole"> {
  readonly text: string;
  /** The files of the program at the time of the findings. */
  readonly files: readonly TS.SourceFile[];
}

/**
 * Decides for which files an editor waits. TypeScript's errors arrive in the same answer as our findings, and must not
 * wait for a long check. A file with a long check first shows its earlier findings; then the editor is told to ask
 * again. It is not checked again while its code is the same.
 */
export class Patience {
  readonly #ts: typeof TS;
  readonly #checker: FileChecker;
  readonly #refresh: () => void;
  /** Files with a long check, with their last findings and the text of these. */
  readonly #long = new Map<string, Found | undefined>();
  /** Programs for which the editor was told to ask again. */
  readonly #due = new WeakSet<TS.Program>();
  #timer: NodeJS.Timeout | undefined;

  /** @param refresh tells the editor to ask again. */
  constructor(ts: typeof TS, checker: FileChecker, refresh: () => void) {
    this.#ts = ts;
    this.#checker = checker;
    this.#refresh = refresh;
  }

  /**
   * @param throwIfCancelled as for `FileChecker.check`.
   * @returns what to show of a file. If the check takes long, these are earlier findings, moved to their current
   * places.
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
      // Without an interruption point, the result is of an earlier check.
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

  /** @param checked absent if the check was short. */
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

  /** Whether the findings are still valid: the code of this file and all other files is unchanged. */
  #holds({ files, text, project }: Found, program: TS.Program, sourceFile: TS.SourceFile): boolean {
    const now = program.getSourceFiles();
    const isSameElsewhere =
      files.length === now.length && now.every((file, index) => file === sourceFile || file === files[index]);
    return (
      isSameElsewhere && this.#checker.isOf(project, sourceFile.fileName) && isSameCode(this.#ts, text, sourceFile)
    );
  }
}
