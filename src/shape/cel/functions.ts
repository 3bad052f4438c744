/** Functions of the language by signature: `string.find(string): string`. The receiver is the first parameter. */
export type Functions = Readonly<Record<string, (...values: never[]) => unknown>>;
