import { join } from "node:path";
import { readRegularText } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";

/** Limit in bytes; larger source maps are ignored. */
const sizeLimit = 4 * 1024 * 1024;

/** @returns the sources of a source map, relative to its folder; none if it cannot be read. */
export function readSources(map: string): readonly string[] {
  try {
    const { text } = stripByteOrderMark(readRegularText(map, sizeLimit));
    const content = JSON.parse(text) as { sources?: unknown; sourceRoot?: unknown } | null;
    const root = typeof content?.sourceRoot === "string" ? content.sourceRoot : "";
    const sources = Array.isArray(content?.sources) ? (content.sources as unknown[]) : [];
    return sources.every((source) => typeof source === "string") ? sources.map((source) => join(root, source)) : [];
  } catch {
    return [];
  }
}
