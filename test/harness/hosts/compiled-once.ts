import { readFileSync } from "node:fs";
import Module from "node:module";
import { dirname } from "node:path";

type Run = (exports: unknown, load: NodeJS.Require, module: NodeJS.Module, filename: string, folder: string) => void;

/** What Node makes a module of, by the ending of its file. */
const { _extensions: extensions } = Module as unknown as {
  readonly _extensions: Record<string, (module: NodeJS.Module, filename: string) => void>;
};
const compiled = new Map<string, Run>();

/**
 * Has files below a folder compiled once for all loads of them: a program that is loaded again and again, each time with a state of its own, takes
 * most of that time to compile.
 *
 * @returns ends it.
 */
export function compileOnce(folder: string): () => void {
  const before = extensions[".js"];
  extensions[".js"] = (module, filename) => {
    if (!filename.startsWith(folder)) {
      before?.(module, filename);
      return;
    }
    const run = compiled.get(filename) ?? compile(filename);
    compiled.set(filename, run);
    run(
      module.exports,
      ((id: string) => module.require(id) as unknown) as NodeJS.Require,
      module,
      filename,
      dirname(filename),
    );
  };
  return () => {
    if (before) extensions[".js"] = before;
  };
}

function compile(filename: string): Run {
  const text = `${readFileSync(filename, "utf8")}\n//# sourceURL=${filename}`;
  // The files are our own.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  return new Function("exports", "require", "module", "__filename", "__dirname", text) as Run;
}
