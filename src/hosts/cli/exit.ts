/**
 * The program's exit statuses. The greatest one wins: a run that could not check everything cannot claim that all is
 * well.
 */
export const exitStatus = { clean: 0, errors: 1, couldNotCheck: 2 } as const;

export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** Wrong use of the program. The message is printed without a stack trace, and the program exits with 2. */
export class UsageError extends Error {}
