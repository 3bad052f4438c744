/** How an application is made: how many files it has, one of how many calls, the files that all have in common, and the text of a file that calls. */
export interface Form {
  readonly files: number;
  readonly calls: number;
  readonly common: Readonly<Record<string, string>>;
  readonly caller: (index: number) => string;
}
export const forms: Readonly<Record<"hooks" | "classes" | "stores", Form>>;
/** Writes an application, if it is not there. @returns its folder. */
export function writeApplication(folder: string, form: Form): string;
