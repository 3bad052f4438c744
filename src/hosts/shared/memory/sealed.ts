import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { afterLinks } from "../../../files/paths";
import { readRegularText } from "../../../files/read";
import { replaceFile } from "../../../files/replace";

/**
 * @returns the first line of a file, which identifies the version that wrote it and proves that the rest is complete.
 */
function sealOf(version: string, body: string): string {
  const by = createHash("sha1").update(version).digest("base64url");
  return `${by} ${createHash("sha1").update(`${version}\n`).update(body).digest("base64url")}`;
}

/**
 * @param version of the program that reads the file, and of all else that decides its content.
 * @returns the body written by {@link writeSealed} under this version, or `undefined` if another version has written
 * it.
 * @throws if the file has been changed since, or cannot be read.
 */
export function readSealed(path: string, version: string, largest: number): string | undefined {
  const text = readRegularText(path, largest);
  const end = text.indexOf("\n");
  const [seal, body] = [text.slice(0, end), text.slice(end + 1)];
  const own = sealOf(version, body);
  if (seal === own) return body;
  const [by = "", ...rest] = seal.split(" ");
  if (/^[\w-]{27}$/u.test(by) && rest.length === 1 && !own.startsWith(`${by} `)) return undefined;
  throw new Error("it is damaged");
}

/**
 * Writes a file in one step. A link that leads elsewhere is not followed.
 *
 * @throws if the file cannot be written.
 */
export function writeSealed(path: string, version: string, body: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  replaceFile({ path, text: `${sealOf(version, body)}\n${body}`, within: [afterLinks(folder)] });
}
