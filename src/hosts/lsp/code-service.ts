import type TS from "typescript";
import type { Range } from "../../text/range";
import { disableForLine } from "../shared/editor/disable-comment";
import { type CheckedFile, FileChecker } from "../shared/editor/file-checker";
import type { Explanation, Offer } from "../shared/editor/offers";
import { explainRequest, requestOffers, type Rewrite, selectorRewrite } from "../shared/editor/requests";
import { explainSegment, selectorOffers } from "../shared/editor/selectors";
import { fileTypeOf } from "../shared/file-types";
import type { CodeProjects } from "./code-projects";
import type { Checked, FileService, Remark } from "./file-service";
import type { OpenText } from "./open-text";

/** Code, and the scripts of components. */
export class CodeService implements FileService {
  readonly #ts: typeof TS;
  readonly #projects: CodeProjects;
  readonly #checker: FileChecker;
  /** The scripts of components, which belong to no program that would keep them. */
  readonly #components = new Map<string, { readonly file: OpenText; readonly checked: CheckedFile | undefined }>();

  /** @param onCrash is told of each rule, or whole analysis, that threw. */
  constructor(ts: typeof TS, projects: CodeProjects, onCrash: (what: string, error: unknown) => void) {
    this.#ts = ts;
    this.#projects = projects;
    this.#checker = new FileChecker(ts, onCrash);
  }

  check(file: OpenText, path: string): Checked | undefined {
    const checked = this.#look(file, path);
    if (!checked) return undefined;
    return {
      findings: checked.findings,
      remarks: remarksOf(checked),
      disable: (finding, newLine) => disableForLine(this.#ts, checked.sourceFile, finding, newLine),
    };
  }

  offers(file: OpenText, path: string, position: number): readonly Offer[] {
    const checked = this.#look(file, path);
    return checked ? [...selectorOffers(checked, position), ...requestOffers(checked, position)] : [];
  }

  explain(file: OpenText, path: string, position: number): Explanation | undefined {
    const checked = this.#look(file, path);
    return checked && (explainSegment(checked, position) ?? explainRequest(checked, position));
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

  /** Forgets what depends on files that are not open. */
  refresh(): void {
    this.#components.clear();
  }

  #look(file: OpenText, path: string): CheckedFile | undefined {
    if (fileTypeOf(path) === "component") return this.#lookAtComponent(file, path);
    const program = this.#projects.programOf(path, file.text);
    return program && this.#checker.check(program, path.replaceAll("\\", "/"), never);
  }

  #lookAtComponent(file: OpenText, path: string): CheckedFile | undefined {
    const known = this.#components.get(path);
    if (known?.file === file) return known.checked;
    const checked = this.#checker.checkAlone(path, file.text, never);
    this.#components.set(path, { file, checked });
    return checked;
  }
}

/** Messages are read between two checks: during one, nothing can be heard. */
function never(): void {
  // Nothing to do.
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

const notWhole =
  "This code is too long, too deeply nested or too entangled to be looked at to its end: requests may have been missed. `restraint requests` names what was seen.";
