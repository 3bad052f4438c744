/** A small pseudo-random generator: equal seeds give the same program on every machine. */
function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The kind of value that a name stands for. */
export type Kind = "object" | "text" | "array" | "function" | "task" | "wrapper" | "instance" | "map" | "set" | "any";

export interface Name {
  readonly name: string;
  readonly kind: Kind;
  readonly constant: boolean;
}

/** Draws expressions from the names in scope. */
export class ValueDrawer {
  protected readonly next: () => number;
  protected scope: Name[] = [];
  protected count = 0;
  protected depth = 0;

  constructor(seed: number) {
    this.next = numbers(seed);
  }

  protected chance(probability: number): boolean {
    return this.next() < probability;
  }

  protected pick<T>(...options: readonly T[]): T {
    const option = options[Math.floor(this.next() * options.length)];
    if (option === undefined) throw new Error("nothing to pick from");
    return option;
  }

  protected fresh(kind: Kind, constant = true): string {
    this.count += 1;
    const name = `${kind.charAt(0)}${this.count}`;
    this.scope.push({ name, kind, constant });
    return name;
  }

  protected named(kind: Kind, writable = false): string | undefined {
    const names = this.scope.filter((each) => each.kind === kind && !(writable && each.constant));
    return names[Math.floor(this.next() * names.length)]?.name;
  }

  protected inner<T>(draw: () => T): T {
    const { scope } = this;
    this.scope = [...scope];
    this.depth += 1;
    const result = draw();
    this.depth -= 1;
    this.scope = scope;
    return result;
  }

  protected key(): string {
    return this.pick("a", "b", "c", "d");
  }

  protected condition(): string {
    const object = this.named("object") ?? "globalThis";
    const string = this.named("text") ?? "s0";
    return this.pick<() => string>(
      () => this.pick("b0", "b1", "b2", "b3"),
      () => `!${this.pick("b0", "b1")}`,
      () => `b0 && ${this.pick("b1", "!b2")}`,
      () => `b1 || ${this.pick("b2", "b3")}`,
      () => `${object}.${this.key()}`,
      () => `${object}.${this.key()} === undefined`,
      () => `${object}.${this.key()} != null`,
      () => `"${this.key()}" in ${this.named("object") ?? "{}"}`,
      () => `${string} === "x"`,
      () => `n0 > 2`,
      () => `typeof ${object}.${this.key()} === "string"`,
      () => this.pick("true", "false", '""', "1"),
    )();
  }

  protected leaf(): string {
    return this.pick<() => string>(
      () => this.pick("1", "2.5", "-3", "0"),
      () => this.pick('"x"', '"y\\n"', "'z'", '""'),
      () => this.pick("true", "false", "null", "undefined"),
      () => this.pick("s0", "n0", "b0"),
      () => this.named("text") ?? '"t"',
      () => this.named("any") ?? "7",
      () => `\`p-\${${this.pick("s0", "n0", this.named("text") ?? "1")}}\``,
      () => {
        const object = this.named("object");
        return object ? `${object}.${this.key()}` : "4";
      },
      () => {
        const object = this.named("object");
        return object ? `${object}?.${this.key()}` : "5";
      },
    )();
  }

  protected value(): string {
    if (this.depth > 4 || this.chance(0.45)) return this.leaf();
    this.depth += 1;
    const drawn = this.pick<() => string>(
      () => this.object(),
      () => this.array(),
      () => `(${this.condition()} ? ${this.value()} : ${this.value()})`,
      () => `(${this.leaf()} ?? ${this.leaf()})`,
      () => `(${this.leaf()} || ${this.leaf()})`,
      () => `(${this.condition()} && ${this.leaf()})`,
      () => this.named("object") ?? "{}",
      () => this.named("array") ?? "[]",
      () => `${this.text()} + ${this.leaf()}`,
      () => this.callForValue(),
      () => `String(${this.leaf()})`,
      () => `structuredClone(${this.leafOrObject()})`,
      () => `JSON.parse(JSON.stringify(${this.named("object") ?? "{}"}))`,
      () => `(${this.pick("1", "b0", "n0")}, ${this.leaf()})`,
      () => this.fromCollection(),
    )();
    this.depth -= 1;
    return drawn;
  }

  private fromCollection(): string {
    const map = this.named("map") ?? "new Map()";
    const set = this.named("set") ?? "new Set()";
    return this.pick(
      `${map}.get(${this.entryKey()})`,
      `${map}.get(${this.entryKey()})?.a`,
      `${map}.has(${this.entryKey()})`,
      `${map}.size`,
      `Object.fromEntries(${map})`,
      `${set}.has(${this.entryKey()})`,
      `${set}.size`,
      `(${map}.delete(${this.entryKey()}) ? ${map}.size : ${this.leaf()})`,
    );
  }

  protected changeCollection(): string {
    const map = this.named("map");
    const set = this.named("set");
    const change = this.pick<() => string>(
      () => (map ? `${map}.set(${this.entryKey()}, ${this.value()})` : ""),
      () => (map ? `${map}.set(${this.entryKey()}, ${this.leaf()}).set("z", 1)` : ""),
      () => (map ? `${map}.delete(${this.entryKey()})` : ""),
      () => (set ? `${set}.add(${this.pick(this.entryKey(), this.leaf())})` : ""),
      () => (set ? `${set}.delete(${this.entryKey()})` : ""),
      () => ((map ?? set) ? `${map ?? set ?? ""}.clear()` : ""),
    )();
    return change === "" ? "" : `${change};`;
  }

