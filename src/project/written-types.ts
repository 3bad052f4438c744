import type { FunctionId, TypeId } from "../code/graph";
import type { DeclaredType } from "../code/types";
import type { TypeMeaning } from "./named-types";
import type { Project } from "./project";
import type { ProjectFile } from "./project-file";

/** A type as written, and the function that scopes its names. */
interface Written {
  readonly file: ProjectFile;
  readonly type: TypeId;
  readonly in: FunctionId;
}

/** @returns whether a name in a written type may mean a declared type: it does, or its meaning is unknown. */
export function mayName(project: Project, { file, type, in: within }: Written, wanted: DeclaredType): boolean {
  const waiting = [type];
  const seen = new Set<TypeId>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = file.code.types[id];
    if (!node || seen.has(id)) continue;
    seen.add(id);
    if (node.kind === "name") {
      waiting.push(...node.arguments);
      if (isMeant(project.typeNamed(file, node.name, within), node.name.at(-1), wanted)) return true;
    } else if (node.kind === "array") waiting.push(node.of);
    else if (node.kind === "union" || node.kind === "intersection" || node.kind === "tuple") waiting.push(...node.of);
  }
  return false;
}

/** A type of a package, or a global one, may be the project's declaration of that name. */
function isMeant(meaning: TypeMeaning | undefined, name: string | undefined, wanted: DeclaredType): boolean {
  if (meaning?.kind === "declared") return meaning.type === wanted;
  if (meaning?.kind === "class" || meaning?.kind === "parameter") return false;
  return (meaning?.name ?? name) === wanted.name;
}
