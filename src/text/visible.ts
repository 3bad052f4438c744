/** Characters that a terminal, a log or an editor obeys instead of showing them: controls, line breaks, and marks that turn the direction of the text. */
const obeyed = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** Build services read commands behind these, anywhere in a line. */
const command = /##(?=\w*\[)/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** @returns a text on one line, with what would be obeyed written out: `\u001b`. What a file says must not speak to the reader's machine. */
export function visible(text: string): string {
  return text.replace(obeyed, (character) => short[character] ?? escaped(character)).replace(command, "\\u0023#");
}

/** @returns the text with a visible character for each of these, so that it takes as many columns as units. */
export function visibleInPlace(text: string): string {
  return text.replace(obeyed, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\uFFFD";
  });
}

/** Colours, and control characters except line feeds. */
const ownOrObeyed =
  /\u001B\[[\d;]*m|[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * Makes the lines of a whole output safe to print, whatever they hold. Lines and colours stay. In JSON what is written out is an escape of the
 * same character.
 *
 * @param commands whether lines that begin with two colons are our own: build services take them for commands.
 */
export function visibleLines(text: string, { commands = false }: { readonly commands?: boolean } = {}): string {
  const safe = text
    .replace(ownOrObeyed, (found) => (found.length > 1 ? found : escaped(found)))
    .replace(command, "\\u0023#");
  return commands ? safe : safe.replace(/^(\s*):(?=:)/gmu, "$1\\u003a");
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
