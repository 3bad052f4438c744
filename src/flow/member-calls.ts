/** What stands before a name that is imported, or handed on: an open brace of such a clause. */
const inClause = /\b(?:import|export)\s{0,20}(?:type\s{0,20})?(?:[\w$]{1,100}\s{0,20},\s{0,20})?\{[^{}]*$/u;

/** Clauses of imports are seldom longer. */
const longestClause = 4_000;

/** @returns whether a text may call a member of a name: reads it (`.name`, `["name"]`), or takes it out of an object (`{ name }`, `{ name: other }`). */
export function mayCallMember(text: string, name: string): boolean {
  const escaped = name.replaceAll("$", "\\$");
  if (new RegExp(`\\.\\s*${escaped}(?![\\w$])|["'\`]${escaped}["'\`]\\s*\\]`, "u").test(text)) return true;
  const takenOut = new RegExp(`[{,]\\s*${escaped}\\s*(?:[,}=]|:\\s*[A-Za-z_$][\\w$]*\\s*[,}=])`, "gu");
  return [...text.matchAll(takenOut)].some(
    ({ index }) => !inClause.test(text.slice(Math.max(0, index + 1 - longestClause), index + 1)),
  );
}
