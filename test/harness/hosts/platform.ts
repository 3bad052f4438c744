/**
 * Declares what sample code uses of the platform. A sample whose `lib` is `["es2022"]` needs it as a file of declarations: hosts read it at
 * once, and half a second is spent on those of the DOM each time.
 */
export const platformTypes =
  "declare function fetch(url: string, options?: object): Promise<{ json(): Promise<unknown> }>;\n";
