import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

/** A client program to run for real. */
export interface Program {
  readonly name: string;
  /** TypeScript or JavaScript, an ES module. */
  readonly text: string;
  /** Set for one that is JavaScript as it stands: there are no types to take out, which takes longer than running it. */
  readonly isJavaScript?: boolean;
  /** The modules that it imports, by their names beside it; JavaScript. */
  readonly modules?: Readonly<Record<string, string>>;
  /** What the functions are called with that it exports; two texts if nothing is said. */
  readonly given?: readonly unknown[];
  /** The address that it finds in `BASE_URL`. */
  readonly url: string;
}

/**
 * Runs programs in a process of their own, one after another.
 *
 * @returns what each threw, by name; `undefined` for one that ended well.
 */
export async function runPrograms(programs: readonly Program[]): Promise<ReadonlyMap<string, string | undefined>> {
  const folder = mkdtempSync(join(tmpdir(), "restraint-programs-"));
  symlinkSync(join(__dirname, "../../node_modules"), join(folder, "node_modules"), "junction");
  const cases = programs.map(({ name, text, isJavaScript, modules, given, url }, index) => {
    const own = join(folder, String(index));
    mkdirSync(own);
    writeFileSync(join(own, "program.mjs"), isJavaScript === true ? text : stripTypes(text));
    for (const [module, code] of Object.entries(modules ?? {})) writeFileSync(join(own, module), code);
    return { name, url, given, file: pathToFileURL(join(own, "program.mjs")).href };
  });
  const errors = new Map<string, string | undefined>();
  try {
    await new Promise<void>((resolve, reject) => {
      const child = fork(join(__dirname, "runner.mjs"), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
      child.on("message", (ended: { readonly name: string; readonly error?: string }) =>
        errors.set(ended.name, ended.error),
      );
      child.on("error", reject);
      child.on("exit", () => {
        resolve();
      });
      child.send(cases);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const missing = programs.find(({ name }) => !errors.has(name));
  if (missing) throw new Error(`${missing.name} ended the process in which the programs run`);
  return errors;
}

function stripTypes(text: string): string {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: false };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}
