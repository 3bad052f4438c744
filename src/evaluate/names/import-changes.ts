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

/** What a file changes of what it imports. */

export interface ImportChange {
  /** The import, and the member of it where it is a module as a whole. */
  readonly root: { readonly import: number; readonly key?: string };
  /** A call gets a member of the root, to which these lead: it is changed if that is an object. */
  readonly given?: readonly string[];
  /** @returns the object after the change. */
  version(evaluation: Evaluation): Abstract | undefined;
}

const known = new WeakMap<ProjectFile, readonly ImportChange[]>();

/** @returns the changes that a file makes of what it imports, in the order of its graph. */
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

/** What is put back into a member is what a call has made of it. */
function putBack(file: ProjectFile, node: ValueNode): ValueNode {
  let put = node;
  while (put.kind === "write" && put.isKept && put.value !== undefined) put = nodeAt(file, put.value);
  return put;
}

/** A client that hands out its settings has to reckon with changes of them: it is told of the read, which makes no version. */
function readsOf(file: ProjectFile): readonly ImportChange[] {
  return file.code.values.flatMap((node, id): readonly ImportChange[] => {
    if (node.kind !== "member" || node.key !== settings) return [];
    const root = rootOf(file, node.object);
    const version = (evaluation: Evaluation): undefined =>
      void evaluation.valueOf(id, symbolic(evaluation, file, node.in));
    return root ? [{ root, version }] : [];
  });
}

/** A method of an instance, of which the class tells what it changes, and what only reads. */
function mayMatter(file: ProjectFile, { call: id, argument }: After): boolean {
  const call = nodeAt(file, id);
  return call.kind === "call" && (argument >= 0 ? !isOfPlatform(file, call) : changesReceiver(file, call));
}

/** Functions of the platform change nothing that they get. */
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

/** The last call that gets an object has no version of it after that in the graph, as nobody reads it. */
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

/** @returns the import that a value is, or of which it is a member at any depth. */
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

/** A call that gets an import, or a member of one at any depth. */
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

/** What code that is not followed does with what it gets is not looked for in other files: it mostly reads. */
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
