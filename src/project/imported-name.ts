import type TS from "typescript";

/** @returns the name to which imports of a file resolve: `Card.vue` for its script `Card.vue.ts`. */
export function importedName({ fileName }: TS.SourceFile): string {
  return /^(.+\.(?:vue|svelte))\.\w+$/u.exec(fileName)?.[1] ?? fileName;
}
