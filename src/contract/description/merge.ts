import type { Description } from "./endpoint";

/** Joins the descriptions of several contract files; `undefined` where there is none. */
export function mergeDescriptions(descriptions: readonly Description[]): Description | undefined {
  const [first] = descriptions;
  if (first === undefined || descriptions.length === 1) return first;
  return {
    endpoints: descriptions.flatMap(({ endpoints }) => endpoints),
    // What one of the services has not must not be asked of its requests.
    conventions: new Set(
      [...first.conventions].filter((convention) =>
        descriptions.every(({ conventions }) => conventions.has(convention)),
      ),
    ),
    servers: [...new Set(descriptions.flatMap(({ servers }) => servers))],
  };
}
