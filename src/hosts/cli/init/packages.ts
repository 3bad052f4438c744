import { join } from "node:path";
import { readDataFile } from "../../../contract/file/data-file";
import { isObject } from "../../../value/plain-object";

type Table = Readonly<Record<string, unknown>>;

/** Facts from a folder's package.json, and the versions of some of its dependencies. */
export interface PackageFacts {
  readonly names: ReadonlySet<string>;
  /** Whether its `.js` files are modules. */
  readonly isModule: boolean;
  /** The installed version of ESLint, or the lowest that the package allows; absent if not known. */
  readonly eslint?: readonly number[];
  readonly typescript?: readonly number[];
}

/** Reads a folder's package.json and the versions of its tools. */
export function readPackages(folder: string): PackageFacts {
  const own = readTable(join(folder, "package.json"));
  const lists = ["dependencies", "devDependencies", "peerDependencies"].map((key) => own[key]).filter(isObject);
  const [eslint, typescript] = ["eslint", "typescript"].map((name) => versionOf(name, folder, lists));
  return {
    names: new Set([
      ...lists.flatMap((list) => Object.keys(list)),
      ...(own["lint-staged"] === undefined ? [] : ["lint-staged"]),
    ]),
    isModule: own.type === "module",
    ...(eslint && { eslint }),
    ...(typescript && { typescript }),
  };
}

function versionOf(name: string, folder: string, lists: readonly Table[]): readonly number[] | undefined {
  const { version } = readTable(join(folder, "node_modules", name, "package.json"));
  const asked = lists.map((list) => list[name]).find((each) => typeof each === "string");
  const text = typeof version === "string" ? version : typeof asked === "string" ? asked : "";
  const numbers = /\d+(?:\.\d+)*/u.exec(text)?.[0];
  return numbers?.split(".").map(Number);
}

/** Whether a version is at least `major.minor`. */
export function isAtLeast(version: readonly number[], major: number, minor: number): boolean {
  const [first = 0, second = 0] = version;
  return first > major || (first === major && second >= minor);
}

function readTable(path: string): Table {
  const { value } = readDataFile(path);
  return isObject(value) ? value : {};
}
