import { join } from "node:path";
import ts from "typescript";

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  types: ["node"],
};

/** A text that stands in this folder, so that it can import what the project has installed, in a program of its own. */
export function typedText(
  text: string,
  more: ts.CompilerOptions = {},
): { readonly sourceFile: ts.SourceFile; readonly checker: ts.TypeChecker } {
  const name = join(__dirname, "typed-text.input.ts");
  const own = { ...options, ...more };
  const host = ts.createCompilerHost(own);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, version) =>
    file === name ? ts.createSourceFile(file, text, version, true) : read(file, version);
  const program = ts.createProgram([name], own, host);
  const sourceFile = program.getSourceFile(name);
  if (!sourceFile) throw new Error("no file");
  return { sourceFile, checker: program.getTypeChecker() };
}
