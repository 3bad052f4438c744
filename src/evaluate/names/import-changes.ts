import type { ValueId } from "../../code/graph";
import type { After, Call, ValueNode } from "../../code/values";
import type { ProjectFile } from "../../project/project-file";
import type { Abstract, Context, Place } from "../domain";
import type { Evaluation } from "../evaluation";
import { lazyEntry } from "../make";
import { behind } from "../objects/behind";
import { withMember } from "../objects/open";
import { nodeAt, placeOf } from "../places";
import { joinAll, mapOptions, optionsOf } from "../values";
import { isChanging, settings } from "./changing-texts";

/** Changes that a file makes to its imports. */

export interface ImportChange {
  /** The import, or a member of it, for an import of a module as a whole. */
  readonly root: { readonly import: number; readonly key?: string };
  /** Path from the root to a member that a call gets. It changes if it is an object. */
  readonly given?: readonly string[];
  /** @returns the object after the change. */
  version(evaluation: Evaluation): Abstract | undefined;
}

const known = new WeakMap<ProjectFile, readonly ImportChange[]>();

/** @returns the changes that a file makes to its imports: versions in the order of its graph, then calls and reads without a version. */
export function changesIn(file: ProjectFile): readonly ImportChange[] {
  let found = known.get(file);
  if (!found) known.set(file, (found = [...versionsOf(file), ...callsOf(file), ...readsOf(file)]));
  return found;
}

function versionsOf(file: ProjectFile): readonly ImportChange[] {
  return file.code.values.flatMap((node, id): readonly ImportChange[] => {
    if (node.kind !== "write" && node.kind !== "after" && node.kind !== "same") return [];
    const root = rootOf(file, node.object);
    const put = putBack(file, node);
    if (!root || (put.kind === "after" && !mayMatter(file, put))) return [];
    const path = put.kind === "after" ? pathTo(file, put.object)?.path : undefined;
    const version = (evaluation: Evaluation): Abstract | undefined => {
      const context = symbolic(evaluation, file, node.in);
      return put.kind === "after" && !isFollowed(evaluation, put.call, context)
        ? undefined
        : evaluation.valueOf(id, context);
    };
    return [{ root, version, ...(path && { given: path.slice(root.key === undefined ? 0 : 1) }) }];
  });
}

/** @returns the change that a write records. A write that only stores another version of a member's object stands for the call that made that version. */
function putBack(file: ProjectFile, node: ValueNode): ValueNode {
  let put = node;
  while (put.kind === "write" && put.isKept && put.value !== undefined) put = nodeAt(file, put.value);
  return put;
}

/** A read of a client's settings creates no version, but its reader may change them. Evaluating the read tells the client. */
function readsOf(file: ProjectFile): readonly ImportChange[] {
  return file.code.values.flatMap((node, id): readonly ImportChange[] => {
    if (node.kind !== "member" || node.key !== settings) return [];
    const root = rootOf(file, node.object);
    const version = (evaluation: Evaluation): undefined =>
      void evaluation.valueOf(id, symbolic(evaluation, file, node.in));
    return root ? [{ root, version }] : [];
  });
}

/**
 * @returns whether a call may change an import: as an argument, unless the callee is a global; as a receiver, if the method has the name of one that changes
 *   it.
 */
function mayMatter(file: ProjectFile, { call: id, argument }: After): boolean {
  const call = nodeAt(file, id);
  return call.kind === "call" && (argument >= 0 ? !isOfPlatform(file, call) : changesReceiver(file, call));
}

/** @returns whether a call calls a global function; those change none of their arguments. */
function isOfPlatform(file: ProjectFile, { callee }: Call): boolean {
  return nodeAt(file, callee).kind === "global";
}

function changesReceiver(file: ProjectFile, { callee }: Call): boolean {
  const node = nodeAt(file, callee);
  return node.kind === "member" && typeof node.key === "string" && isChanging(node.key);
}

function rootOf(file: ProjectFile, id: ValueId): ImportChange["root"] | undefined {
  const node = nodeAt(file, behind(file, id));
  if (node.kind === "imported") return { import: node.import };
  if (node.kind !== "member" || typeof node.key !== "string") return undefined;
  const whole = nodeAt(file, behind(file, node.object));
  return whole.kind === "imported" ? { import: whole.import, key: node.key } : undefined;
}

