/** Characters that take two columns of a terminal. */

const wide =
  /\p{Extended_Pictographic}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303F\uFF01-\uFF60]/u;

function widthOf(character: string): number {
  return /\p{Mark}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
}

/** @returns the number of terminal columns that a text takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}

/**
 * Cuts a window out of a line, with an ellipsis in place of the first or last character where text is cut off.
 *
 * @param from the first column of the window.
 * @returns at most `width` columns of text.
 */
export function sliceColumns(line: string, from: number, width: number): string {
  if (from === 0 && displayWidth(line) <= width) return line;
  let column = 0;
  let slice = "";
  for (const character of line) {
    const [start, end] = [column, column + widthOf(character)];
    column = end;
    if (end <= from || start >= from + width) continue;
    // If the window cuts a wide character, blanks take its place.
    const isCut = start < from || end > from + width;
    slice += isCut ? " ".repeat(Math.min(end, from + width) - Math.max(start, from)) : character;
  }
  const start = from > 0 ? `…${dropColumn(slice)}` : slice;
  return column > from + width ? `${dropLastColumn(start)}…` : start;
}

function dropColumn(text: string): string {
  const [first = "", ...rest] = Array.from(text);
  return " ".repeat(Math.max(0, widthOf(first) - 1)) + rest.join("").replace(/^\p{Mark}+/u, "");
}

function dropLastColumn(text: string): string {
  const characters = Array.from(text);
  let last = characters.pop() ?? "";
  while (/\p{Mark}/u.test(last)) last = characters.pop() ?? "";
  return characters.join("") + " ".repeat(Math.max(0, widthOf(last) - 1));
}

/**
 * Breaks a text between words into lines of at most `width` columns; a longer word has a line of its own.
 *
 * @param width `undefined`: one line.
 */
export function wrapWords(text: string, width: number | undefined): readonly string[] {
  if (width === undefined || displayWidth(text) <= width) return [text];
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && displayWidth(last) + 1 + displayWidth(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The least width: in fewer columns nothing readable would be left, so the terminal breaks the lines. */
const narrowest = 20;

/** @returns the columns of a terminal, or those of `COLUMNS`; `undefined` if lines have no limit. */
export function terminalWidth(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  environment: NodeJS.ProcessEnv = process.env,
): number | undefined {
  const told = /^\d+$/u.test(environment.COLUMNS ?? "") ? Number(environment.COLUMNS) : undefined;
  const width = stream.isTTY === true && stream.columns ? stream.columns : told;
  return width ? Math.max(narrowest, width) : undefined;
}
