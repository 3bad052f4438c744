import type { FunctionId, ValueId } from "../code/graph";
import type { ProjectFile } from "../project/project-file";
import { addTo } from "../text/groups";
import { nodeAt } from "../evaluate/places";
import { optionsOf } from "../evaluate/values";
import type { Abstract, Single } from "../evaluate/domain";
import type { ValueNode } from "../code/values";
import type { ResponseOrigin } from "../value/value";
import type { Program } from "./program";
import type { Step } from "./requests";

/** Bound on the names in scope that are searched for an entity tag to suggest. */
const mostNames = 200;

/** @returns the expressions in scope of a call that hold an entity tag, or are named like one. */
export function tagsInScope({ evaluator }: Program, { file, call, context }: Step): readonly string[] {
  const site = nodeAt(file, call);
  const tags = new Set<string>();
  for (const { id, name } of namesBefore(file, site)) {
    const owner = nodeAt(file, id).in;
    const own = owner === site.in ? context : evaluator.contexts.symbolic(file, owner);
    for (const tag of tagsOf(name, evaluator.valueOf(id, own))) tags.add(tag);
  }
  return [...tags];
}

interface Name {
  readonly id: ValueId;
  readonly name: string;
}

/** @returns named values before a given one, in its function and those around it. */
function namesBefore(file: ProjectFile, { in: inside, start }: ValueNode): readonly Name[] {
  const found: Name[] = [];
  for (let id = inside; id >= 0; id = file.code.functions[id]?.outer ?? -1) {
    let count = 0;
    for (const each of namesOf(file).get(id) ?? []) {
      if (nodeAt(file, each.id).start > start) continue;
      found.push(each);
      if ((count += 1) === mostNames) break;
    }
  }
  return found.sort((left, right) => left.id - right.id).slice(0, mostNames);
}

const known = new WeakMap<ProjectFile, ReadonlyMap<FunctionId, readonly Name[]>>();

/** @returns the named values of a file, by function. */
function namesOf(file: ProjectFile): ReadonlyMap<FunctionId, readonly Name[]> {
  const before = known.get(file);
  if (before) return before;
  const found = new Map<FunctionId, Name[]>();
  file.code.values.forEach((node, id) => {
    const name = nameOf(node, file.tree.text);
    if (name !== undefined) addTo(found, node.in, { id, name });
  });
  known.set(file, found);
  return found;
}

/** @returns the variable that a value is assigned to. A member that is destructured under its own key has the range of that name alone. */
function nameOf(node: ValueNode, text: string): string | undefined {
  if (node.kind === "named" || node.kind === "parameter") return node.name;
  const isTaken =
    node.kind === "member" && typeof node.key === "string" && text.slice(node.start, node.end) === node.key;
  return isTaken ? text.slice(node.start, node.end) : undefined;
}

function tagsOf(name: string, value: Abstract): readonly string[] {
  const options = optionsOf(value);
  const found = answerOf(options);
  if (found?.path.at(-1)?.toLowerCase() === "etag") return [name];
  if (/etag$/iu.test(name) && options.some(({ kind }) => kind === "unknown" || kind === "text")) return [name];
  if (isWhole(found)) return [`${name}.etag`];
  const [answer] = options;
  const data = answer?.kind === "object" ? answer.members.get("data") : undefined;
  return data && isWhole(answerOf(optionsOf(data.value))) ? [`${name}.data.etag`] : [];
}

function answerOf(options: readonly Single[]): ResponseOrigin | undefined {
  return options.find((option) => option.kind === "unknown")?.origin?.response;
}

function isWhole(answer: ResponseOrigin | undefined): boolean {
  return answer?.part === "body" && answer.path.length === 0;
}
