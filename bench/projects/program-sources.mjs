/**
 * Sources that contain only a program's own files: imports lead to them, because files in memory have no others.
 *
 * @param {typeof import("typescript")} ts
 * @param {import("typescript").Program} program
 */
export function programSources(ts, program) {
  const options = program.getCompilerOptions();
  const own = (name) => {
    const file = program.getSourceFile(name);
    return file?.isDeclarationFile === false && !name.endsWith(".json") ? file : undefined;
  };
  const host = { fileExists: (name) => program.getSourceFile(name) !== undefined, readFile: () => undefined };
  return {
    find: (from, specifier) => {
      const found = ts.resolveModuleName(specifier, from, options, host).resolvedModule?.resolvedFileName;
      return found !== undefined && own(found) ? found : undefined;
    },
    file: own,
  };
}
