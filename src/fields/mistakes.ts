import type { Range } from "../text/range";
import type { Mistake, MistakeKind } from "./selection";
import { endOfSelector, type Token } from "./tokens";

/** What stands before a token: another one, the text's beginning, or something after which anything may follow. */
type Before = Token | "start" | "anything";

/**
 * Finds what is wrong with a text.
 *
 * The language needs no more than two looks: which token may follow which, and whether the parentheses match. A hole may hold anything, so
 * nothing is wrong across one; a `)` may close what an earlier hole opened, a `(` be closed in a later one.
 *
 * @returns the mistakes in order of place, none following from another, and the number of steps that it took.
 */
export function findMistakes(
  text: string,
  tokens: readonly Token[],
): { readonly mistakes: readonly Mistake[]; readonly work: number } {
  const mistakes: Mistake[] = [];
  const report = (kind: MistakeKind, start: number, end: number): number =>
    mistakes.push({ kind, range: { start, end } });
  if (tokens.length === 0) report("emptyValue", 0, text.length);
  const firstHole = tokens.findIndex(({ type }) => type === "hole");
  const lastHole = tokens.findLastIndex(({ type }) => type === "hole");
  const opened: number[] = [];
  let before: Before = "start";
  let reported: Token | undefined;
  let escape: Range | undefined;
  let work = 0;

  for (let at = 0; at < tokens.length; at += 1) {
    work += 1;
    const token = tokens[at];
    if (!token) break;
    const { type, range } = token;
    const followsGroup = before !== "start" && before !== "anything" && before.type === ")";
    if (type === "hole") before = "anything";
    else if (followsGroup && type !== "," && type !== ")") {
      const end = endOfSelector(tokens, at);
      work += end - at;
      report("textAfterGroup", range.start, tokens[end - 1]?.range.end ?? range.end);
      at = end - 1;
    } else if (type === ")" && opened.length === 0 && (firstHole === -1 || at < firstHole)) {
      report("strayParenthesis", range.start, range.end);
      before = "anything";
    } else {
      const mistake = findPairMistake(before, token);
      if (mistake && mistake.token !== reported) {
        const { start, end } = mistake.range;
        report(mistake.kind, start, end);
        reported = mistake.token;
      }
      if (type === "name") {
        reportName(text, token, report);
        escape ??= findEscape(text, token);
      }
      if (type === "(") opened.push(at);
      if (type === ")") opened.pop();
      before = token;
    }
  }
  if (before !== "start" && before !== "anything" && before !== reported) {
    if (before.type === ",") report("emptySelector", before.range.start, before.range.end);
    if (before.type === "/") report("straySlash", before.range.start, before.range.end);
  }
  // The value as a whole was encoded twice: its first escape stands for all.
  if (escape) report("encodedTwice", escape.start, escape.end);
  for (const at of opened) {
    const range = tokens[at]?.range;
    if (range && at > lastHole) report("unclosedGroup", range.start, range.end);
  }
  mistakes.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return { mistakes, work };
}

interface PairMistake extends Mistake {
  /** The mistaken token. It is reported once, although it may clash with both its neighbours. */
  readonly token: Token;
}

function findPairMistake(before: Before, token: Token): PairMistake | undefined {
  if (before === "anything") return undefined;
  const left = before === "start" ? before : before.type;
  const here = { token, range: token.range };
  switch (token.type) {
    case "name":
    case "hole":
      return undefined;
    case ",":
      if (before !== "start" && left === "/") return { kind: "straySlash", token: before, range: before.range };
      return left === "start" || left === "," || left === "(" ? { kind: "emptySelector", ...here } : undefined;
    case "/":
      return left === "name" ? undefined : { kind: "straySlash", ...here };
    case "(":
      if (before !== "start" && left === "/") return { kind: "straySlash", token: before, range: before.range };
      return left === "name" ? undefined : { kind: "groupWithoutField", ...here };
    case ")":
      if (before === "start") return undefined;
      if (left === "(")
        return { kind: "emptyGroup", token, range: { start: before.range.start, end: token.range.end } };
      if (left === "/") return { kind: "straySlash", token: before, range: before.range };
      return left === "," ? { kind: "emptySelector", token: before, range: before.range } : undefined;
  }
}

function reportName(
  text: string,
  { range }: Token,
  report: (kind: MistakeKind, start: number, end: number) => void,
): void {
  const name = text.slice(range.start, range.end);
  if (name.includes("*") && name !== "*") report("mixedWildcard", range.start, range.end);
  const bracket = /[\w$*]\s*([{[])/u.exec(name);
  if (bracket)
    report(
      "otherBrackets",
      range.start + bracket.index + bracket[0].length - 1,
      range.start + bracket.index + bracket[0].length,
    );
}

function findEscape(text: string, { range }: Token): Range | undefined {
  const at = text.slice(range.start, range.end).search(/%[2-7][0-9a-f]/iu);
  return at === -1 ? undefined : { start: range.start + at, end: range.start + at + 3 };
}
