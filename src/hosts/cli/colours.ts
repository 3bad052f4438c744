import { styleText } from "node:util";

export type Style = Parameters<typeof styleText>[0];

/** Colours a piece of text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

/**
 * Whether a stream takes colours: `FORCE_COLOR` and `NO_COLOR` decide, else whether it is a terminal.
 *
 * @param asked by `--color` or `--no-color`, which decide before all else.
 */
export function wantsColours(
  stream: { readonly isTTY?: boolean },
  asked?: boolean,
  environment: NodeJS.ProcessEnv = process.env,
): boolean {
  if (asked !== undefined) return asked;
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: terminal } = environment;
  if (force !== undefined && force !== "") return force !== "0" && force !== "false";
  if (no !== undefined && no !== "") return false;
  return stream.isTTY === true && terminal !== "dumb";
}

/** @returns the function with which a text is coloured, or not. */
export function painter(colours: boolean): Paint {
  // Whether to colour is decided above, for a stream that may not be the one that styleText would ask.
  return colours ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}
