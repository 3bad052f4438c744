// Fails on type errors and on ESLint problems. Both use one program, because creating and checking two takes twice as
// long.
import { join } from "node:path";
import { ESLint } from "eslint";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");

/** @returns the program of tsconfig.json. The build already reports errors of declaration emit, and tests emit none. */
function readProgram() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (problem) => showErrors([problem]) };
  const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    { noEmit: true, declaration: false },
    host,
  );
  return ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors });
}

function showErrors(problems) {
  const host = {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  };
  if (problems.length > 0) process.exitCode = 1;
  process.stderr.write(ts.formatDiagnostics(problems, host));
}

/** Lints all files; those in TypeScript with the program's trees and types. */
async function lint(program) {
  const eslint = new ESLint({
    cwd: root,
    applySuppressions: true,
    overrideConfig: {
      files: ["**/*.ts", "**/*.mts"],
      languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    },
  });
  const results = await eslint.lintFiles(["."]);
  if (results.some(({ errorCount }) => errorCount > 0)) process.exitCode = 1;
  process.stderr.write(await (await eslint.loadFormatter("stylish")).format(results));
}

const program = readProgram();
showErrors(ts.getPreEmitDiagnostics(program));
await lint(program);
