import type TS from "typescript";
import type { Range } from "../../text/range";
import { replacedPiece } from "./move-findings";
import { innermostAt } from "./nodes";

/** Signs of comments that compilers and linters read. */
const readByTools = /\/\*\*|\/\/\/|eslint|[@#]/u;

/**
 * Whether two texts of a file contain the same code: they differ at most in white space and comments between two
 * tokens, so that the parser sees the same tokens. Both must have a line break there, or neither, because the parser
 * considers line breaks too. Returns false in doubt.
 */
export function isSameCode(ts: typeof TS, before: string, after: TS.SourceFile): boolean {
  const { text } = after;
  if (before === text) return true;
  // An unterminated string or regular expression would continue through white space.
  const { parseDiagnostics = [] } = after as { readonly parseDiagnostics?: readonly unknown[] };
  if (parseDiagnostics.length > 0) return false;
  const piece = replacedPiece(before, text);
  const between = findTrivia(ts, after, { start: piece.start, end: piece.endAfter });
  if (!between) return false;
  const { start } = between;
  const end = between.end + before.length - text.length;
  const [old, now] = [before.slice(start, end), text.slice(start, between.end)];
  // White space first, so that the token before it ends at the same place in both texts.
  if (start > 0 && !(/^\s/u.test(old) && /^\s/u.test(now))) return false;
  if (readByTools.test(old) || readByTools.test(now)) return false;
  const [breaksBefore, breaks] = [countLineBreaks(old), countLineBreaks(now)];
  // Directive comments apply to lines, so lines must not move.
  if (breaksBefore !== breaks && text.includes("eslint-")) return false;
  return breaksBefore > 0 === breaks > 0 && endOfTrivia(ts, before, start) === end;
}

/**
 * @returns the white space and comments between two tokens around a range; `undefined` if the range contains part of a
 * token.
 */
function findTrivia(ts: typeof TS, file: TS.SourceFile, { start, end }: Range): Range | undefined {
  const node = innermostAt(ts, file, start);
  if (ts.isJsxText(node) || ts.isJsxText(innermostAt(ts, file, end))) return undefined;
  if (ts.isToken(node)) {
    const token = node.getStart(file);
    return end <= token ? { start: node.pos, end: token } : undefined;
  }
  let from = node.pos;
  ts.forEachChild(node, (child) => {
    if (child.end <= start) from = child.end;
  });
  // The children of a node are separated only by punctuation.
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, undefined, file.text, undefined, from);
  for (let before = from; before <= start; before = scanner.getTokenEnd()) {
    const kind = scanner.scan();
    const token = scanner.getTokenStart();
    if (end <= token) return { start: before, end: token };
    if (kind === ts.SyntaxKind.EndOfFileToken) return undefined;
  }
  return undefined;
}

/** @returns the start of the first token from an offset on. */
function endOfTrivia(ts: typeof TS, text: string, start: number): number {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, undefined, text, undefined, start);
  scanner.scan();
  return scanner.getTokenStart();
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n?|[\n\u2028\u2029]/gu)?.length ?? 0;
}
