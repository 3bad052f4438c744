import type TS from "typescript";
import { FileChecker, type CheckedFile, type FileRequests, TakesLong } from "../editor/file-checker";
import type { Explanation, Offer } from "../editor/offers";
import { codeOffers, explainText } from "../editor/code/assistance";
import { describeCallers } from "../editor/code/callers";
import { explainCall, selectedCounts } from "../editor/code/calls";
import { describeUses } from "../editor/code/endpoint-uses";
import { mayNameHeader } from "../editor/code/headers";
import { objectOffers } from "../editor/code/object-manifests";
import { type Rewrite, selectorRewrite } from "../editor/code/requests";
import {
  isInsideText,
  refactorName,
  toEntryDetails,
  toInlayHint,
  toQuickInfo,
  toRefactor,
  withExplanation,
  withOffers,
} from "./assistance";
import { toConfigurationDiagnostics, toDiagnostics } from "./diagnostics";
import { fixAll, fixesAt, isOurFixId, toTextChanges } from "./fixes";
import { guardLanguageService, type Additions } from "./guard";
import { navigationAdditions } from "./navigation";
import { Patience, type Shown } from "./patience";
import { readSettings, type ReadSettings } from "./settings";
import { type CallsOfEndpoint, ProgramUses } from "./uses";
import { ConfigurationWatcher } from "./watch";

type Look<T> = (program: TS.Program, throwIfCancelled: () => void) => T | undefined;

/** The plugin in one TypeScript project. It shares no state with other projects. */
export class ProjectPlugin {
  readonly #ts: typeof TS;
  readonly #info: TS.server.PluginCreateInfo;
  readonly #checker: FileChecker;
  readonly #patience: Patience;
  readonly #watcher: ConfigurationWatcher;
  readonly #uses: ProgramUses;
  #settings: ReadSettings;
  /** Configuration path -> the open file that shows its problems. */
  readonly #shownBy = new Map<string, string>();

  constructor(ts: typeof TS, info: TS.server.PluginCreateInfo) {
    this.#ts = ts;
    this.#info = info;
    this.#settings = readSettings(info.config);
    const onCrash = (what: string, error: unknown): void => {
      this.#logCrash(what, error);
    };
    this.#checker = new FileChecker(ts, onCrash);
    this.#uses = new ProgramUses(this.#checker);
    const refresh = (): void => {
      if (!info.project.isClosed()) info.project.refreshDiagnostics();
    };
    this.#patience = new Patience(ts, this.#checker, { refresh, onCrash });
    this.#watcher = new ConfigurationWatcher(info.serverHost, refresh);
  }

