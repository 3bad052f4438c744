import type { Range } from "../text/range";

/** A token of a `fields` text. A name's range excludes the surrounding white space, which the service ignores. */
export interface Token {
  readonly type: "name" | "," | "/" | "(" | ")" | "hole";
  readonly range: Range;
}

/** A `fields` text with holes at unknown parts. */
export interface FieldsText {
  readonly text: string;
  /** Ascending positions of the units in `text` that represent an unknown, possibly empty string. */
  readonly holes: readonly number[];
}

const delimiter = /[,/()]/u;

/** Splits any text into names, delimiters and holes, in linear time. Only white space is between tokens. */
export function tokenise({ text, holes }: FieldsText): readonly Token[] {
  const tokens: Token[] = [];
  let start = 0;
  let nextHole = 0;
  const endName = (end: number): void => {
    let first = start;
    let last = end;
    while (first < last && isSpace(text, first)) first += 1;
    while (last > first && isSpace(text, last - 1)) last -= 1;
    if (first < last) tokens.push({ type: "name", range: { start: first, end: last } });
    start = end + 1;
  };
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at);
    const isHole = holes[nextHole] === at;
    if (!isHole && !delimiter.test(unit)) continue;
    endName(at);
    if (isHole) nextHole += 1;
    tokens.push({ type: isHole ? "hole" : (unit as Token["type"]), range: { start: at, end: at + 1 } });
  }
  endName(text.length);
  return tokens;
}

function isSpace(text: string, at: number): boolean {
  return /\s/u.test(text.charAt(at));
}

/** @returns the index of the next comma, closing parenthesis or hole outside of groups that open after `from`. */
export function endOfSelector(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const type = tokens[at]?.type;
    if (type === "hole" || (depth === 0 && (type === "," || type === ")"))) return at;
    if (type === "(") depth += 1;
    if (type === ")") depth -= 1;
  }
  return tokens.length;
}
