import type { ClassMember } from "../code/declarations";
import type { ClassId, FileCode, ValueId } from "../code/graph";
import type { Call, ValueNode } from "../code/values";
import type { Project } from "../project/project";
import type { ProjectFile } from "../project/project-file";
import type { ClassSite, FunctionSite } from "../project/sites";
import { declaredClass, isStaticMember } from "./declared-class";
import { mostAncestors, staticCallee, superclassOf } from "./static-callee";

/** Bound on transitive subclasses: beyond it, the callee is evaluated. */
const mostDescendants = 32;

/**
 * @returns the methods that `this.method()` and `this.service.method()` may call, by class declarations alone: that of the class or of a superclass, and all
 *   overrides in subclasses. Undefined if it takes an evaluation: for decorated methods, and classes of packages.
 */
export function ownMethods(project: Project, file: ProjectFile, { callee }: Call): readonly FunctionSite[] | undefined {
  const member = valueBehind(file.code, callee);
  if (member?.kind !== "member" || typeof member.key !== "string") return undefined;
  const { site, isStatic } = ownerOf(project, file, member.object) ?? {};
  if (!site || isStatic === undefined) return undefined;
  const above = inherited(project, site, member.key, isStatic);
  if (!above) return undefined;
  const below = above.isPrivate ? [] : overriding(project, site, member.key, isStatic);
  return below && [...above.found, ...below];
}

/** @returns the class on whose instance, or on which itself, a method is called. */
function ownerOf(
  project: Project,
  file: ProjectFile,
  object: ValueId,
): { readonly site: ClassSite; readonly isStatic: boolean } | undefined {
  const self = valueBehind(file.code, object);
  if (self?.kind !== "this") {
    const site = declaredClass(project, file, object);
    return site && { site, isStatic: false };
  }
  const { class: owner } = file.code.functions[self.in] ?? {};
  if (owner === undefined) return undefined;
  return { site: { file, class: owner }, isStatic: isStaticMember(file.code, owner, self.in) };
}

interface Inherited {
  readonly found: readonly FunctionSite[];
  readonly isPrivate: boolean;
}

function inherited(project: Project, site: ClassSite, key: string, isStatic: boolean): Inherited | undefined {
  let at: ClassSite | undefined = site;
  for (let left = mostAncestors; at && left > 0; left -= 1) {
    const { file, class: id } = at;
    if (isAssigned(file.code, key)) return undefined;
    const member = memberOf(file.code, id, key, isStatic);
    if (member) {
      if (!isPlain(member)) return undefined;
      const found = member.function === undefined ? [] : [{ file, function: member.function }];
      return found.length === 0 && !member.abstract ? undefined : { found, isPrivate: member.private };
    }
    at = superclassOf(project, at);
  }
  return undefined;
}

function overriding(
  project: Project,
  site: ClassSite,
  key: string,
  isStatic: boolean,
): readonly FunctionSite[] | undefined {
  const found: FunctionSite[] = [];
  const below = [...subclassesOf(project, site)];
  for (const each of below) {
    if (below.length > mostDescendants) return undefined;
    const member = memberOf(each.file.code, each.class, key, isStatic);
    if ((member && !isPlain(member)) || isAssigned(each.file.code, key)) return undefined;
    if (member?.function !== undefined) found.push({ file: each.file, function: member.function });
    below.push(...subclassesOf(project, each).filter((other) => !below.some((known) => isSame(known, other))));
  }
  return found;
}

function subclassesOf(project: Project, site: ClassSite): readonly ClassSite[] {
  return project.places.extending(site).filter((each) => {
    const heritage = each.file.code.classes[each.class]?.heritage;
    const base = heritage === undefined ? undefined : staticCallee(project, each.file, heritage);
    // A superclass that names do not resolve may be this class.
    return base === undefined || (base.kind === "class" && isSame(base, site));
  });
}

function memberOf(code: FileCode, id: ClassId, key: string, isStatic: boolean): ClassMember | undefined {
  const named = code.classes[id]?.members.filter((each) => each.key === key && each.static === isStatic) ?? [];
  // Only one of a method's overloads has a body.
  return named.find((each) => each.function !== undefined) ?? named[0];
}

function isPlain({ kind, decorators }: ClassMember): boolean {
  return kind === "method" && decorators.length === 0;
}

/** Whether the file of a class assigns to a member of this name. */
function isAssigned(code: FileCode, key: string): boolean {
  return (code.membersByName.get(key) ?? []).some((id) => {
    const node = code.values[id];
    return node?.kind === "write" && node.isKept !== true;
  });
}

function valueBehind(code: FileCode, id: ValueId): ValueNode | undefined {
  return code.values[code.roots[id] ?? id];
}

function isSame(one: ClassSite, other: ClassSite): boolean {
  return one.file === other.file && one.class === other.class;
}
