/**
 * Asks TypeScript's checker something that it may fail at: on a tree that is being edited, and on one that is not of its program, which nobody has bound.
 *
 * @returns its answer; `undefined` where it fails.
 * @throws RangeError where the stack runs out. That says nothing about the type: who is less deep may ask the same again, so that
 *   no answer is remembered.
 */
export function answerOf<T>(question: () => T): T | undefined {
  try {
    return question();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}
