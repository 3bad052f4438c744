/**
 * Characters that control a terminal, log or editor instead of being shown: control characters, line breaks, and marks
 * for text direction.
 */
const obeyed = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** Matches the prefix of commands that CI services recognise anywhere in a line. */
const command = /##(?=\w*\[)/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * @returns a text on one line, with control characters escaped (`\u001b`), so that a file's content cannot control the
 * reader's terminal.
 */
export function visible(text: string): string {
  return text.replace(obeyed, (character) => short[character] ?? escaped(character)).replace(command, "\\u0023#");
}

/**
 * @returns the text with control characters replaced by visible ones of the same length, so that columns stay aligned.
 */
export function visibleInPlace(text: string): string {
  return text.replace(obeyed, (character) => {
    const code = character.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : "\uFFFD";
  });
}

/** Matches colour sequences, and control characters except line feeds. */
const ownOrObeyed =
  /\u001B\[[\d;]*m|[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/**
 * Escapes control characters in a whole output; line breaks and colours are kept. In JSON the escapes denote the same
 * characters.
 *
 * @param commands whether lines that begin with two colons are our own commands to a CI service; otherwise they are
 * escaped.
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
