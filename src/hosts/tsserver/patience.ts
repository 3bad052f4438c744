import type TS from "typescript";
import { type CheckedFile, type FileChecker, TakesLong } from "../editor/file-checker";
import { moveFindings, moveFindingsOfSameCode, type ShownFinding } from "../editor/move-findings";
import { isSameCode } from "../editor/same-code";
import { inSlices, pauseBeforeSettling } from "../editor/slices";

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

/** The results that an editor shows for a file. */
export interface Shown extends Pick<CheckedFile, "sourceFile" | "project" | "failures" | "isWhole"> {
  readonly findings: readonly ShownFinding[];
}

interface Found extends Pick<Shown, "project" | "findings" | "failures" | "isWhole"> {
  readonly text: string;
  /** The files of the program at the time of the findings. */
  readonly files: readonly TS.SourceFile[];
}

export interface PatienceHost {
  /** Tells the editor to ask again. */
  readonly refresh: () => void;
  readonly onCrash: (what: string, error: unknown) => void;
}

/**
 * Decides for which files an editor waits. TypeScript's errors arrive in the same answer as our findings, and must not
 * wait for a long check. A file with a long check first shows its earlier findings; then the editor is told to ask
 * again. It is not checked again while its code is the same.
 *
 * A project is followed in the background: before its first findings, and after edits that may change which calls of
 * other files lead to the edited file. Until then, the findings use the results from before the edits.
 */
export class Patience {
  readonly #ts: typeof TS;
  readonly #checker: FileChecker;
  readonly #refresh: () => void;
  /** Files with a long check, with their last findings and the text in which these were found. */
  readonly #long = new Map<string, Found | undefined>();
  /** Files with a stopped check. The next check continues it, and is therefore short. */
  readonly #stopped = new Set<string>();
  /** Programs for which the editor was told to ask again. */
  readonly #due = new WeakSet<TS.Program>();
  readonly #onCrash: (what: string, error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  #following: Promise<boolean> | undefined;
  /** Milliseconds that following the project took the last time. */
  #took = 0;
  #isClosed = false;

  constructor(ts: typeof TS, checker: FileChecker, host: PatienceHost) {
    this.#ts = ts;
    this.#checker = checker;
    this.#refresh = host.refresh;
    this.#onCrash = host.onCrash;
  }

  /**
   * @param throwIfCancelled as for `FileChecker.check`.
   * @returns the results to show for a file. If the check takes long, these are earlier findings, moved to their current
   * places.
   */
  show(program: TS.Program, fileName: string, throwIfCancelled: () => void): Shown | undefined {
    const isDue = this.#due.has(program);
    if (this.#long.has(fileName) && !isDue && !this.#checker.has(program, fileName))
      return this.#earlier(program, fileName);
    let looks = 0;
    const isLong = (): boolean => looks > looksOfShortCheck;
    try {
      const checked = this.#checker.checkSoon(program, fileName, () => {
        throwIfCancelled();
        looks += 1;
        if (isLong() && !isDue) throw new TakesLong();
      });
      // Without an interruption point, the result comes from an earlier check.
      if (looks > 0) this.#note(program, fileName, this.#stopped.delete(fileName) || isLong() ? checked : undefined);
      if (checked?.isSettled === false) this.#settleLater(program, checked);
      return checked;
    } catch (error) {
      if (!(error instanceof TakesLong)) throw error;
      this.#stopped.add(fileName);
      if (!this.#long.has(fileName)) this.#long.set(fileName, undefined);
      return this.#earlier(program, fileName);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
    this.#isClosed = true;
  }

  #settleLater(program: TS.Program, { sourceFile: { fileName }, isOverdue }: CheckedFile): void {
    clearTimeout(this.#settling);
    const pause = isOverdue === true ? 0 : pauseBeforeSettling(this.#took);
    this.#settling = setTimeout(() => void this.#settle(program, fileName), pause);
  }

  async #settle(program: TS.Program, fileName: string): Promise<void> {
    if ((await this.#follow(program, fileName)) && !this.#isClosed) this.#refresh();
  }

  /**
   * Follows a project. Only one program is followed at a time, because edits in the meantime rarely change the result.
   *
   * @returns false after a crash: the editor is then not told to ask again, because the next attempt would crash too.
   */
  #follow(program: TS.Program, fileName: string): Promise<boolean> {
    this.#following ??= inSlices(this.#checker.follow(program, fileName))
      .then((took) => {
        this.#took = took;
        return true;
      })
      .catch((error: unknown) => {
        this.#onCrash(`following the project of ${fileName}`, error);
        return false;
      })
      .finally(() => {
        this.#following = undefined;
      });
    return this.#following;
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

  #askAgainSoon(program: TS.Program, fileName: string): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#askAgain(program, fileName), pauseBeforeRefresh);
  }

  async #askAgain(program: TS.Program, fileName: string): Promise<void> {
    const isFollowed = !this.#checker.mustFollow(program, fileName) || (await this.#follow(program, fileName));
    if (this.#isClosed || !isFollowed) return;
    this.#due.add(program);
    this.#refresh();
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
    this.#askAgainSoon(program, fileName);
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
