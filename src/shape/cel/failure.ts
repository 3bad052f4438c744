/**
 * Says that the evaluation of a rule fails in the service too, and why, in words about a value: "`x` is no quantity". All other errors may come of
 * what is not known here, and say nothing.
 */
export class Failure extends Error {}

/** Longer texts are cut. */
const mostLetters = 40;

/** @returns the failure of a text that does not have the form which a function wants. */
export function noForm(text: string, form: string): Failure {
  const shown = text.length > mostLetters ? `${text.slice(0, mostLetters)}…` : text;
  return new Failure(text === "" ? `an empty text is no ${form}` : `\`${shown}\` is no ${form}`);
}

/** What the library's own errors say of a value, by their codes. Other codes may come of what it does not know. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["division_by_zero", "it divides by zero"],
  ["index_out_of_bounds", "it takes an element that the list does not have"],
  ["modulo_by_zero", "it divides by zero"],
  ["numeric_overflow", "a number does not fit into 64 bits"],
  ["optional_value_missing", "it takes a value that is not there"],
]);

/**
 * Reads an error that ended an evaluation.
 *
 * @returns why the service's evaluation fails as well; `undefined` where that is not certain.
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
