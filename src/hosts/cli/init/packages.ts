import { join } from "node:path";
import { readDataFile } from "../../../contract/data-file";

/** @returns the packages on which a folder's own package depends. */
export function packageNames(folder: string): ReadonlySet<string> {
  const { value } = readDataFile(join(folder, "package.json"));
  if (typeof value !== "object" || value === null) return new Set();
  const lists = ["dependencies", "devDependencies", "peerDependencies", "lint-staged"].map(
    (key) => (value as Readonly<Record<string, unknown>>)[key],
  );
  const names = lists.flatMap((list, index) =>
    typeof list !== "object" || list === null ? [] : index === 3 ? ["lint-staged"] : Object.keys(list),
  );
  return new Set(names);
}
