import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { globSync } from "tinyglobby";
import { BaseSequencer, type TestSpecification } from "vitest/node";

export interface TestFiles {
  /** Tests that run in the test runner's own process. */
  readonly unit: string[];
  /** Tests that start processes (the program, tsserver, git, npm), threads or servers, and tests that run ESLint. */
  readonly processes: string[];
}

/**
 * Classifies the tests by whether they, or the helpers that they import, can start a process, a thread or a server, or
 * run ESLint. No list or naming convention is needed.
 *
 * @param root the package's folder.
 */
export function sortTests(root: string): TestFiles {
  const starts = new Map<string, boolean>();
  const canStart = (file: string): boolean => {
    const known = starts.get(file);
    if (known !== undefined) return known;
    // In an import cycle, the file itself adds nothing.
    starts.set(file, false);
    const text = readFileSync(file, "utf8");
    const found =
      /from "(?:node:(?:child_process|worker_threads|https?|vm)|eslint)"/u.test(text) ||
      importsOf(file, text).some(canStart);
    starts.set(file, found);
    return found;
  };
  const files = globSync("test/**/*.test.ts", { cwd: root }).sort();
  const processes = files.filter((file) => canStart(join(root, file)));
  return { processes, unit: files.filter((file) => !processes.includes(file)) };
}

/** The test helpers that a test imports. Files of the program start nothing on import. */
function importsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(/from "(\.[^"]*)"/gu)]
    .map(([, path = ""]) => `${join(dirname(file), path)}.ts`)
    .filter((path) => path.includes("/test/") && existsSync(path));
}

/**
 * Runs long files that start processes first, so that short ones fill the cores at the end. A worker keeps its loaded
 * modules while the next file is of the same project.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const starts = (each: TestSpecification): boolean => each.project.name === "processes";
    return [...sorted.filter(starts), ...sorted.filter((each) => !starts(each))];
  }
}
