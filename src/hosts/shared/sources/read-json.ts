import { mostBytes, readRegularText } from "../../../files/read";

/** @returns the content of a JSON file, or `undefined` if it cannot be read. Never throws. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readRegularText(path, mostBytes.settings));
  } catch {
    return undefined;
  }
}
