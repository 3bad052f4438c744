/** How a client returns the body of an answer. */
export interface Answer {
  /** Chains of members, methods with `()`; each of these ways leads to the body. */
  readonly ways: readonly (readonly string[])[];
  /** The same ways lead to the body of a failure, for which the client does not throw. */
  readonly failures?: true;
}

/** The `Response` of the fetch standard. */
export const jsonMethod: Answer = { ways: [["json()"]], failures: true };

/** A response object with the parsed body in it. */
export const dataMember: Answer = { ways: [["data"]] };
