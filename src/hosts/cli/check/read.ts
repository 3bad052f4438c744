import { isUtf8 } from "node:buffer";
import { mostBytes, readRegularFile, readRegularText, UnfitFileError } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";

/**
 * Searches the bytes of a file that is not UTF-8 for a pattern of ASCII letters.
 *
 * @returns whether the pattern matches; true if the file cannot be read.
 */
export function mayHold(path: string, pattern: RegExp): boolean {
  try {
    return pattern.test(readRegularFile(path, mostBytes.manifest).toString("latin1").replaceAll("\0", ""));
  } catch {
    return true;
  }
}

/** A file's text without its byte-order mark, and whether it had one, so that writing can restore it. */
export interface SourceText {
  readonly text: string;
  readonly marked: boolean;
}

/** A file that is not text or cannot be read; the message says which. */
export class UnreadableError extends UnfitFileError {}

/** The file can be read but is not UTF-8. */
export class EncodingError extends UnreadableError {}

/**
 * Reads a regular file as UTF-8.
 *
 * @param most limit of its size in bytes.
 * @throws UnreadableError if it cannot be opened, is too large, or is binary.
 */
export function readText(path: string, most: number): SourceText {
  try {
    const text = readRegularText(path, most);
    // U+FFFD is either in the file or stands for bytes that are not UTF-8; only the bytes tell. They are read only
    // then, because one call that returns text is much faster than decoding bytes here.
    return /[\0\ufffd]/u.test(text) ? decodeText(readRegularFile(path, most)) : stripByteOrderMark(text);
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError(systemMessage(error));
  }
}

/** @throws EncodingError if the bytes are not UTF-8 text. */
export function decodeText(bytes: Buffer): SourceText {
  if (bytes.includes(0) && hasUtf16Mark(bytes)) throw new EncodingError("is UTF-16; save it as UTF-8");
  if (isBinary(bytes)) throw new EncodingError("is a binary file");
  if (!isUtf8(bytes)) throw new EncodingError("is not UTF-8 text");
  return stripByteOrderMark(bytes.toString("utf8"));
}

/** A text may contain a few NULs, for example as separators in strings; more of them mean binary data. */
function isBinary(bytes: Buffer): boolean {
  if (!bytes.includes(0)) return false;
  let count = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) count += 1;
  return !isUtf8(bytes) || count * lettersOfNul > bytes.length;
}

/** Minimum number of bytes for each NUL in a text. */
const lettersOfNul = 50;

function hasUtf16Mark(bytes: Buffer): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

const explanations: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  EACCES: "cannot be read: permission denied",
  EPERM: "cannot be read: operation not permitted",
  EISDIR: "is a folder",
  ELOOP: "cannot be read: too many symbolic links",
};

/** @returns the message for an error of the file system. */
export function systemMessage(error: unknown): string {
  if (error instanceof UnfitFileError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return explanations[code] ?? `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
