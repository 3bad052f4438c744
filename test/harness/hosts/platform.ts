/**
 * Declares the parts of the platform that sample code uses. A sample with `lib: ["es2022"]` needs them in a declaration
 * file, because loading those of the DOM takes hosts half a second each time.
 */
export const platformTypes =
  "declare function fetch(url: string, options?: object): Promise<{ json(): Promise<unknown> }>;\n";
