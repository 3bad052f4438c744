/** A piece of a sentence: words, or code that the sentence puts between backticks. */
export interface Piece {
  readonly text: string;
  readonly isCode: boolean;
}

/** Splits a sentence at its backticks, for those who show code in another way. */
export function splitCode(sentence: string): readonly Piece[] {
  return sentence
    .split("`")
    .map((text, index) => ({ text, isCode: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** @returns a sentence without its backticks, for those who show plain text. */
export function plainText(sentence: string): string {
  return sentence.replaceAll("`", "");
}
