import { resolve } from "node:path";
import { UsageError } from "../exit";
import { displayName } from "../names";
import { loadTypeScript } from "../typescript";
import { fileTypeOf } from "../../shared/files/file-type";
import { checkManifests } from "./manifest-file";
import { decodeText, type SourceText, UnreadableError } from "./read";
import { type FileReport, type RunReport, unreadable } from "./report";
import { Setups } from "./setup";

/**
 * Checks the standard input.
 *
 * @param name decides the type of the text and which configuration applies; the file need not exist. Code is checked
 * without declared types.
 * @throws UsageError if files of that name are not checked.
 */
export async function checkText(
  name: string,
  { cwd, configuration }: { readonly cwd: string; readonly configuration: string | undefined },
): Promise<RunReport> {
  const path = resolve(cwd, name);
  const file = displayName(path, cwd);
  const type = fileTypeOf(path);
  if (!type) throw new UsageError(`--stdin-filename ${name}: not a type of file that is checked.`);
  const setups = new Setups(configuration);
  const setup = setups.for(path);
  const report = async (text: string): Promise<FileReport> => {
    if (type === "yaml" || type === "json") return checkManifests({ path, file, language: type }, text, setup).report;
    const { checkCode } = await import("./code-files.js");
    const { Codebases } = await import("../../shared/sources/codebases.js");
    const ts = loadTypeScript();
    return checkCode({ ts, file, path, text, setup, codebases: new Codebases(ts) }).report;
  };
  const files = [await readAndCheck(file, report)];
  return {
    files,
    problems: setups.problems.map((problem) => ({ ...problem, file: displayName(problem.file, cwd) })),
    notes: [],
  };
}

async function readAndCheck(file: string, report: (text: string) => Promise<FileReport>): Promise<FileReport> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  let source: SourceText;
  try {
    source = decodeText(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof UnreadableError) return unreadable(file, { message: error.message });
    throw error;
  }
  return report(source.text);
}
