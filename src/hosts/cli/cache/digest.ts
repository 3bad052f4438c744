import { createHash } from "node:crypto";

/** @returns a digest of texts in their order. */
export function digest(parts: Iterable<string>): string {
  const hash = createHash("sha256");
  // The length separates a text from the next one.
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest("base64url");
}
