import { nodeAt } from "../evaluate/places";
import { optionsOf } from "../evaluate/values";
import type { Abstract, Single } from "../evaluate/domain";
import type { ValueNode } from "../code/values";
import type { ResponseOrigin } from "../value/value";
import type { Program } from "./program";
import type { Step } from "./requests";

/** Names that are searched for an entity tag, to be offered in a suggestion. */
const mostNames = 200;

/** @returns the expressions in scope of a call that hold an entity tag, or look like it. */
export function tagsInScope({ evaluator }: Program, { file, call, context }: Step): readonly string[] {
  const site = nodeAt(file, call);
  const tags = new Set<string>();
  let seen = 0;
  const around = new Set<number>();
  for (let id = site.in; id >= 0; id = file.code.functions[id]?.outer ?? -1) around.add(id);
  for (const [id, node] of file.code.values.entries()) {
    const name = nameOf(node, file.tree.text);
    if (name === undefined || !around.has(node.in) || node.start > site.start || seen > mostNames) continue;
    seen += 1;
    const own = node.in === site.in ? context : evaluator.contexts.symbolic(file, node.in);
    for (const tag of tagsOf(name, evaluator.valueOf(id, own))) tags.add(tag);
  }
  return [...tags];
}

/** @returns the variable that a value was given to. A member that a pattern takes under its own name is written as that name alone. */
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
