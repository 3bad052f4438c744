import { isBuiltin } from "node:module";
import { dirname, join, sep } from "node:path";
import { readJson } from "./read-json";

const lists = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** The packages named in the package.json files of a repository. Each file is read once. */
export class Dependencies {
  readonly #root: string;
  readonly #names = new Map<string, ReadonlySet<string>>();

  /** @param root the repository's folder, outside of which nothing is read. */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Whether an imported name is a package: one that a package.json of the folder or above lists, or a built-in one of
   * Node. A package of types (`@types/name`) counts as the package. Never throws.
   *
   * @param name the package's name, without a subpath.
   */
  isPackage(folder: string, name: string): boolean {
    if (isBuiltin(name)) return true;
    for (let current = folder; this.#isInside(current); current = dirname(current)) {
      const names = this.#namedIn(current);
      if (names.has(name) || names.has(`@types/${name}`)) return true;
    }
    return false;
  }

  #isInside(folder: string): boolean {
    return folder === this.#root || folder.startsWith(this.#root + sep);
  }

  #namedIn(folder: string): ReadonlySet<string> {
    let names = this.#names.get(folder);
    if (!names) this.#names.set(folder, (names = dependenciesIn(join(folder, "package.json"))));
    return names;
  }
}

function dependenciesIn(path: string): ReadonlySet<string> {
  const manifest = readJson(path) as Readonly<Record<string, object | null>> | null | undefined;
  return new Set(lists.flatMap((list) => Object.keys(manifest?.[list] ?? {})));
}
