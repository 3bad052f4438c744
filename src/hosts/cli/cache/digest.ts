import { createHash } from "node:crypto";

/** @returns a text of fixed length that stands for some texts in their order. */
export function digest(parts: Iterable<string>): string {
  const hash = createHash("sha256");
  // The length tells where one ends and the next begins.
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest("base64url");
}
