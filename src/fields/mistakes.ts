import type { Range } from "../text/range";
import type { Mistake, MistakeKind } from "./selection";
import { endOfSelector, type Token } from "./tokens";

/** The predecessor of a token: another token, the start of the text, or anything at all. */
type Before = Token | "start" | "anything";

/**
 * Finds the syntax errors of a text.
 *
 * Two checks suffice for this language: which token may follow which, and whether parentheses match. A hole may contain anything, so no error is reported
 * across one: a `)` may close a group opened in an earlier hole, and a later hole may close a `(`.
 *
 * @returns independent mistakes in text order, and the number of steps taken.
 */
export function findMistakes(
  text: string,
  tokens: readonly Token[],
): { readonly mistakes: readonly Mistake[]; readonly work: number } {
  const search = new Search(text, tokens);
  const work = search.run();
  search.mistakes.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  return { mistakes: search.mistakes, work };
}

/** One pass over a text. */
class Search {
  readonly mistakes: Mistake[] = [];
  readonly #opened: number[] = [];
  readonly #firstHole: number;
  readonly #lastHole: number;
  #before: Before = "start";
  #reported: Token | undefined;
  #escape: Range | undefined;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Token[],
  ) {
    this.#firstHole = tokens.findIndex(({ type }) => type === "hole");
    this.#lastHole = tokens.findLastIndex(({ type }) => type === "hole");
  }

  /** @returns the number of steps. */
  run(): number {
    if (this.tokens.length === 0) this.#report("emptyValue", { start: 0, end: this.text.length });
    let work = 0;
    for (let at = 0; at < this.tokens.length;) {
      const next = this.#look(at);
      work += next - at;
      at = next;
    }
    this.#end();
    return work;
  }

  /** @returns the index of the next token to check. */
  #look(at: number): number {
    const token = this.tokens[at];
    if (!token) return at + 1;
    const { type, range } = token;
    const before = this.#before;
    const followsGroup = before !== "start" && before !== "anything" && before.type === ")";
    if (type === "hole") this.#before = "anything";
    else if (followsGroup && type !== "," && type !== ")") {
      const end = endOfSelector(this.tokens, at);
      this.#report("textAfterGroup", { start: range.start, end: this.tokens[end - 1]?.range.end ?? range.end });
      return end;
    } else if (type === ")" && this.#opened.length === 0 && (this.#firstHole === -1 || at < this.#firstHole)) {
      this.#report("strayParenthesis", range);
      this.#before = "anything";
    } else this.#follow(at, token);
    return at + 1;
  }

  /** Checks a token against its predecessor. */
  #follow(at: number, token: Token): void {
    const mistake = findPairMistake(this.#before, token);
    if (mistake && mistake.token !== this.#reported) {
      this.#report(mistake.kind, mistake.range);
      this.#reported = mistake.token;
    }
    if (token.type === "name") {
      for (const each of mistakesOfName(this.text, token)) this.mistakes.push(each);
      this.#escape ??= findEscape(this.text, token);
    }
    if (token.type === "(") this.#opened.push(at);
    if (token.type === ")") this.#opened.pop();
    this.#before = token;
  }

  #end(): void {
    const before = this.#before;
    if (before !== "start" && before !== "anything" && before !== this.#reported) {
      if (before.type === ",") this.#report("emptySelector", before.range);
      if (before.type === "/") this.#report("straySlash", before.range);
    }
    // The whole value was encoded twice, so only its first escape is reported.
    if (this.#escape) this.#report("encodedTwice", this.#escape);
    for (const at of this.#opened) {
      const range = this.tokens[at]?.range;
      if (range && at > this.#lastHole) this.#report("unclosedGroup", range);
    }
  }

  #report(kind: MistakeKind, { start, end }: Range): void {
    this.mistakes.push({ kind, range: { start, end } });
  }
}

interface PairMistake extends Mistake {
  /** The wrong token. It is reported once, even if it conflicts with both neighbours. */
  readonly token: Token;
}

/** Tokens after which a comma lacks its selector. */
const emptyAfter: ReadonlySet<string> = new Set(["start", ",", "("]);

function findPairMistake(before: Before, token: Token): PairMistake | undefined {
  if (before === "anything" || token.type === "name" || token.type === "hole") return undefined;
  const left = before === "start" ? before : before.type;
  // A slash must be followed by a name.
  if (before !== "start" && left === "/" && token.type !== "/")
    return { kind: "straySlash", token: before, range: before.range };
  const here = { token, range: token.range };
  switch (token.type) {
    case ",":
      return emptyAfter.has(left) ? { kind: "emptySelector", ...here } : undefined;
    case "/":
      return left === "name" ? undefined : { kind: "straySlash", ...here };
    case "(":
      return left === "name" ? undefined : { kind: "groupWithoutField", ...here };
    case ")":
      return findClosingMistake(before, token);
  }
}

function findClosingMistake(before: Token | "start", token: Token): PairMistake | undefined {
  if (before === "start") return undefined;
  if (before.type === "(")
    return { kind: "emptyGroup", token, range: { start: before.range.start, end: token.range.end } };
  return before.type === "," ? { kind: "emptySelector", token: before, range: before.range } : undefined;
}

function mistakesOfName(text: string, { range }: Token): Mistake[] {
  const name = text.slice(range.start, range.end);
  const found: Mistake[] = [];
  if (name.includes("*") && name !== "*")
    found.push({ kind: "mixedWildcard", range: { start: range.start, end: range.end } });
  const bracket = /[\w$*]\s*([{[])/u.exec(name);
  if (bracket) {
    const end = range.start + bracket.index + bracket[0].length;
    found.push({ kind: "otherBrackets", range: { start: end - 1, end } });
  }
  return found;
}

function findEscape(text: string, { range }: Token): Range | undefined {
  const at = text.slice(range.start, range.end).search(/%[2-7][0-9a-f]/iu);
  return at === -1 ? undefined : { start: range.start + at, end: range.start + at + 3 };
}
