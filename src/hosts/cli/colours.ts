import { styleText } from "node:util";

export type Style = Parameters<typeof styleText>[0];

/** Colours a text, or returns it unchanged. */
export type Paint = (style: Style, text: string) => string;

/**
 * Whether to write colours to a stream. `FORCE_COLOR` and `NO_COLOR` decide, otherwise whether it is a terminal.
 *
 * @param asked the value of `--color` or `--no-color`, which overrides all else.
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

/** @returns a function that colours text, or one that does not. */
export function painter(colours: boolean): Paint {
  // `wantsColours` has decided for the actual stream; styleText would ask standard output.
  return colours ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
}
