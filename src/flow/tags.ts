import { nodeAt } from "../evaluate/places";
import { optionsOf } from "../evaluate/values";
import type { Abstract } from "../evaluate/domain";
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
    const name = node.kind === "named" || node.kind === "parameter" ? node.name : undefined;
    if (name === undefined || !around.has(node.in) || node.start > site.start || seen > mostNames) continue;
    seen += 1;
    const own = node.in === site.in ? context : evaluator.contexts.symbolic(file, node.in);
    for (const tag of tagsOf(name, evaluator.valueOf(id, own))) tags.add(tag);
  }
  return [...tags];
}

function tagsOf(name: string, value: Abstract): readonly string[] {
  const found = optionsOf(value).find((option) => option.kind === "unknown")?.origin?.response;
  if (found?.path.at(-1)?.toLowerCase() === "etag") return [name];
  if (/etag$/iu.test(name) && optionsOf(value).some(({ kind }) => kind === "unknown" || kind === "text")) return [name];
  return found?.part === "body" && found.path.length === 0 ? [`${name}.etag`] : [];
}
