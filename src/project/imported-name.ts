import type TS from "typescript";

/** @returns the name by which others import a file: the scripts of a component have its name with a script's ending. */
export function importedName({ fileName }: TS.SourceFile): string {
  return /^(.+\.(?:vue|svelte))\.\w+$/u.exec(fileName)?.[1] ?? fileName;
}
