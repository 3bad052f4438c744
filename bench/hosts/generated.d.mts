/**
 * The form of a generated application: the number of files, of which one in `calls` calls a client; the common files;
 * and the text of a caller.
 */
export interface Form {
  readonly files: number;
  readonly calls: number;
  readonly common: Readonly<Record<string, string>>;
  readonly caller: (index: number) => string;
}
export const forms: Readonly<Record<"hooks" | "classes" | "stores", Form>>;
/** Writes an application unless it exists. @returns its folder. */
export function writeApplication(folder: string, form: Form): string;
