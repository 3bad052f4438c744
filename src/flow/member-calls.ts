/** Matches text that ends within the braces of an import or export clause. */
const inClause = /\b(?:import|export)\s{0,20}(?:type\s{0,20})?(?:[\w$]{1,100}\s{0,20},\s{0,20})?\{[^{}]*$/u;

/** Longest clause that is searched for its beginning; longer ones are rare. */
const longestClause = 4_000;

/** @returns whether a text may call a member: it reads `.name` or `["name"]`, or destructures `{ name }` or `{ name: other }`. */
export function mayCallMember(text: string, name: string): boolean {
  const escaped = name.replaceAll("$", "\\$");
  if (new RegExp(`\\.\\s*${escaped}(?![\\w$])|["'\`]${escaped}["'\`]\\s*\\]`, "u").test(text)) return true;
  const takenOut = new RegExp(`[{,]\\s*${escaped}\\s*(?:[,}=]|:\\s*[A-Za-z_$][\\w$]*\\s*[,}=])`, "gu");
  return [...text.matchAll(takenOut)].some(
    ({ index }) => !inClause.test(text.slice(Math.max(0, index + 1 - longestClause), index + 1)),
  );
}
