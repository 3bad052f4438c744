/** How a client returns the body of a response. */
export interface Answer {
  /** Alternative chains of members to the body; a method ends in `()`. */
  readonly ways: readonly (readonly string[])[];
  /** Set if the client does not throw on failures, so that the same chains may lead to the body of a failure. */
  readonly failures?: true;
}

/** The `Response` of the fetch standard. */
export const jsonMethod: Answer = { ways: [["json()"]], failures: true };

/** A response object with the parsed body as a member. */
export const dataMember: Answer = { ways: [["data"]] };
