/** A part of a sentence: words, or code between backticks. */
export interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

/** Splits a sentence at its backticks, for output that formats code in its own way. */
export function splitCode(sentence: string): readonly Piece[] {
  return sentence
    .split("`")
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** @returns a sentence without backticks, for plain text. */
export function plainText(sentence: string): string {
  return sentence.replaceAll("`", "");
}
