import { isBuiltin } from "node:module";
import { dirname, join, sep } from "node:path";
import { readJson } from "./read-json";

const lists = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];

/** The packages that the package.json files of a repository name. Each file is read once. */
export class Dependencies {
  readonly #root: string;
  readonly #names = new Map<string, ReadonlySet<string>>();

  /** @param root the repository's folder, beyond which nothing is read. */
  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Tells whether a name in an import is that of a package: one that a package.json from a folder upwards names, or one of Node's own. The types of a
   * package (`@types/name`) count as the package. Never throws.
   *
   * @param name as imports name it, without what follows the package's name.
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
