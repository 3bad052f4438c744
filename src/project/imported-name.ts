import type TS from "typescript";

/** @returns the name that imports of a file resolve to: a component's name with a script's ending. */
export function importedName({ fileName }: TS.SourceFile): string {
  return /^(.+\.(?:vue|svelte))\.\w+$/u.exec(fileName)?.[1] ?? fileName;
}
