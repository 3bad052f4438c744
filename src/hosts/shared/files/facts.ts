import type { Facts } from "../../../contract/configuration/configuration";
import type { Project } from "../../../contract/configuration/load";
import { fitsPatterns } from "./ignored";

/** By a project's facts and a token type, so that files with the same type share one object. */
const resolved = new WeakMap<Facts, Map<string, Facts>>();

/**
 * @param file absolute path.
 * @returns the project's facts for one file, with the token type that `tokens.files` gives it.
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