  /** @returns the language service that replaces the project's own. */
  decorate(): TS.LanguageService {
    const additions: Additions = {
      getSemanticDiagnostics: (original, fileName) => [...original(), ...this.#diagnostics(fileName)],
      getCodeFixesAtPosition: (original, fileName, ...asked) => {
        const [start, end, codes, format] = asked;
        return this.#noneIfCancelled(() => [...original(), ...this.#fixes(fileName, { start, end }, codes, format)]);
      },
      getCombinedCodeFix: (original, scope, fixId) => {
        // TypeScript asserts that it knows the id, so ours must not reach it.
        if (!isOurFixId(fixId)) return original();
        const file = this.#checkOpen(scope.fileName);
        return file === undefined ? { changes: [] } : fixAll(file, fixId);
      },
      getCompletionsAtPosition: (original, fileName, position) => {
        const offered = original();
        return withOffers(this.#ts, offered, this.#offers(fileName, position));
      },
      getCompletionEntryDetails: (original, fileName, position, name) => {
        const details = original();
        const offer = details ? undefined : this.#offers(fileName, position).find((each) => each.name === name);
        return offer ? toEntryDetails(this.#ts, offer) : details;
      },
      getQuickInfoAtPosition: (original, fileName, position) => {
        const file = this.#lookAround(fileName, position);
        const explanation = file && this.#withUses(explainText(file, position), file, position);
        return explanation
          ? toQuickInfo(this.#ts, explanation)
          : withExplanation(original(), this.#explainCall(fileName, position));
      },
      provideInlayHints: (original, fileName, span) => {
        if (!this.#settings.settings.selectedFields) return original();
        const file = this.#checkOpen(fileName);
        const range = { start: span.start, end: span.start + span.length };
        const counts = file ? selectedCounts(file, range) : [];
        return [...original(), ...counts.map((count) => toInlayHint(this.#ts, count))];
      },
      ...navigationAdditions(this.#ts, this.#info.languageService, {
        around: (fileName, position) => this.#lookAround(fileName, position),
        at: (fileName) => this.#checkOpen(fileName),
        callsFrom: (file, position) => this.#callsFrom(file, position),
      }),
      getApplicableRefactors: (original, fileName, place) => {
        const rewrite = this.#rewrite(fileName, place);
        return rewrite ? [...original(), toRefactor(rewrite)] : original();
      },
      getEditsForRefactor: (original, fileName, _format, place, name) => {
        const rewrite = name === refactorName ? this.#rewrite(fileName, place) : undefined;
        return rewrite ? { edits: [{ fileName, textChanges: toTextChanges(rewrite.edits) }] } : original();
      },
      dispose: (original) => {
        this.#watcher.close();
        this.#patience.close();
        original();
      },
    };
    return guardLanguageService(
      this.#info.languageService,
      additions,
      (error) => error instanceof this.#ts.OperationCanceledException,
      (method, error) => {
        this.#logCrash(method, error);
      },
      () => this.#settings.settings.enabled,
    );
  }

  /** Takes new settings from the editor. */
  configure(given: unknown): void {
    // Settings of the project, next to the plugin's name, apply where the editor states none.
    this.#settings = readSettings({ ...(this.#info.config as object), ...(given as object) });
    this.#info.project.refreshDiagnostics();
  }

  log(message: string): void {
    this.#info.project.projectService.logger.info(`eslint-plugin-restraint: ${message}`);
  }

  #logCrash(what: string, error: unknown): void {
    this.log(`${what} crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }

  #diagnostics(fileName: string): TS.Diagnostic[] {
    if (!this.#settings.settings.diagnostics) return [];
    const file = this.#mayAskAgain(fileName) ? this.#show(fileName) : this.#checkToEnd(fileName);
    return file === undefined ? [] : [...this.#configurationDiagnostics(file), ...toDiagnostics(this.#ts, file)];
  }

  /** Shows problems of the configuration on one open file only. */
  #configurationDiagnostics(file: Shown): TS.Diagnostic[] {
    const { problems, configurationPath = "" } = file.project;
    const { mistakes } = this.#settings;
    if (problems.length === 0 && mistakes.length === 0) return [];
    const before = this.#shownBy.get(configurationPath);
    const isStillOpen = before !== undefined && this.#info.project.getScriptInfo(before)?.isScriptOpen() === true;
    const place = isStillOpen ? before : file.sourceFile.fileName;
    this.#shownBy.set(configurationPath, place);
    return place === file.sourceFile.fileName ? toConfigurationDiagnostics(this.#ts, file, problems, mistakes) : [];
  }

  #fixes(
    fileName: string,
    place: { start: number; end: number },
    codes: readonly number[],
    format: TS.FormatCodeSettings,
  ): readonly TS.CodeFixAction[] {
    // Editors ask at each move of the cursor, mostly about TypeScript's own errors.
    if (!codes.some((code) => code > 100000)) return [];
    const file = this.#checkOpen(fileName);
    if (file === undefined) return [];
    const newLine = format.newLineCharacter ?? (file.sourceFile.text.includes("\r\n") ? "\r\n" : "\n");
    return fixesAt(this.#ts, file, place, codes, newLine);
  }

  /**
   * Turns a cancellation into an empty list. An edit that moves a finding cancels the request for its fixes, and tsserver
   * would turn that into an error about a missing finding, which editors show.
   */
  #noneIfCancelled<T>(list: () => readonly T[]): readonly T[] {
    try {
      return list();
    } catch (error) {
      if (error instanceof this.#ts.OperationCanceledException) return [];
      throw error;
    }
  }

  #offers(fileName: string, position: number): readonly Offer[] {
    const sourceFile = this.#info.languageService.getProgram()?.getSourceFile(fileName);
    if (!sourceFile) return [];
    const offers = objectOffers(this.#ts, sourceFile, position);
    if (offers.length > 0) return offers;
    const file = this.#lookAround(fileName, position);
    return file === undefined ? [] : codeOffers(this.#ts, file, position);
  }

  /** Explains the call at a position if the file has been checked: a mouse movement must not wait for a check. */
  #explainCall(fileName: string, position: number): Explanation | undefined {
    const program = this.#info.languageService.getProgram();
    const file = program && this.#checker.has(program, fileName) ? this.#checkOpen(fileName) : undefined;
    if (!file) return undefined;
    const { languageService } = this.#info;
    return explainCall(file, position, () =>
      describeCallers(this.#ts, languageService, file.sourceFile, position, file.project.root),
    );
  }

  /** Adds the project's uses of a request's endpoint, if they are available at once. */
  #withUses(explanation: Explanation | undefined, file: FileRequests, position: number): Explanation | undefined {
    const program = this.#info.languageService.getProgram();
    const calls = explanation && program && this.#uses.soon(program, file, position);
    return calls
      ? { ...explanation, details: [...explanation.details, `Here: ${describeUses(calls.uses)}.`] }
      : explanation;
  }

  #callsFrom(file: FileRequests, position: number): CallsOfEndpoint | undefined {
    const program = this.#info.languageService.getProgram();
    return (
      program &&
      this.#uses.of(program, file, position, () => {
        this.#throwIfCancelled();
      })
    );
  }

  #rewrite(fileName: string, place: number | TS.TextRange): Rewrite | undefined {
    // Editors ask at each move of the cursor, so only files that have been checked get an answer.
    const program = this.#info.languageService.getProgram();
    const file = program && this.#checker.has(program, fileName) ? this.#checkOpen(fileName) : undefined;
    const range = typeof place === "number" ? { start: place, end: place } : { start: place.pos, end: place.end };
    return file && selectorRewrite(file, range);
  }

  /** @returns the requests around a position, if a text of a request or the name of a header may be there. */
  #lookAround(fileName: string, position: number): FileRequests | undefined {
    const sourceFile = this.#info.languageService.getProgram()?.getSourceFile(fileName);
    const isPlace =
      sourceFile !== undefined &&
      (isInsideText(this.#ts, sourceFile, position) || mayNameHeader(this.#ts, sourceFile, position));
    const look: Look<FileRequests> = (program, throwIfCancelled) =>
      this.#checker.around(program, fileName, position, throwIfCancelled);
    return isPlace ? this.#look(look) : undefined;
  }

  /** Whether the editor asks again on an event: for open files, unless it has turned events off. */
  #mayAskAgain(fileName: string): boolean {
    const { project } = this.#info;
    // No public API tells whether events are off.
    const hearsNothing = Reflect.get(project.projectService, "suppressDiagnosticEvents") === true;
    return !hearsNothing && project.getScriptInfo(fileName)?.isScriptOpen() === true;
  }

  #checkToEnd(fileName: string): CheckedFile | undefined {
    return this.#look((program, throwIfCancelled) => this.#checker.check(program, fileName, throwIfCancelled));
  }

  #checkOpen(fileName: string): CheckedFile | undefined {
    return this.#look((program, throwIfCancelled) => {
      try {
        return this.#checker.checkSoon(program, fileName, throwIfCancelled);
      } catch (error) {
        if (error instanceof TakesLong) return undefined;
        throw error;
      }
    });
  }

  #show(fileName: string): Shown | undefined {
    return this.#look((program, throwIfCancelled) => this.#patience.show(program, fileName, throwIfCancelled));
  }

  #look<T extends Pick<Shown, "project">>(look: Look<T>): T | undefined {
    this.#throwIfCancelled();
    const program = this.#info.languageService.getProgram();
    const throwIfCancelled = (): void => {
      this.#throwIfCancelled();
    };
    const file = program && look(program, throwIfCancelled);
    this.#throwIfCancelled();
    if (file) this.#watcher.watch(file.project, this.#info.project.getCurrentDirectory());
    return file;
  }

  #throwIfCancelled(): void {
    const token = this.#info.languageServiceHost.getCancellationToken?.();
    // TypeScript's callers recognise a cancellation by this class, which is not an Error.
    // eslint-disable-next-line @typescript-eslint/only-throw-error
    if (token?.isCancellationRequested()) throw new this.#ts.OperationCanceledException();
  }
}
