import { changingArrayMethods } from "../../syntax/built-ins";

/** Tests on the source text, before it is parsed: may a file change what it imports? */

/** Methods that change their receiver, and members that set up clients. */
const changing = [
  ...changingArrayMethods,
  ..."add addHook after agent append auth before clear cookies create delete error hook hooks jar middleware on plugin set use wrap".split(
    " ",
  ),
].join("|");

const changingMethod = new RegExp(`^(?:${changing})$`, "u");

/** @returns whether a method of this name changes or sets up its receiver. */
export function isChanging(method: string): boolean {
  return changingMethod.test(method);
}

/** The member through which clients expose what they add to all requests. */
export const settings = "defaults";

/** `import name, { a as b }, * as c from "x"`, up to the specifier. */
const importClause = /\bimport\s{1,20}(?:type\s{1,20})?([^"'`;()]{1,5000}?)\bfrom\s{0,20}["']([^"'\r\n]{1,300})["']/gu;

/**
 * @param isFrom whether a specifier names the module.
 * @returns the names under which a text may refer to an export of a module: the exported name, local aliases, and names of the module as a whole.
 */
export function changedNames(text: string, name: string, isFrom: (specifier: string) => boolean): readonly string[] {
  const names = new Set<string>(name === "default" ? [] : [name]);
  for (const [, clause = "", specifier = ""] of text.matchAll(importClause)) {
    const isWhole = /^[\w$]+\s*(?:,|$)|\*\s*as\b/u.test(clause.trim());
    if (!isWhole && !clause.includes(name)) continue;
    if (!isFrom(specifier)) continue;
    const [, byDefault] = /^([\w$]+)\s*(?:,|$)/u.exec(clause.trim()) ?? [];
    const [, whole] = /\*\s*as\s+([\w$]+)/u.exec(clause) ?? [];
    for (const each of [byDefault, whole]) if (each !== undefined) names.add(each);
    for (const [, from, local] of clause.matchAll(/([\w$]+)\s+as\s+([\w$]+)/gu))
      if (from === name && local !== undefined) names.add(local);
  }
  return [...names];
}

/**
 * @returns whether a text assigns a member of one of the names, at any depth, calls a changing method on it, reads its settings, or passes it to a function.
 */
export function mayChange(text: string, names: readonly string[]): boolean {
  const present = names.filter((each) => text.includes(each));
  return present.length > 0 && changePattern(present).test(text);
}

/** @returns the pattern for `mayChange`. In identifiers, only `$` needs an escape. */
function changePattern(names: readonly string[]): RegExp {
  const name = `(?<![\\w$])(?:${names.map((each) => each.replaceAll("$", "\\$")).join("|")})(?![\\w$])`;
  const steps = "(?:[!?]?\\.[\\w$]+|\\[[^\\]\\n]{0,200}\\])";
  const operator = "(?:[-+*/%&|^]|\\?\\?|\\|\\||&&)?=(?![=>])";
  return new RegExp(
    [
      `${name}${steps}+\\s*(?:${operator}|\\+\\+|--)`,
      `(?:\\bdelete\\s|\\b(?:Object\\.(?:assign|define\\w+)|Reflect\\.\\w+)\\()\\s*${name}`,
      `${name}${steps}{0,20}\\.(?:${changing})\\s*\\(`,
      `${name}\\s*[!?]?\\.${settings}\\b`,
      // As an argument: the look-behind requires an open parenthesis, which an import clause lacks.
      `[(,]\\s{0,200}${name}${steps}{0,20}\\s*[,)](?<=\\([^();]{0,500}.)`,
    ].join("|"),
    "u",
  );
}
