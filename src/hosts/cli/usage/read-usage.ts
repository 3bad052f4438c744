import { relative, resolve } from "node:path";
import { readDataFile } from "../../../contract/file/data-file";
import { checkSchema } from "../../../contract/file/schema-problems";
import type { Usage } from "../../../usage/usage";
import { usageSchema } from "../../../usage/usage-schema";
import { UsageError } from "../exit";

/**
 * Reads outputs of `restraint usage --format json`.
 *
 * @throws {UsageError} if a file is not such an output.
 */
export function readUsages(files: readonly string[], cwd: string): readonly Usage[] {
  return files.map((given) => {
    const path = resolve(cwd, given);
    const data = readDataFile(path);
    const problem = data.problems[0] ?? checkSchema(data, usageSchema, { echo: false })[0]?.problem;
    if (!problem && data.value !== null) return data.value as Usage;
    const name = relative(cwd, path);
    throw new UsageError(
      problem
        ? `${name}:${problem.line}:${problem.column}: this is no usage file: ${problem.message}`
        : `${name}: the file is empty.`,
    );
  });
}
