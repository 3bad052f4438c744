/** Functions of the language by their signatures: `string.find(string): string`. A receiver is the first parameter. */
export type Functions = Readonly<Record<string, (...values: never[]) => unknown>>;
