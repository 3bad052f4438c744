/**
 * @returns the text between two source offsets with its escapes resolved, and the source offset of each code unit and of the end. Without escapes, there are no
 *   offsets.
 */
export function readEscapes(
  source: string,
  start: number,
  end: number,
  template: boolean,
): { readonly text: string; readonly offsets?: number[] } {
  const raw = source.slice(start, end);
  if (!raw.includes("\\") && !(template && raw.includes("\r"))) return { text: raw };
  let text = "";
  const offsets: number[] = [];
  let at = start;
  const emit = (units: string, from: number): void => {
    offsets.push(...Array.from({ length: units.length }, () => from));
    text += units;
  };
  while (at < end) {
    const unit = source.charAt(at);
    if (unit === "\r" && template) {
      emit("\n", at);
      at += source.charAt(at + 1) === "\n" && at + 1 < end ? 2 : 1;
    } else if (unit !== "\\") {
      emit(unit, at);
      at += 1;
    } else {
      const escape = readEscape(source, at);
      emit(escape.text, at);
      at += escape.length;
    }
  }
  offsets.push(end);
  return { text, offsets };
}

const simpleEscapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v" };

function readEscape(source: string, at: number): { readonly text: string; readonly length: number } {
  const next = source.charAt(at + 1);
  const rest = source.slice(at + 1, at + 12);
  const simple = simpleEscapes[next];
  if (simple !== undefined) return { text: simple, length: 2 };
  const line = /^(?:\r\n|[\n\r\u2028\u2029])/u.exec(rest);
  if (line) return { text: "", length: 1 + line[0].length };
  const code = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})/iu.exec(rest);
  const digits = code?.[1] ?? code?.[2] ?? code?.[3];
  if (code && digits) {
    const point = parseInt(digits, 16);
    if (point <= 0x10ffff) return { text: String.fromCodePoint(point), length: 1 + code[0].length };
  }
  const octal = /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/u.exec(rest);
  if (octal) return { text: String.fromCharCode(parseInt(octal[0], 8)), length: 1 + octal[0].length };
  return { text: next, length: 2 };
}
