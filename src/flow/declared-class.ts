import type { ClassMember } from "../code/declarations";
import type { ClassId, FileCode, FunctionId, TypeId, ValueId } from "../code/graph";
import type { ValueNode } from "../code/values";
import type { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import type { ClassSite } from "../project/sites";
import { mostAncestors, staticCallee, superclassOf } from "./static-callee";

/** Bound on the steps from a value to its declaration: each member of `this.container.service.client` is one. */
const mostSteps = 8;

/**
 * Resolves the class of an instance by declarations alone: the class of `this`, a type annotation of a parameter, field or variable, the return type of a
 * getter or function, the operand of `new`.
 *
 * @returns undefined if that takes an evaluation.
 */
export function declaredClass(
  project: Project,
  file: ProjectFile,
  value: ValueId,
  left = mostSteps,
): ClassSite | undefined {
  const node = file.code.values[value];
  if (left === 0 || !node) return undefined;
  const declared = resolvers[node.kind];
  if (declared) return declared({ project, file, left: left - 1 }, node as never);
  // All versions of an object have its class.
  const root = file.code.roots[value];
  return root === undefined || root === value ? undefined : declaredClass(project, file, root, left - 1);
}

interface At {
  readonly project: Project;
  readonly file: ProjectFile;
  readonly left: number;
}

type Resolvers = {
  readonly [Kind in ValueNode["kind"]]?: (at: At, node: Extract<ValueNode, { kind: Kind }>) => ClassSite | undefined;
};

const resolvers: Resolvers = {
  this: ({ file }, node) => {
    const { class: owner } = file.code.functions[node.in] ?? {};
    return owner === undefined || isStaticMember(file.code, owner, node.in) ? undefined : { file, class: owner };
  },
  parameter: ({ project, file }, node) =>
    node.type === undefined ? undefined : classNamed(project, file, node.type, node.in),
  typed: ({ project, file, left }, node) =>
    node.how === "satisfies"
      ? declaredClass(project, file, node.value, left)
      : classNamed(project, file, node.type, node.in),
  member: ({ project, file, left }, node) => {
    const owner = declaredClass(project, file, node.object, left);
    return owner && typeof node.key === "string" ? classOfMember(project, owner, node.key, left) : undefined;
  },
  call: ({ project, file }, node) => {
    const callee = staticCallee(project, file, node.callee);
    if (node.how === "new") return callee?.kind === "class" ? callee : undefined;
    return callee?.kind === "function" ? classReturned(project, callee.site.file, callee.site.function) : undefined;
  },
  imported: ({ project, file, left }, node) => {
    const found = project.importOf(file, node.import);
    return found?.kind === "value" && found.member === undefined
      ? declaredClass(project, found.file, found.value, left)
      : undefined;
  },
  named: ({ project, file, left }, node) => declaredClass(project, file, node.value, left),
  refined: ({ project, file, left }, node) => declaredClass(project, file, node.value, left),
  variable: ({ project, file, left }, node) => {
    const { type, in: declaredIn = 0, assigned = [] } = file.code.variables[node.variable] ?? {};
    if (type !== undefined) return classNamed(project, file, type, declaredIn);
    const [only] = assigned;
    return only && assigned.length === 1 ? declaredClass(project, file, only.value, left) : undefined;
  },
};

function classOfMember(project: Project, owner: ClassSite, key: string, left: number): ClassSite | undefined {
  let at: ClassSite | undefined = owner;
  for (let above = mostAncestors; at && above > 0; above -= 1) {
    const { file, class: id } = at;
    const code = file.code.classes[id];
    const member = code?.members.find((each) => each.key === key && !each.static && each.kind !== "setter");
    if (member) return classOfField(project, at, member, left);
    const { parameters = [] } = file.code.functions[code?.constructorFunction ?? -1] ?? {};
    const field = parameters.find((each) => each.field && each.name === key);
    if (field) return field.type === undefined ? undefined : classNamed(project, file, field.type, code?.in ?? 0);
    at = superclassOf(project, at);
  }
  return undefined;
}

function classOfField(
  project: Project,
  { file, class: id }: ClassSite,
  member: ClassMember,
  left: number,
): ClassSite | undefined {
  const { in: within = 0 } = file.code.classes[id] ?? {};
  if (member.decorators.length > 0) return undefined;
  if (member.type !== undefined) return classNamed(project, file, member.type, within);
  if (member.kind === "getter")
    return member.function === undefined ? undefined : classReturned(project, file, member.function);
  // A field has the class of its initialiser only if nothing else can be assigned to it.
  const initial = file.code.functions[member.function ?? -1]?.result;
  return member.kind === "field" && member.readonly && initial !== undefined
    ? declaredClass(project, file, initial, left)
    : undefined;
}

function classReturned(project: Project, file: ProjectFile, id: FunctionId): ClassSite | undefined {
  const { returnType, async } = file.code.functions[id] ?? {};
  return returnType === undefined || async === true ? undefined : classNamed(project, file, returnType, id);
}

/** @returns the class that a type names; `undefined` and `null` in a union are ignored. */
function classNamed(project: Project, file: ProjectFile, id: TypeId, within: FunctionId): ClassSite | undefined {
  const type = file.code.types[id];
  if (type?.kind === "union") {
    const [only, ...others] = type.of.filter((each) => !isNothing(file, each));
    return only === undefined || others.length > 0 ? undefined : classNamed(project, file, only, within);
  }
  if (type?.kind !== "name") return undefined;
  const meaning = project.typeNamed(file, type.name, within);
  return meaning?.kind === "class" ? meaning : undefined;
}

function isNothing(file: ProjectFile, id: TypeId): boolean {
  const type = file.code.types[id];
  const name = type?.kind === "keyword" ? type.name : type?.kind === "literal" ? String(type.value) : "";
  return name === "undefined" || name === "null";
}

/** @returns whether a function is a static member of a class, so that its `this` is the class itself. */
export function isStaticMember(code: FileCode, owner: ClassId, id: FunctionId): boolean {
  return code.classes[owner]?.members.some((each) => each.function === id && each.static) === true;
}
