import type TS from "typescript";
import type { Range } from "../../text/range";
import { replacedPiece } from "./move-findings";
import { innermostAt } from "./nodes";

/** What compilers and linters read in comments. */
const readByTools = /\/\*\*|\/\/\/|eslint|[@#]/u;

/**
 * Whether a file holds the same code as an earlier text of it: one run of white space and comments between two tokens is another, or nothing is. The
 * parser then sees the same tokens. It also sees line breaks, so that both runs have one or none. Says no where it is not sure.
 */
export function isSameCode(ts: typeof TS, before: string, after: TS.SourceFile): boolean {
  const { text } = after;
  if (before === text) return true;
  // An unfinished string or regular expression goes on through white space.
  const { parseDiagnostics = [] } = after as { readonly parseDiagnostics?: readonly unknown[] };
  if (parseDiagnostics.length > 0) return false;
  const piece = replacedPiece(before, text);
  const between = findTrivia(ts, after, { start: piece.start, end: piece.endAfter });
  if (!between) return false;
  const { start } = between;
  const end = between.end + before.length - text.length;
  const [old, now] = [before.slice(start, end), text.slice(start, between.end)];
  // The token before ends there in both texts.
  if (start > 0 && !(/^\s/u.test(old) && /^\s/u.test(now))) return false;
  if (readByTools.test(old) || readByTools.test(now)) return false;
  const [breaksBefore, breaks] = [countLineBreaks(old), countLineBreaks(now)];
  // Directive comments name lines.
  if (breaksBefore !== breaks && text.includes("eslint-")) return false;
  return breaksBefore > 0 === breaks > 0 && endOfTrivia(ts, before, start) === end;
}

/** @returns the white space and comments between two tokens in which a range lies, if it does. */
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
  // Between the children of a node there is only punctuation.
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, undefined, file.text, undefined, from);
  for (let before = from; before <= start; before = scanner.getTokenEnd()) {
    const kind = scanner.scan();
    const token = scanner.getTokenStart();
    if (end <= token) return { start: before, end: token };
    if (kind === ts.SyntaxKind.EndOfFileToken) return undefined;
  }
  return undefined;
}

/** @returns where the first token from a place on begins. */
function endOfTrivia(ts: typeof TS, text: string, start: number): number {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, undefined, text, undefined, start);
  scanner.scan();
  return scanner.getTokenStart();
}

function countLineBreaks(text: string): number {
  return text.match(/\r\n?|[\n\u2028\u2029]/gu)?.length ?? 0;
}
