/** A contract file split into its frame, endpoints and shared schemas. */
export interface DescriptionLines {
  /** The file's text with empty sections. */
  readonly skeleton: string;
  /** JSON texts by key. */
  readonly endpoints: ReadonlyMap<string, string>;
  readonly schemas: ReadonlyMap<string, string>;
}

/** Shorter files are read at once, which is cheap and reports all their problems. */
const worthwhile = 100_000;

const entry = /^ {2}("(?:[^"\\]|\\.)*"): (\{.*\})\r?$/u;

/**
 * Cuts endpoints and schemas out of a contract file, if each is a line of JSON under a quoted key, as `restraint import` writes them. An endpoint is then
 * parsed when a request goes to it, and a schema when a shape refers to it.
 *
 * @param text without byte-order mark.
 * @returns `undefined` if the file is small or has a line in another form.
 */
export function readDescriptionLines(text: string): DescriptionLines | undefined {
  if (text.length < worthwhile) return undefined;
  const reader = new LineReader();
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    if (!reader.take(text.slice(at, end))) return undefined;
    at = end + 1;
  }
  return reader.result();
}

class LineReader {
  readonly #kept: string[] = [];
  readonly #endpoints = new Map<string, string>();
  readonly #schemas = new Map<string, string>();
  #section: Map<string, string> | undefined;

  /** @returns whether the line was understood. */
  take(line: string): boolean {
    const name = /^(endpoints|schemas):[ ]*\r?$/u.exec(line)?.[1];
    if (name !== undefined) {
      this.#section = name === "endpoints" ? this.#endpoints : this.#schemas;
      this.#kept.push(`${name}: {}`);
      return true;
    }
    if (/^[^\s#]/u.test(line)) this.#section = undefined;
    if (this.#section === undefined) this.#kept.push(line);
    return this.#section === undefined || line.trim() === "" || this.#takeEntry(line, this.#section);
  }

  #takeEntry(line: string, section: Map<string, string>): boolean {
    const [, key, value] = entry.exec(line) ?? [];
    if (key === undefined || value === undefined) return false;
    const name = JSON.parse(key) as string;
    if (section.has(name)) return false;
    section.set(name, value);
    return true;
  }

  result(): DescriptionLines | undefined {
    if (this.#endpoints.size + this.#schemas.size === 0) return undefined;
    return { skeleton: `${this.#kept.join("\n")}\n`, endpoints: this.#endpoints, schemas: this.#schemas };
  }
}
