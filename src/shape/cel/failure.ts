/**
 * Thrown if the evaluation of a rule fails in the service too. The message gives the reason: "`x` is no quantity". Other errors may be limits of this evaluator
 * and prove nothing.
 */
export class Failure extends Error {}

/** Longer texts are truncated. */
const mostLetters = 40;

/** @returns the failure for a text in a form that a function does not accept. */
export function noForm(text: string, form: string): Failure {
  const shown = text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
  return new Failure(text === "" ? `an empty text is no ${form}` : `\`${shown}\` is no ${form}`);
}

/** Reasons by code of the library's errors. Errors with other codes may be limits of the library. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["division_by_zero", "it divides by zero"],
  ["index_out_of_bounds", "it takes an element that the list does not have"],
  ["modulo_by_zero", "it divides by zero"],
  ["numeric_overflow", "a number does not fit into 64 bits"],
  ["optional_value_missing", "it takes a value that is not there"],
]);

/**
 * Interprets an error that ended an evaluation.
 *
 * @returns why the evaluation fails in the service too; `undefined` if that is not certain.
 */
export function explainFailure(error: unknown): string | undefined {
  if (error instanceof Failure) return error.message;
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const { code } = error;
  if (typeof code !== "string") return undefined;
  if (code !== "no_such_key") return reasons.get(code);
  const [, key] = /^No such key: ([^\n]{1,60})/u.exec(error.message) ?? [];
  return key === undefined ? undefined : `there is no \`${key}\``;
}