  protected pairs(): string {
    return `[[${this.entryKey()}, ${this.leaf()}], [${this.entryKey()}, ${this.leaf()}]]`;
  }

  protected entryKey(): string {
    return this.pick('"a"', '"b"', "1", '"1"', "s0", "n0", this.named("text") ?? '"c"', this.named("any") ?? "true");
  }

  protected leafOrObject(): string {
    return this.chance(0.5) ? this.leaf() : (this.named("object") ?? "{}");
  }

  protected text(): string {
    return this.pick<() => string>(
      () => this.pick('"x"', '"a/b"', "`q`", "s0"),
      () => this.named("text") ?? '"t"',
      () => `\`\${${this.named("text") ?? "s0"}}-\${${this.leaf()}}\``,
      () =>
        `${this.named("text") ?? '"u"'}.${this.pick("toUpperCase()", "trim()", 'concat("!")', "slice(1)", "slice(0, -1)", "slice(1, -2)", "substring(1)", "substr(-2, 1)", "replace(/a\\//g, s0)", 'replace("a", "b")', 'replaceAll("/", s0)', 'replace("a", s0)')}`,
      () =>
        `(${this.pick("", '"/" + ', "`a/` + ")}${this.named("text") ?? "s0"}).replace(/${this.pick("^\\/", "^\\/+", "\\/$", "\\/+$", "^\\/*", "\\/?$", "a", "^a", "a$")}/${this.pick("", "g")}, ${this.pick('""', '"/"', '"b"', "s0")})`,
      () => this.affixed(),

      () =>
        `[${this.pick('"p"', "s0")}, ${this.pick('"q"', this.named("text") ?? '"r"')}].join(${this.pick('"/"', '","', '""')})`,
      () => `encodeURIComponent(${this.pick('"a b"', "s0", this.named("text") ?? '"é"')})`,
    )();
  }

  /** A text that depends on the beginning or end of another text. */
  protected affixed(): string {
    const subject = this.named("text") ?? "s0";
    const [test, cut] = this.pick(["endsWith", "slice(0, -1)"], ["startsWith", "slice(1)"]);
    return `(${subject}.${test}(${this.pick('"/"', '"a"', '"x"')}) ? ${this.pick(subject, `${subject}.${cut}`)} : ${this.pick(subject, `${subject} + "/"`)})`;
  }

  protected array(): string {
    const other = this.named("array");
    return this.pick<() => string>(
      () => `[${this.leaf()}, ${this.leaf()}]`,
      () => `[${this.leaf()}, ...${other ?? "[1]"}]`,
      () => `${other ?? "[2]"}.map((x) => ${this.pick("x", "({ a: x })", "`${x}`")})`,
      () => `${other ?? "[3]"}.concat(${this.leaf()})`,
      () => `${other ?? "[4, 0]"}.filter(Boolean)`,
      () => `${other ?? "[5, 6]"}.filter((x) => x !== ${this.leaf()})`,
      () => `${other ?? "[7]"}.slice(${this.pick("0", "1", "-1", "0, 1")})`,
      () => `Object.${this.pick("keys", "values", "entries")}(${this.named("object") ?? "{}"})`,
      () => `Array.from(${other ?? "[8]"})`,
      () =>
        `${other ?? "[9, 1]"}.${this.pick("toReversed()", "toSorted()", `toSpliced(${this.pick("0, 1", "-1, 1, 5", "1, 0, 6, 7", "1", "n0, 1")})`, "with(0, 3)", "with(-1, s0)")}`,
      () => `[...${this.named("map") ?? "new Map()"}${this.pick("", ".keys()", ".values()", ".entries()")}]`,
      () => `[...${this.named("set") ?? "new Set()"}${this.pick("", ".values()")}]`,
      () => `Array.from(${this.named("map") ?? "new Map()"}.${this.pick("keys()", "values()")})`,
    )();
  }

  protected object(): string {
    const members = Array.from({ length: Math.floor(this.next() * 4) }, () => this.member());
    return `{ ${members.join(", ")} }`;
  }

  protected member(): string {
    const other = this.named("object") ?? "{}";
    return this.pick<() => string>(
      () => `${this.key()}: ${this.value()}`,
      () => `${this.key()}: ${this.value()}`,
      () => `"${this.key()}": ${this.value()}`,
      () => `[${this.pick('"a"', "`b`", this.named("text") ?? '"c"', "s0")}]: ${this.leaf()}`,
      () => `...${other}`,
      () => `...(${this.condition()} && { ${this.key()}: ${this.leaf()} })`,
      () => `...(${this.condition()} ? { ${this.key()}: ${this.leaf()} } : ${this.pick("{}", other, "undefined")})`,
      () => `get ${this.key()}() { return ${this.leaf()}; }`,
    )();
  }

  protected callForValue(): string {
    const name = this.named("function");
    const instance = this.named("instance");
    if (instance && this.chance(0.4))
      return `${instance}.${this.pick("get()", "value", `both(${this.leaf()})`, "label")}`;
    return name ? `${name}(${this.value()})` : this.leaf();
  }
}
