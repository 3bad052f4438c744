import { LineTable, type LineBreaks } from "../../src/text/lines";
import type { Range } from "../../src/text/range";

export interface ExpectedFinding {
  readonly messageId: string;
  readonly range: Range;
}

export interface Marked {
  /** Without the marker lines. */
  readonly text: string;
  readonly expected: readonly ExpectedFinding[];
  /** The reference service's response: see `Fixture`. */
  readonly answer: string | undefined;
}

const under = /^[^\S\r\n]*(?:\/\/|#)[^\S\r\n]*(~+)(?:>[^\S\r\n]+(\d+):(\d+))?[^\S\r\n]+(\w+)[^\S\r\n]*(?:\r?\n|$)/u;
const explicit =
  /^[^\S\r\n]*(?:\/\/|#)[^\S\r\n]*@[^\S\r\n]+(\d+):(\d+)-(\d+):(\d+)[^\S\r\n]+(\w+)[^\S\r\n]*(?:\r?\n|$)/u;

const answered = /^[^\S\r\n]*(?:\/\/|#)[^\S\r\n]*answer:[^\S\r\n]*(.*?)[^\S\r\n]*(?:\r?\n|$)/u;

/**
 * Removes the marker lines from a fixture.
 *
 * `//   ~~~~ messageId` marks the text above the tildes; `//   ~~~~> L:C messageId` a range that ends on a later line;
 * `// @ L:C-L:C messageId` any other range (at the start of a line, or empty). Positions are 1-based and count lines of
 * the text without markers. `// answer: …` is the reference service's response. `#` may replace `//`.
 */
export function readMarkers(source: string, breaks: LineBreaks): Marked {
  let text = "";
  let lineStart = 0;
  let answer: string | undefined;
  const found: { messageId: string; start: number; length: number; end?: [number, number]; from?: [number, number] }[] =
    [];
  for (const line of source.match(/[^\n]*\n|[^\n]+$/gu) ?? []) {
    const tildes = under.exec(line);
    const places = explicit.exec(line);
    const said = answered.exec(line);
    if (said) {
      answer = said[1];
    } else if (tildes) {
      const [, run = "", endLine, endColumn, messageId = ""] = tildes;
      const marker = { messageId, start: lineStart + line.indexOf("~"), length: run.length };
      found.push(endLine === undefined ? marker : { ...marker, end: [Number(endLine), Number(endColumn)] });
    } else if (places) {
      const [, line1, column1, line2, column2, messageId = ""] = places;
      found.push({
        messageId,
        start: 0,
        length: 0,
        from: [Number(line1), Number(column1)],
        end: [Number(line2), Number(column2)],
      });
    } else {
      lineStart = text.length;
      text += line;
    }
  }
  const lines = new LineTable(text, breaks);
  const offset = ([line, column]: [number, number]): number => lines.offsetAt({ line, column });
  const expected = found.map(({ messageId, start, length, from, end }) => {
    const first = from ? offset(from) : start;
    return { messageId, range: { start: first, end: end ? offset(end) : first + length } };
  });
  return { text, expected, answer };
}
