/**
 * Asks TypeScript's checker a question that may fail: on a tree that is being edited, or on an unbound tree, which belongs to another program.
 *
 * @returns the answer; undefined if the checker fails.
 * @throws RangeError if the stack overflows. That says nothing about the type: from a shallower stack the question may succeed, so no answer is remembered.
 */
export function answerOf<T>(question: () => T): T | undefined {
  try {
    return question();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}
