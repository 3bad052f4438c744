import { createRequire } from "node:module";
import { join } from "node:path";
import type { analyseCode, CodeInput } from "../../src/analysis/code.js";
import type { createCodebase } from "../../src/analysis/codebase.js";
import type { Sources, withCurrentFile } from "../../src/project/sources.js";
import type { importedName } from "../../src/project/imported-name.js";

/** `vitest --mode graph`: all code is analysed by the request graph of its project, as the commands do for many files. */

const built = createRequire(join(import.meta.dirname, "../../dist/"));
const code = built("./src/analysis/code.js") as { analyseCode: typeof analyseCode };
const codebases = built("./src/analysis/codebase.js") as { createCodebase: typeof createCodebase };
const modules = built("./src/project/sources.js") as { withCurrentFile: typeof withCurrentFile };
const names = built("./src/project/imported-name.js") as { importedName: typeof importedName };

const none: Sources = { find: () => undefined, file: () => undefined };
const analyse = code.analyseCode;

code.analyseCode = (input: CodeInput) => {
  const { ts, sourceFile, codebase, facts } = input;
  const sources = modules.withCurrentFile(codebase?.sources ?? none, sourceFile);
  const lookedAt = [names.importedName(sourceFile)];
  return analyse({
    ...input,
    codebase: codebases.createCodebase(ts, sources, facts, { lookedAt, declares: () => true }),
  });
};
