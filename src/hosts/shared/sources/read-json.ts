import { mostBytes, readRegularText } from "../../../files/read";

/** @returns what a JSON file holds; `undefined` where it cannot be read. Never throws. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readRegularText(path, mostBytes.settings));
  } catch {
    return undefined;
  }
}
