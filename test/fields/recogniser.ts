/**
 * Says whether a text is a sound `fields` value, in the most naive way: groups are struck out from the innermost, then a list of paths must be left.
 * Shares nothing with the parser. Quadratic.
 */
export function isSound(text: string): boolean {
  const name = String.raw`\s*(?:\*|[^\s*,/()\u0001][^*,/()\u0001]*)\s*`;
  // A group that was struck out leaves a mark: nothing may follow it in its selector.
  const selector = String.raw`${name}(?:/${name})*\u0001?`;
  const list = `${selector}(?:,${selector})*`;
  const innermost = new RegExp(String.raw`(${name})\(${list}\)\s*(?=[,)]|$)`, "u");
  let rest = text;
  if (/[\u0001]/u.test(text)) throw new Error("the mark must not occur in the text");
  while (innermost.test(rest)) rest = rest.replace(innermost, "$1\u0001");
  return new RegExp(`^${list}$`, "u").test(rest);
}
