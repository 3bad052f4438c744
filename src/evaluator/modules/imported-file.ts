import type TS from "typescript";

/** @returns the source file of the project that an import names, as far as the checker finds it; `undefined` for declarations and data. */
export function importedFile(
  ts: typeof TS,
  checker: TS.TypeChecker,
  specifier: TS.StringLiteralLike,
): TS.SourceFile | undefined {
  try {
    const declaration = checker.getSymbolAtLocation(specifier)?.declarations?.[0];
    return declaration &&
      ts.isSourceFile(declaration) &&
      !declaration.isDeclarationFile &&
      !declaration.fileName.endsWith(".json")
      ? declaration
      : undefined;
  } catch {
    // The checker may fail on a tree that is being edited: then nothing is known.
    return undefined;
  }
}
