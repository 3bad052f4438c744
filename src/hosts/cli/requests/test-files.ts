import { relative, resolve, sep } from "node:path";

/** Names that frameworks give to tests, and folders in which tests and what they need are kept. */
const testFile = /\.(?:test|tests|spec|e2e|cy|stories|mock|fixture)\.[cm]?[jt]sx?$/u;
const testFolder = /^(?:tests?|__tests__|__mocks__|__fixtures__|fixtures?|specs?|e2e|cypress|mocks?)$/u;

/**
 * Tells tests and their fixtures from the code of an application.
 *
 * @param paths those that a command was given, relative to `cwd`: what is named is no test, whatever it is called.
 */
export function makeTestFilter(paths: readonly string[], cwd: string): (file: string) => boolean {
  const roots = paths.map((path) => resolve(cwd, path));
  return (file) => {
    const root = roots.find((each) => file === each || file.startsWith(each.endsWith(sep) ? each : each + sep)) ?? cwd;
    if (file === root || isInTests(relative(cwd, root).split(sep))) return false;
    const names = relative(root, file).split(sep);
    return testFile.test(names.at(-1) ?? "") || isInTests(names.slice(0, -1));
  };
}

function isInTests(folders: readonly string[]): boolean {
  return folders.some((name) => testFolder.test(name));
}
