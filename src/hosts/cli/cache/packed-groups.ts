import type { StoredGroup } from "./code-cache";
import type { Node } from "./digests";
import type { Answers } from "./trail";
import { isObject } from "../../../value/plain-object";

/**
 * Groups as they are written: paths and answers stand once, and are named by their place, as most groups of a repository share the files of
 * its packages.
 */
interface Packed {
  readonly paths: readonly string[];
  readonly contents: readonly string[];
  readonly answers: readonly Answers[];
  readonly groups: readonly PackedGroup[];
}

interface PackedGroup extends Omit<StoredGroup, "files" | "nodes"> {
  readonly name: string;
  readonly files: readonly number[];
  /** The places of a path and of answers. */
  readonly nodes: readonly (readonly [number, number])[];
}

/** @returns plain data. */
export function packGroups(groups: ReadonlyMap<string, StoredGroup>): object {
  const paths = new Places<string>();
  const answers = new Places<Answers>();
  const contents: string[] = [];
  const packed = [...groups].map(([name, { files, nodes, ...rest }]): PackedGroup => ({
    ...rest,
    name,
    nodes: [...nodes].map(([path, node]) => {
      const at = paths.of(path, path);
      contents[at] = node.content;
      return [at, answers.of(JSON.stringify(node.answers), node.answers)] as const;
    }),
    files: files.map((path) => paths.of(path, path)),
  }));
  // A file of a program without a node has no content that counts.
  const all = paths.all.map((_, at) => contents[at] ?? "");
  return { paths: paths.all, contents: all, answers: answers.all, groups: packed } satisfies Packed;
}

/** @returns `undefined` for what `packGroups` does not write. */
export function unpackGroups(data: unknown): ReadonlyMap<string, StoredGroup> | undefined {
  if (!isPacked(data)) return undefined;
  const groups = new Map<string, StoredGroup>();
  for (const { name, files, nodes, ...rest } of data.groups) {
    const unpacked = new Map<string, Node>();
    for (const [path, place] of nodes) {
      const [file, content, answers] = [data.paths[path], data.contents[path], data.answers[place]];
      if (file === undefined || content === undefined || answers === undefined) return undefined;
      unpacked.set(file, { content, answers });
    }
    const names = files.flatMap((at) => data.paths[at] ?? []);
    if (names.length !== files.length) return undefined;
    groups.set(name, { ...rest, files: names, nodes: unpacked });
  }
  return groups;
}

class Places<T> {
  readonly #places = new Map<string, number>();
  readonly all: T[] = [];

  of(key: string, value: T): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.all.length);
    this.all.push(value);
    return this.all.length - 1;
  }
}

function isPacked(data: unknown): data is Packed {
  return (
    isObject(data) &&
    isList(data.paths, isText) &&
    isList(data.contents, isText) &&
    isList(data.answers, (each) => isObject(each) && Object.values(each).every((answer) => isList(answer, isText))) &&
    isList(data.groups, isGroup)
  );
}

function isGroup(data: unknown): boolean {
  return (
    isObject(data) &&
    [data.name, data.options, data.roots, data.environment].every(isText) &&
    isList(data.files, isPlace) &&
    isList(data.nodes, (each) => isList(each, isPlace) && each.length === 2)
  );
}

function isList(data: unknown, isSuch: (each: unknown) => boolean): data is readonly unknown[] {
  return Array.isArray(data) && data.every((each) => isSuch(each));
}

function isText(data: unknown): data is string {
  return typeof data === "string";
}

function isPlace(data: unknown): data is number {
  return typeof data === "number";
}
