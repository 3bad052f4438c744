import type { FileCode, FunctionId, TypeId } from "../code/graph";
import type { DeclaredType, TypeMember } from "../code/types";
import type { ObjectLiteral } from "../code/values";
import type { Project } from "./project";
import type { ProjectFile } from "./project-file";
import type { ValuePlace } from "./places";

/** Bound on the members by which literals are searched for; the rarest come first. */
const mostKeys = 8;
/** A name in more files does not identify a type. */
const mostFiles = 12;
/** Bound on the parts of a type. */
const mostParts = 24;
/** So many equal members, functions among them, are no coincidence. */
const fewestMembers = 3;

/**
 * @returns the object literals that have the members of an interface, functions among them. They need not name the type: TypeScript compares types by
 *   structure.
 */
export function literalsLike(project: Project, file: ProjectFile, type: DeclaredType): readonly ValuePlace[] {
  const members = membersOf(project, { file, type: type.type, in: type.in, extends: type.extends });
  if (members.size < fewestMembers) return [];
  const keys = new Set(members.keys());
  const rare = [...members]
    .filter(([, isFunction]) => isFunction)
    .map(([key]) => ({ key, files: project.words.filesWith(key) }))
    .filter(({ files }) => files.length <= mostFiles)
    .toSorted((one, other) => one.files.length - other.files.length);
  for (const { key, files } of rare.slice(0, mostKeys)) {
    const found = files.flatMap((name) => {
      const declaring = project.file(name, file.name);
      return declaring ? literalsIn(declaring, key, keys) : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}

interface Part {
  readonly file: ProjectFile;
  readonly type: TypeId;
  readonly in: FunctionId;
  readonly extends: readonly TypeId[];
}

/** @returns the members of a type, of its bases and of its parts, each with whether it is a function. */
function membersOf(project: Project, whole: Part): ReadonlyMap<string, boolean> {
  const members = new Map<string, boolean>();
  const parts = [whole];
  for (let part = parts.pop(), left = mostParts; part && left > 0; part = parts.pop(), left -= 1) {
    const { file, in: within } = part;
    const node = file.code.types[part.type];
    const more = node?.kind === "intersection" ? node.of : [];
    for (const each of node?.kind === "object" ? node.members : []) members.set(each.key, isFunction(file.code, each));
    for (const each of [...part.extends, ...more]) {
      const named = file.code.types[each];
      const meaning = named?.kind === "name" ? project.typeNamed(file, named.name, within) : undefined;
      if (meaning?.kind === "declared")
        parts.push({ file: meaning.file, type: meaning.type.type, in: meaning.type.in, extends: meaning.type.extends });
      else if (named?.kind === "object") parts.push({ file, type: each, in: within, extends: [] });
    }
  }
  return members;
}

function isFunction({ types }: FileCode, { method, type }: TypeMember): boolean {
  return method || (type !== undefined && types[type]?.kind === "function");
}

function literalsIn(file: ProjectFile, key: string, keys: ReadonlySet<string>): readonly ValuePlace[] {
  return file.code.values.flatMap((node, value) =>
    node.kind === "object" && hasFunction(file.code, node, key) && isLike(node, keys) ? { file, value } : [],
  );
}

function hasFunction({ values }: FileCode, { members }: ObjectLiteral, key: string): boolean {
  return members.some((each) => {
    const held = each.kind !== "spread" && each.key === key ? values[each.value] : undefined;
    return held?.kind === "function" || (held?.kind === "named" && values[held.value]?.kind === "function");
  });
}

function isLike({ members }: ObjectLiteral, keys: ReadonlySet<string>): boolean {
  const own = members.flatMap((each) => (each.kind !== "spread" && typeof each.key === "string" ? each.key : []));
  const shared = own.filter((each) => keys.has(each)).length;
  return shared >= fewestMembers && shared * 4 >= own.length * 3;
}
