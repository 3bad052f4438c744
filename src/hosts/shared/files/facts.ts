import type { Facts } from "../../../contract/configuration/configuration";
import type { Project } from "../../../contract/configuration/load";
import { fitsPatterns } from "./ignored";

/** By the project's facts and the token type: files of one kind share one object. */
const resolved = new WeakMap<Facts, Map<string, Facts>>();

/**
 * @param file absolute path.
 * @returns the facts of the project as they hold for one file: with the type that tokens have in it by `tokens.files`.
 */
export function factsFor({ facts, root }: Project, file: string): Facts {
  const type = facts.tokens.files?.findLast(({ patterns }) => fitsPatterns(patterns, root, file))?.type;
  if (type === undefined) return facts;
  const known = resolved.get(facts) ?? new Map<string, Facts>();
  resolved.set(facts, known);
  const made = known.get(type) ?? { ...facts, tokens: { ...facts.tokens, default: type, defaultBy: "tokens.files" } };
  known.set(type, made);
  return made;
}
