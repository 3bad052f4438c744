import type TS from "typescript";

const folder = "/libraries/";

/** One file with its types. Each edit checks it again; the platform's declarations are parsed once. */
export class TypedFile {
  readonly #trees = new Map<string, TS.SourceFile>();
  #program: TS.Program | undefined;

  /** @param libraries by file name: TypeScript's `lib.*.d.ts`, and `NAME.d.ts` of packages. */
  constructor(
    readonly ts: typeof TS,
    readonly libraries: ReadonlyMap<string, string>,
  ) {}

  /** @returns the syntax tree of a text, and a type checker for it. */
  open(name: string, text: string): { readonly sourceFile: TS.SourceFile; readonly checker: TS.TypeChecker } {
    const { ts } = this;
    const sourceFile = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
    const options: TS.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      types: [],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    };
    this.#program = ts.createProgram([name], options, this.#host(sourceFile), this.#program);
    return { sourceFile, checker: this.#program.getTypeChecker() };
  }

  #host(sourceFile: TS.SourceFile): TS.CompilerHost {
    const textOf = (name: string): string | undefined =>
      name === sourceFile.fileName ? sourceFile.text : this.libraries.get(name.replace(folder, ""));
    return {
      getSourceFile: (name) => (name === sourceFile.fileName ? sourceFile : this.#library(name, textOf(name))),
      fileExists: (name) => textOf(name) !== undefined,
      readFile: textOf,
      getDefaultLibFileName: () => `${folder}lib.d.ts`,
      getDefaultLibLocation: () => folder,
      getCurrentDirectory: () => "/",
      getCanonicalFileName: (name) => name,
      useCaseSensitiveFileNames: () => true,
      getNewLine: () => "\n",
      writeFile: () => undefined,
      resolveModuleNameLiterals: (literals) => literals.map(({ text }) => ({ resolvedModule: this.#package(text) })),
    };
  }

  #package(name: string): TS.ResolvedModuleFull | undefined {
    if (!this.libraries.has(`${name}.d.ts`)) return undefined;
    return {
      resolvedFileName: `${folder}${name}.d.ts`,
      extension: this.ts.Extension.Dts,
      isExternalLibraryImport: true,
    };
  }

  #library(name: string, text: string | undefined): TS.SourceFile | undefined {
    if (text === undefined) return undefined;
    const known = this.#trees.get(name) ?? this.ts.createSourceFile(name, text, this.ts.ScriptTarget.ES2022);
    this.#trees.set(name, known);
    return known;
  }
}
