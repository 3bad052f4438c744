/** A contract file split into its frame and the schemas of its kinds. */
export interface SlicedKinds {
  /** The file's text, with an empty schema in place of each one cut out. */
  readonly skeleton: string;
  /** The number of kinds in the list. */
  readonly count: number;
  /** The texts cut out, by index of the kind. */
  readonly schemas: ReadonlyMap<number, string>;
}

/** Shorter files are read at once, which is cheap and reports all their problems. */
const worthwhile = 100_000;

/**
 * Cuts the schemas of kinds out of a contract file in block style, as `restraint import` writes it. A schema ends at
 * the first line that is indented no further than its key.
 *
 * @param text without byte-order mark.
 * @returns `undefined` if the file is small or its form is uncertain.
 */
export function sliceKinds(text: string): SlicedKinds | undefined {
  if (text.length < worthwhile) return undefined;
  const start = /^kinds:[ ]*\r?\n/mu.exec(text);
  if (!start) return undefined;
  const cutter = new Cutter(text);
  for (let at = start.index + start[0].length; at < text.length && cutter.take(at); at = cutter.next);
  return cutter.result();
}

const space = 32;

class Cutter {
  readonly #text: string;
  readonly #kept: string[] = [];
  readonly #schemas = new Map<number, string>();
  /** End of the text that has been kept or cut out. */
  #done = 0;
  #count = 0;
  /** Columns of the list's dashes and of the current entry's keys. */
  #dash = -1;
  #key = -1;
  /** Start of the current schema. */
  #schema = -1;
  /** Start of the next line. */
  next = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns whether the list continues after this line. Skips lines inside of a schema. */
  take(line: number): boolean {
    const text = this.#text;
    const at = this.#schema === -1 ? line : this.#afterSchema(line);
    const end = text.indexOf("\n", at);
    this.next = end === -1 ? text.length : end + 1;
    let first = at;
    while (text.charCodeAt(first) === space) first += 1;
    // Empty lines and comments belong to the surrounding block.
    if (first >= this.next - 1 || text[first] === "\r" || text[first] === "#") return true;
    const column = first - at;
    if (this.#schema !== -1 && column > this.#key) return true;
    this.#close(at);
    if (this.#takeEntry(first, column)) return true;
    if (column <= Math.max(0, this.#dash)) return false;
    if (column === this.#key && /^schema:[ ]*\r?\n/u.test(text.slice(first, Math.min(this.next, first + 80))))
      this.#schema = this.next;
    return true;
  }

  /** @returns whether an entry of the list begins here. */
  #takeEntry(first: number, column: number): boolean {
    const text = this.#text;
    const isEntry = text[first] === "-" && /\s/u.test(text[first + 1] ?? "\n");
    if (!isEntry || (this.#dash !== -1 && column !== this.#dash)) return false;
    this.#dash = column;
    this.#count += 1;
    const gap = /^-( +)\S/u.exec(text.slice(first, first + 40))?.[1];
    this.#key = gap === undefined ? -1 : column + 1 + gap.length;
    return true;
  }

  result(): SlicedKinds | undefined {
    this.#close(this.next);
    if (this.#schemas.size === 0) return undefined;
    this.#kept.push(this.#text.slice(this.#done));
    return { skeleton: this.#kept.join(""), count: this.#count, schemas: this.#schemas };
  }

  /** @returns the first line that is indented no further than the schema's key. */
  #afterSchema(line: number): number {
    const text = this.#text;
    let at = line;
    for (;;) {
      let column = 0;
      while (column <= this.#key && text.charCodeAt(at + column) === space) column += 1;
      if (column <= this.#key) return at;
      const end = text.indexOf("\n", at);
      if (end === -1) return text.length;
      at = end + 1;
    }
  }

  /** Cuts out the current schema, which ends before `end`. */
  #close(end: number): void {
    if (this.#schema === -1) return;
    const head = this.#text.slice(this.#done, this.#schema).replace(/\s+$/u, "");
    this.#kept.push(head, " {}\n");
    this.#schemas.set(this.#count - 1, this.#text.slice(this.#schema, end));
    this.#done = end;
    this.#schema = -1;
  }
}