/** Calls after which an object is never read: the graph has no `after` node for them. */
function callsOf(file: ProjectFile): readonly ImportChange[] {
  const listed = new Set(
    file.code.values.flatMap((node) => (node.kind === "after" ? `${node.call}:${node.argument}` : [])),
  );
  return file.code.calls.flatMap((id): readonly ImportChange[] => {
    const call = nodeAt(file, id);
    if (call.kind !== "call" || isOfPlatform(file, call)) return [];
    const given = call.arguments.map(({ value }, argument) => ({ value, argument }));
    const receiver =
      call.receiver !== undefined && changesReceiver(file, call) ? [{ value: call.receiver, argument: -1 }] : [];
    return [...receiver, ...given]
      .filter(({ argument }) => !listed.has(`${id}:${argument}`))
      .flatMap((each) => changesBy(file, { ...each, call: id }));
  });
}

interface Gift {
  readonly value: ValueId;
  readonly call: ValueId;
  readonly argument: number;
}

/** @returns the import that a value reads from, with the path of members. */
function pathTo(
  file: ProjectFile,
  value: ValueId,
): { readonly import: number; readonly path: readonly string[] } | undefined {
  const path: string[] = [];
  let node = nodeAt(file, behind(file, value));
  while (node.kind === "member" && typeof node.key === "string") {
    path.unshift(node.key);
    node = nodeAt(file, behind(file, node.object));
  }
  return node.kind === "imported" ? { import: node.import, path } : undefined;
}

/** @returns the changes by a call that gets an import, or a member of one at any depth. */
function changesBy(file: ProjectFile, { value, call, argument }: Gift): readonly ImportChange[] {
  const given = pathTo(file, value);
  if (!given) return [];
  const { path } = given;
  const changeAt = (count: number): ImportChange => ({
    root: { import: given.import, ...(count > 0 && { key: path[0] ?? "" }) },
    given: path.slice(count),
    version: (evaluation) => versionAfter(evaluation, file, { value, call, argument }, path.slice(count)),
  });
  return path.length > 0 ? [changeAt(0), changeAt(1)] : [changeAt(0)];
}

/** @returns whether all callees are known. Unknown code mostly reads its arguments, so its changes are ignored in other files. */
function isFollowed(evaluation: Evaluation, id: ValueId, context: Context): boolean {
  const call = nodeAt(context.file, id);
  const callees = call.kind === "call" ? optionsOf(evaluation.valueOf(call.callee, context)) : [];
  return callees.length > 0 && callees.every(({ kind }) => kind !== "unknown");
}

function versionAfter(
  evaluation: Evaluation,
  file: ProjectFile,
  { value, call, argument }: Gift,
  path: readonly string[],
): Abstract | undefined {
  const node = nodeAt(file, call);
  if (node.kind !== "call") return undefined;
  const context = symbolic(evaluation, file, node.in);
  if (!isFollowed(evaluation, call, context)) return undefined;
  const { in: within, start, end, depends } = node;
  const left = evaluation.after(
    { kind: "after", in: within, start, end, depends, object: value, call, argument },
    context,
    call,
  );
  let owner = value;
  let whole = left;
  for (const key of path.toReversed()) {
    const member = nodeAt(file, behind(file, owner));
    if (member.kind !== "member") return undefined;
    owner = member.object;
    whole = withVersion(evaluation.valueOf(owner, context), key, whole, placeOf(node, context));
  }
  return whole;
}

function withVersion(object: Abstract, key: string, value: Abstract, place: Place): Abstract {
  return mapOptions(object, (option) => {
    if (option.kind !== "object") return option;
    const before = option.members.get(key);
    const either = lazyEntry(
      () => (before ? joinAll([before.value, value], place) : value),
      before?.keyPlace ?? place,
      before?.presence ?? "maybe",
    );
    return withMember(option, key, either);
  });
}

function symbolic({ contexts }: Evaluation, file: ProjectFile, id: number): Context {
  return contexts.symbolic(file, id);
}
