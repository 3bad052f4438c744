/** File names that frameworks give to tests, and folders for tests and their fixtures. */
const testFile = /\.(?:test|tests|spec|e2e|cy|stories|mock|fixture)\.[cm]?[jt]sx?$/u;
const testFolder = /^(?:tests?|__tests__|__mocks__|__fixtures__|fixtures?|specs?|e2e|cypress|mocks?)$/u;

/** Whether a file is a test or a fixture, by its name and the folders before it. */
export function isNamedAsTest(names: readonly string[]): boolean {
  return testFile.test(names.at(-1) ?? "") || isInTests(names.slice(0, -1));
}

export function isInTests(folders: readonly string[]): boolean {
  return folders.some((name) => testFolder.test(name));
}
