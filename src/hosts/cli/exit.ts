/**
 * What the program's exit status says. A greater one wins: whoever could not look has not seen that all is well.
 */
export const exitStatus = { clean: 0, errors: 1, couldNotCheck: 2 } as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** A mistake of the caller's: the message is printed without a stack and the program exits with 2. */
export class UsageError extends Error {}
