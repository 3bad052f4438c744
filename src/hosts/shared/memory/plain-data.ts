import { isObject } from "../../../value/plain-object";

/** Checks of data that another program may have written. */

export function isTable(data: unknown, isSuch: (each: unknown) => boolean): boolean {
  return isObject(data) && Object.values(data).every(isSuch);
}

export function isList(data: unknown, isSuch: (each: unknown) => boolean): boolean {
  return Array.isArray(data) && data.every(isSuch);
}

export function isNumber(data: unknown): data is number {
  return typeof data === "number";
}

export function isText(data: unknown): data is string {
  return typeof data === "string";
}
