/** Questions about data that somebody else may have written. */

type Data = Readonly<Record<string, unknown>>;

export function isObject(data: unknown): data is Data {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

export function isTable(data: unknown, isSuch: (each: unknown) => boolean): boolean {
  return isObject(data) && Object.values(data).every(isSuch);
}

export function isList(data: unknown, isSuch: (each: unknown) => boolean): boolean {
  return Array.isArray(data) && data.every(isSuch);
}

export function isText(data: unknown): data is string {
  return typeof data === "string";
}
