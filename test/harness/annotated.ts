/** A call, and the expectations below it. */
export interface Expectation {
  readonly line: number;
  readonly fully: boolean;
  readonly text: string;
}

/**
 * @returns the expectations in the comments below the calls of a file in fixtures/clients, in the notation of its
 * README.
 */
export function expectationsOf(text: string): Expectation[] {
  return text.split("\n").flatMap((line, index) => {
    const match = /^\s*\/\/ ([=~])> (.*)$/.exec(line);
    return match ? [{ line: index + 1, fully: match[1] === "=", text: match[2] ?? "" }] : [];
  });
}
