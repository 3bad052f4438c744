import { join } from "node:path";
import ts from "typescript";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  types: ["node"],
};

/**
 * Declarations of packages, shared by all programs of a process: parsing and binding those of the DOM or of a client
 * takes longer than most tests.
 */
const declarations = new Map<string, ts.SourceFile | undefined>();

/**
 * Creates the host of a program.
 *
 * @param texts files besides those on disk, by path.
 */
export function programHost(own: ts.CompilerOptions, texts: ReadonlyMap<string, string> = new Map()): ts.CompilerHost {
  const disk = ts.createCompilerHost(own, true);
  return {
    ...disk,
    fileExists: (path) => texts.has(path) || disk.fileExists(path),
    readFile: (path) => texts.get(path) ?? disk.readFile(path),
    getSourceFile: (path, read, ...more) => {
      const text = texts.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, read, true);
      if (!/\/node_modules\/.*\.d\.[cm]?ts$/u.test(path)) return disk.getSourceFile(path, read, ...more);
      const { languageVersion, impliedNodeFormat } = typeof read === "object" ? read : { languageVersion: read };
      const key = `${languageVersion} ${impliedNodeFormat ?? ""} ${path}`;
      if (!declarations.has(key)) declarations.set(key, disk.getSourceFile(path, read, ...more));
      return declarations.get(key);
    },
  };
}

/** A text in this folder, where it can import the project's packages, in a program of its own. */
export function typedText(
  text: string,
  more: ts.CompilerOptions = {},
): { readonly sourceFile: ts.SourceFile; readonly checker: ts.TypeChecker } {
  const name = join(__dirname, "typed-text.input.ts");
  const own = { ...options, ...more };
  const program = ts.createProgram([name], own, programHost(own, new Map([[name, text]])));
  const sourceFile = program.getSourceFile(name);
  if (!sourceFile) throw new Error("no file");
  return { sourceFile, checker: program.getTypeChecker() };
}
