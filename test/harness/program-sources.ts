import type TS from "typescript";
import type { Sources } from "../../src/project/sources";

/** Sources that contain only a program's own files, for tests without a disk: imports lead to these files. */
export function programSources(ts: typeof TS, program: TS.Program): Sources {
  const options = program.getCompilerOptions();
  const own = (name: string): TS.SourceFile | undefined => {
    const file = program.getSourceFile(name);
    return file?.isDeclarationFile === false && !name.endsWith(".json") ? file : undefined;
  };
  const host: TS.ModuleResolutionHost = {
    fileExists: (name) => program.getSourceFile(name) !== undefined,
    readFile: () => undefined,
  };
  return {
    find: (from, specifier) => {
      const found = ts.resolveModuleName(specifier, from, options, host).resolvedModule?.resolvedFileName;
      return found !== undefined && own(found) ? found : undefined;
    },
    file: own,
  };
}
