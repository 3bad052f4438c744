import { isUtf8 } from "node:buffer";
import { mostBytes, readRegularFile, readRegularText, UnfitFileError } from "../../../files/read";
import { stripByteOrderMark } from "../../../text/lines";

/**
 * Looks at the bytes of a file that is no UTF-8, as far as letters of the basic kind go.
 *
 * @returns whether they fit the pattern; true where the file cannot be read at all.
 */
export function mayHold(path: string, pattern: RegExp): boolean {
  try {
    return pattern.test(readRegularFile(path, mostBytes.manifest).toString("latin1").replaceAll("\0", ""));
  } catch {
    return true;
  }
}

/** A file's text as the analysis takes it, and what has to be put back when it is written. */
export interface SourceText {
  readonly text: string;
  readonly marked: boolean;
}

/** A file that holds no text, or cannot be read; the message says which. */
export class UnreadableError extends UnfitFileError {}

/** The bytes are there, but are no UTF-8. */
export class EncodingError extends UnreadableError {}

/**
 * Reads a regular file as UTF-8.
 *
 * @param most how many bytes it may have.
 * @throws UnreadableError when it cannot be opened, is too large, or is binary.
 */
export function readText(path: string, most: number): SourceText {
  try {
    const text = readRegularText(path, most);
    // The replacement character stands for bytes that are no UTF-8, or for itself: only the bytes tell. One call that gives text is much
    // faster than bytes that are decoded here.
    return /[\0\ufffd]/u.test(text) ? decodeText(readRegularFile(path, most)) : stripByteOrderMark(text);
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError(systemMessage(error));
  }
}

/** @throws EncodingError when the bytes are not UTF-8 text. */
export function decodeText(bytes: Buffer): SourceText {
  if (bytes.includes(0) && hasUtf16Mark(bytes)) throw new EncodingError("is UTF-16; save it as UTF-8");
  if (isBinary(bytes)) throw new EncodingError("is a binary file");
  if (!isUtf8(bytes)) throw new EncodingError("is not UTF-8 text");
  return stripByteOrderMark(bytes.toString("utf8"));
}

/** A text may hold a NUL here and there, as a separator within a string; more of them are bytes. */
function isBinary(bytes: Buffer): boolean {
  if (!bytes.includes(0)) return false;
  let count = 0;
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) count += 1;
  return !isUtf8(bytes) || count * lettersOfNul > bytes.length;
}

/** Letters of a text for each NUL in it, at least. */
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

/** @returns a system error in words. */
export function systemMessage(error: unknown): string {
  if (error instanceof UnfitFileError) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return explanations[code] ?? `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}
