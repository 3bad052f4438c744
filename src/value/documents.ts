import type { Range } from "../text/range";
import { readJson } from "./from-json";
import type { YamlDocument } from "./yaml-document";
import { readPiece, splitDocuments } from "./yaml-stream";

/**
 * Reads all documents of a text; JSON has one.
 *
 * @param comments receives the ranges of comments.
 */
export function readDocuments(
  text: string,
  language: "yaml" | "json",
  comments: Range[] = [],
): readonly YamlDocument[] {
  if (language === "json") return [readJson(text)];
  return [...splitDocuments(text)].flatMap((piece) => readPiece(text, piece, comments));
}
