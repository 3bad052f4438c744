import type TS from "typescript";
import { replacedPiece } from "../editor/move-findings";

/** The watchers of files and folders on which a project depends. */
export type Watching = Pick<TS.server.ServerHost, "watchFile" | "watchDirectory">;

/**
 * The TypeScript projects of the open code files, managed by tsserver's own project service. Runs no code of the
 * repository: no plugins are loaded, and no typings are installed.
 */
export class CodeProjects {
  readonly #service: TS.server.ProjectService;
  /** Path -> the text last passed to TypeScript. */
  readonly #texts = new Map<string, string>();

  constructor(ts: typeof TS, watching: Watching | undefined, log: (message: string) => void) {
    const refused = { module: undefined, error: { message: "The language server loads no plugins." } };
    const host: TS.server.ServerHost = {
      ...(ts.sys as TS.server.ServerHost),
      setTimeout,
      clearTimeout,
      setImmediate,
      clearImmediate,
      require: () => refused,
      ...watching,
    };
    const settings: TS.server.ProjectServiceOptions = {
      host,
      logger: loggerFor(ts, log),
      cancellationToken: { isCancellationRequested: () => false },
      useSingleInferredProject: false,
      useInferredProjectPerProjectRoot: true,
      allowLocalPluginLoads: false,
      jsDocParsingMode: ts.JSDocParsingMode.ParseAll,
      session: undefined,
    };
    this.#service = new ts.server.ProjectService(settings);
    // Options for files that no tsconfig.json includes.
    this.#service.setCompilerOptionsForInferredProjects({
      allowJs: true,
      allowNonTsExtensions: true,
      jsx: ts.JsxEmit.Preserve,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ESNext,
    });
  }

  /** Whether a file belongs to a loaded project. */
  has(path: string): boolean {
    return (this.#service.getScriptInfo(toServerPath(path))?.containingProjects.length ?? 0) > 0;
  }

  /**
   * @param path absolute.
   * @param text the current text, without byte-order mark.
   * @returns the program that contains the file, with this text.
   */
  programOf(path: string, text: string): TS.Program | undefined {
    return this.languageServiceOf(path, text)?.getProgram();
  }

  /** @returns the language service of the file's project, with this text. */
  languageServiceOf(path: string, text: string): TS.LanguageService | undefined {
    this.#tell(path, text);
    return this.#project(path)?.getLanguageService();
  }

  #project(path: string): TS.server.Project | undefined {
    const name = toServerPath(path) as TS.server.NormalizedPath;
    return this.#service.getDefaultProjectForFile(name, true);
  }

  /**
   * Provides a program for a file while a function runs, as if the file were open.
   *
   * @returns the function's result, or `undefined` if no project contains the file.
   */
  async borrow<T>(path: string, text: string, use: (program: TS.Program) => Promise<T>): Promise<T | undefined> {
    if (this.#texts.has(path)) {
      const program = this.#project(path)?.getLanguageService().getProgram();
      return program && use(program);
    }
    const program = this.programOf(path, text);
    try {
      return program && (await use(program));
    } finally {
      this.close(path);
    }
  }

  close(path: string): void {
    if (this.#texts.delete(path)) this.#service.closeClientFile(toServerPath(path));
  }

  #tell(path: string, text: string): void {
    const before = this.#texts.get(path);
    if (before === text) return;
    this.#texts.set(path, text);
    const info = before === undefined ? undefined : this.#service.getScriptInfo(toServerPath(path));
    if (before === undefined || !info) {
      this.#service.openClientFile(toServerPath(path), text);
      return;
    }
    const { start, endBefore, endAfter } = replacedPiece(before, text);
    info.editContent(start, endBefore, text.slice(start, endAfter));
  }
}

/** @returns a path in the form of TypeScript's server. */
export function toServerPath(path: string): string {
  return path.replaceAll("\\", "/");
}

function loggerFor(ts: typeof TS, log: (message: string) => void): TS.server.Logger {
  const nothing = (): void => undefined;
  return {
    close: nothing,
    hasLevel: () => false,
    loggingEnabled: () => false,
    perftrc: nothing,
    info: nothing,
    startGroup: nothing,
    endGroup: nothing,
    // With logging disabled, TypeScript reports only errors here.
    msg: (message, type) => {
      if (type === ts.server.Msg.Err) log(message);
    },
    getLogFileName: () => undefined,
  };
}
