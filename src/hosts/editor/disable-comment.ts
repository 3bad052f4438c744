import type TS from "typescript";
import type { Edit, Finding } from "../../rule/finding";
import { innermostAt, isInsideLiteral } from "./nodes";

/**
 * Returns the edit that silences a finding with a directive comment: on a new line above, or inside the directive that
 * is already there.
 *
 * @returns `undefined` if no comment can be placed: inside a template literal or a string over several lines.
 */
export function disableForLine(
  ts: typeof TS,
  sourceFile: TS.SourceFile,
  finding: Finding,
  newLine: string,
): Edit | undefined {
  const { text } = sourceFile;
  const starts = sourceFile.getLineStarts();
  const line = sourceFile.getLineAndCharacterOfPosition(finding.range.start).line;
  const lineStart = starts[line] ?? 0;
  const name = `restraint/${finding.rule}`;
  const existing = line === 0 ? undefined : findListEnd(text, starts[line - 1] ?? 0, lineStart);
  const around = innermostAt(ts, sourceFile, lineStart);
  if (isInsideLiteral(ts, sourceFile, around, lineStart)) return undefined;
  if (existing !== undefined) return { range: { start: existing, end: existing }, text: `, ${name}` };
  const indentation = /^[\t ]*/u.exec(text.slice(lineStart))?.[0] ?? "";
  const comment = ts.isJsxText(around)
    ? `{/* eslint-disable-next-line ${name} */}`
    : `// eslint-disable-next-line ${name}`;
  return { range: { start: lineStart, end: lineStart }, text: indentation + comment + newLine };
}

/** @returns the end of the rule list, if a line contains only an `eslint-disable-next-line` with rules. */
function findListEnd(text: string, start: number, end: number): number | undefined {
  const found = /^\s*(?:\{\s*)?\/[/*]\s*eslint-disable-next-line\s+[^\s*-](?:(?!\s-{2,}\s|\s*\*\/|\s*$).)*/u.exec(
    text.slice(start, end).trimEnd(),
  );
  return found === null ? undefined : start + found[0].length;
}
