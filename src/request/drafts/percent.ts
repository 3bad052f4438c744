import type { StringPart, StringValue, TextPart } from "../../value/value";

const escape = /(?:%[0-9a-f]{2})+/giy;

/**
 * Decodes a piece of a query: its percent-escapes, and `+`, which stands for a space. Every code unit of the result
 * keeps its position in the source. Escapes that are not UTF-8 are kept.
 */
export function decodeQuery(value: StringValue): StringValue {
  if (!value.parts.some((part) => part.kind === "text" && /[%+]/.test(part.text))) return value;
  return {
    ...value,
    parts: value.parts.map((part): StringPart => (part.kind === "text" ? decodePart(part) : part)),
  };
}

function decodePart(part: TextPart): TextPart {
  if (!/[%+]/.test(part.text)) return part;
  let text = "";
  const from: number[] = [];
  let position = 0;
  const put = (piece: string, at: number, length: number): void => {
    // Units without escapes keep their own positions.
    for (const index of piece.split("").keys()) from.push(piece.length === length ? at + index : at);
    text += piece;
  };
  while (position < part.text.length) {
    escape.lastIndex = position;
    const run = escape.exec(part.text)?.[0];
    if (run) {
      for (const { piece, length } of decodeRun(run)) {
        put(piece, position, length);
        position += length;
      }
      continue;
    }
    const unit = part.text.charAt(position);
    put(unit === "+" ? " " : unit, position, 1);
    position++;
  }
  from.push(part.text.length);
  if (part.elsewhere) return { ...part, text };
  const source = (index: number): number => part.offsets?.[index] ?? part.range.start + index;
  return { ...part, text, offsets: from.map(source) };
}

/** Splits a run of escapes into characters; bytes that are not UTF-8 stay escaped. */
function decodeRun(run: string): { piece: string; length: number }[] {
  const pieces: { piece: string; length: number }[] = [];
  let position = 0;
  while (position < run.length) {
    const lead = Number.parseInt(run.slice(position + 1, position + 3), 16);
    const length = 3 * (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
    const character = decodeOrUndefined(run.slice(position, position + length));
    pieces.push(
      character === undefined ? { piece: run.slice(position, position + 3), length: 3 } : { piece: character, length },
    );
    position += character === undefined ? 3 : length;
  }
  return pieces;
}

function decodeOrUndefined(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
