import type { Case } from "./cases";

const info = { title: "Planted", version: "1" };

/** @returns the description of one version of all cases, or of one alone; each has a path of its own. */
export function describeCases(all: readonly Case[], version: "older" | "newer"): Readonly<Record<string, unknown>> {
  const paths = Object.fromEntries(
    all.flatMap((each, index) => (each[version] ? [[pathOf(index), each[version]] as const] : [])),
  );
  return {
    openapi: "3.0.3",
    info,
    servers: [{ url: "https://api.example.com" }],
    paths,
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  };
}

/** @returns the path of a case by its place in the list. */
export function pathOf(index: number): string {
  return `/case${index}`;
}
