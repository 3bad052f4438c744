/**
 * Draws random programs that build values by a mix of the language's constructs and end up in `send(tag, value)`.
 *
 * A program is the body of an async function. It may use `b0`…`b3` (booleans), `n0` (a number) and `s0` (a string), which are given at run
 * time only, and functions that the analysis does not know: `external` changes what it is given, at once and later, and calls functions;
 * `later` calls a function when the program next waits; `tick` waits; `perhaps` may throw; `spin` ends a program that runs too long.
 */
export function drawProgram(seed: number, size = 14): string {
  return new Drawer(seed).program(size);
}

/** A small generator of pseudo-random numbers: the same seed gives the same program on every machine. */
function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** What a name stands for. */
type Kind = "object" | "text" | "array" | "function" | "task" | "wrapper" | "instance" | "any";

interface Name {
  readonly name: string;
  readonly kind: Kind;
  readonly constant: boolean;
}

class Drawer {
  private readonly next: () => number;
  private scope: Name[] = [];
  private count = 0;
  private tag = 0;
  private depth = 0;
  /** Names that functions declared further down may use. */
  private inFunction = 0;
  private inLoop = 0;

  constructor(seed: number) {
    this.next = numbers(seed);
  }

  program(size: number): string {
    const classes = this.chance(0.6) ? this.classes() : "";
    const body = this.statements(size);
    return `${classes}${body}\n${this.send()}`;
  }

  private chance(probability: number): boolean {
    return this.next() < probability;
  }

  private pick<T>(...options: readonly T[]): T {
    const option = options[Math.floor(this.next() * options.length)];
    if (option === undefined) throw new Error("nothing to pick from");
    return option;
  }

  private fresh(kind: Kind, constant = true): string {
    this.count += 1;
    const name = `${kind.charAt(0)}${this.count}`;
    this.scope.push({ name, kind, constant });
    return name;
  }

  private named(kind: Kind, writable = false): string | undefined {
    const names = this.scope.filter((each) => each.kind === kind && !(writable && each.constant));
    return names[Math.floor(this.next() * names.length)]?.name;
  }

  private inner<T>(draw: () => T): T {
    const { scope } = this;
    this.scope = [...scope];
    this.depth += 1;
    const result = draw();
    this.depth -= 1;
    this.scope = scope;
    return result;
  }

  private statements(count: number): string {
    return Array.from({ length: count }, () => this.statement()).join("\n");
  }

  private block(most = 3): string {
    return this.inner(() => `{ ${this.statements(1 + Math.floor(this.next() * most))} }`);
  }

  private key(): string {
    return this.pick("a", "b", "c", "d");
  }

  private condition(): string {
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

  private leaf(): string {
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

  private value(): string {
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
    )();
    this.depth -= 1;
    return drawn;
  }

  private leafOrObject(): string {
    return this.chance(0.5) ? this.leaf() : (this.named("object") ?? "{}");
  }

  private text(): string {
    return this.pick<() => string>(
      () => this.pick('"x"', '"a/b"', "`q`", "s0"),
      () => this.named("text") ?? '"t"',
      () => `\`\${${this.named("text") ?? "s0"}}-\${${this.leaf()}}\``,
      () =>
        `${this.named("text") ?? '"u"'}.${this.pick("toUpperCase()", "trim()", 'concat("!")', "slice(1)", "slice(0, -1)", "slice(1, -2)", 'replace("a", "b")', 'replaceAll("/", s0)', 'replace("a", s0)')}`,
      () =>
        `(${this.pick("", '"/" + ', "`a/` + ")}${this.named("text") ?? "s0"}).replace(/${this.pick("^\\/", "^\\/+", "\\/$", "\\/+$", "^\\/*", "\\/?$", "a", "^a", "a$")}/${this.pick("", "g")}, ${this.pick('""', '"/"', '"b"', "s0")})`,
      () => this.affixed(),

      () =>
        `[${this.pick('"p"', "s0")}, ${this.pick('"q"', this.named("text") ?? '"r"')}].join(${this.pick('"/"', '","', '""')})`,
      () => `encodeURIComponent(${this.pick('"a b"', "s0", this.named("text") ?? '"é"')})`,
    )();
  }

  /** A text that depends on how another begins or ends. */
  private affixed(): string {
    const subject = this.named("text") ?? "s0";
    const [test, cut] = this.pick(["endsWith", "slice(0, -1)"], ["startsWith", "slice(1)"]);
    return `(${subject}.${test}(${this.pick('"/"', '"a"', '"x"')}) ? ${this.pick(subject, `${subject}.${cut}`)} : ${this.pick(subject, `${subject} + "/"`)})`;
  }

  private array(): string {
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
    )();
  }

  private object(): string {
    const members = Array.from({ length: Math.floor(this.next() * 4) }, () => this.member());
    return `{ ${members.join(", ")} }`;
  }

  private member(): string {
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

  private callForValue(): string {
    const name = this.named("function");
    const instance = this.named("instance");
    if (instance && this.chance(0.4))
      return `${instance}.${this.pick("get()", "value", `both(${this.leaf()})`, "label")}`;
    return name ? `${name}(${this.value()})` : this.leaf();
  }

  private send(): string {
    this.tag += 1;
    const { tag } = this;
    const wrapper = this.named("wrapper");
    const value = this.pick<() => string>(
      () => this.named("object") ?? this.value(),
      () => this.named("object") ?? this.value(),
      () => this.named("array") ?? this.value(),
      () => this.named("text") ?? this.value(),
      () => this.named("any") ?? this.value(),
      () => this.value(),
    )();
    if (wrapper && this.chance(0.5)) return `${this.pick("", "await ")}${wrapper}(${tag}, ${value});`;
    return `${this.pick("", "await ")}send(${tag}, ${value});`;
  }

  private statement(): string {
    if (this.depth > 4) return this.simple();
    return this.pick<() => string>(
      () => this.simple(),
      () => this.simple(),
      () => this.simple(),
      () => this.simple(),
      () => this.declaration(),
      () => this.declaration(),
      () => this.declaration(),
      () => this.control(),
      () => this.control(),
      () => this.closure(),
      () => this.send(),
    )();
  }

  private declaration(): string {
    const object = this.named("object");
    const array = this.named("array");
    return this.pick<() => string>(
      () => {
        const value = this.object();
        return `const ${this.fresh("object")} = ${value};`;
      },
      () => {
        const value = this.object();
        return `let ${this.fresh("object", false)} = ${value};`;
      },
      () => {
        const value = this.text();
        return `let ${this.fresh("text", false)} = ${value};`;
      },
      () => {
        const value = this.text();
        return `const ${this.fresh("text")} = ${value};`;
      },
      () => {
        const value = this.array();
        return `const ${this.fresh("array")} = ${value};`;
      },
      () => {
        const value = this.value();
        return `let ${this.fresh("any", false)} = ${value};`;
      },
      () => (object ? `const ${this.fresh("object")} = ${object};` : ""),
      () => {
        const value = this.leaf();
        const from = object ?? "{}";
        return `const { a: ${this.fresh("any")} = ${value}, ...${this.fresh("object")} } = ${from};`;
      },
      () => `const [${this.fresh("any")}, ${this.fresh("any")} = 3] = ${array ?? "[1]"};`,
      () => (this.hasClass ? `const ${this.fresh("instance")} = new ${this.pick("K", "L")}(${this.leaf()});` : ""),
      () => (object ? `const ${this.fresh("object")} = Object.assign({}, ${object}, ${this.object()});` : ""),
      () => {
        const value = this.leaf();
        const made = this.fresh("any", false);
        return `let ${made}; if (${this.condition()}) ${made} = ${value};`;
      },
    )();
  }

  private simple(): string {
    const object = this.named("object");
    const text = this.named("text", true);
    const any = this.named("any", true);
    const array = this.named("array");
    const instance = this.named("instance");
    return this.pick<() => string>(
      () => (object ? `${object}.${this.key()} = ${this.value()};` : ""),
      () => (object ? `${object}.${this.key()} = ${this.value()};` : ""),
      () => (object ? `${object}["${this.key()}"] ${this.pick("=", "??=", "||=", "&&=")} ${this.leaf()};` : ""),
      () => (object ? `${object}[${this.pick("s0", this.named("text") ?? '"d"')}] = ${this.leaf()};` : ""),
      () => (object ? `delete ${object}.${this.key()};` : ""),
      () => (object ? `Object.assign(${object}, ${this.named("object") ?? this.object()});` : ""),
      () => (text ? `${text} ${this.pick("=", "+=")} ${this.text()};` : ""),
      () => (any ? `${any} ${this.pick("=", "??=")} ${this.value()};` : ""),
      () => (array ? `${array}.push(${this.leaf()});` : ""),
      () => (array ? `${array}[${this.pick("0", "1", "n0")}] = ${this.leaf()};` : ""),
      () => (instance ? `${instance}.${this.pick(`set(${this.leaf()})`, `value = ${this.leaf()}`, "bump()")};` : ""),
      () => `external(${this.named("object") ?? this.named("array") ?? "1"});`,
      () => "await tick();",
      () => {
        const name = this.named("function");
        return name ? `${name}(${this.leafOrObject()});` : "";
      },
      () => {
        const name = this.named("task");
        return name ? `${this.pick("", "await ")}${name}(${this.leafOrObject()});` : "";
      },
      () => this.send(),
    )();
  }

  private control(): string {
    const array = this.named("array") ?? '["p", "q"]';
    return this.pick<() => string>(
      () => `if (${this.condition()}) ${this.block()}`,
      () => `if (${this.condition()}) ${this.block()} else ${this.block()}`,
      () =>
        `if (${this.condition()}) ${this.block(2)} else if (${this.condition()}) ${this.block(2)} else ${this.block(2)}`,
      () => `for (let i = 0; i < ${this.pick("2", "n0")}; i++) ${this.loopBody()}`,
      () =>
        this.inner(() => `for (const ${this.fresh("any")} of ${this.pick(array, '["a", "b"]')}) ${this.loopBody()}`),
      () =>
        this.inner(
          () => `for (const ${this.fresh("any")} in ${this.named("object") ?? "{ a: 1 }"}) ${this.loopBody()}`,
        ),
      () => {
        const name = `w${(this.count += 1)}`;
        return `let ${name} = 0; ${this.pick("while", `l${name}: while`)} (${name}++ < ${this.pick("1", "n0")}) ${this.loopBody()}`;
      },
      () => {
        const name = `w${(this.count += 1)}`;
        return `let ${name} = 0; do ${this.loopBody()} while (${name}++ < 1);`;
      },
      () =>
        `try { ${this.inner(() => this.statements(2))} ${this.pick("perhaps();", "")} ${this.inner(() => this.statements(1))} } catch { ${this.inner(() => this.statements(1))} } ${this.pick("", `finally { ${this.inner(() => this.statements(1))} }`)}`,
      () =>
        `switch (${this.pick("n0", "s0", this.named("text") ?? "1")}) { case ${this.pick("1", '"x"')}: ${this.inner(() => this.statements(1))} ${this.pick("break;", "")} case 2: ${this.inner(() => this.statements(1))} break; ${this.pick("", `default: ${this.inner(() => this.statements(1))}`)} }`,
      () =>
        this.inFunction > 0
          ? `if (${this.condition()}) return ${this.value()};`
          : `if (${this.condition()}) { ${this.send()} }`,
      () => `if (${this.pick("b0", "b3")}) { perhaps(); }`,
      () => `${array}.forEach((x) => ${this.inFunctionBlock()});`,
    )();
  }

  private loopBody(): string {
    this.inLoop += 1;
    const exit = this.chance(0.3) ? `if (${this.condition()}) ${this.pick("break", "continue")};` : "";
    const body = this.inner(() => `{ spin(); ${this.statements(1)} ${exit} ${this.statements(1)} }`);
    this.inLoop -= 1;
    return body;
  }

  private inFunctionBlock(): string {
    this.inFunction += 1;
    const block = this.inner(() => `{ ${this.statements(2).replaceAll("await ", "")} }`);
    this.inFunction -= 1;
    return block;
  }

  private closure(): string {
    const draw = (
      kind: Kind,
      head: (name: string, asynchronous: boolean) => string,
      parameters: readonly Name[],
      end: () => string,
    ): string => {
      const asynchronous = this.chance(0.3);
      this.inFunction += 1;
      const outer = this.inLoop;
      this.inLoop = 0;
      const body = this.inner(() => {
        this.scope.push(...parameters);
        const text = this.statements(1 + Math.floor(this.next() * 3));
        return `${text} ${end()}`;
      });
      this.inLoop = outer;
      this.inFunction -= 1;
      // A promise is no value that a program would send.
      const name = this.fresh(asynchronous && kind === "function" ? "task" : kind);
      return `${head(name, asynchronous)} { ${asynchronous ? body : withoutAwait(body)} };`;
    };
    const parameter: Name = { name: "p", kind: "any", constant: false };
    const structure: Name = { name: "o", kind: "object", constant: true };
    return this.pick<() => string>(
      () =>
        draw(
          "function",
          (name, async) => `${async ? "async " : ""}function ${name}(p)`,
          [parameter],
          () => this.pick(`return ${this.value()};`, "return p;", ""),
        ),
      () =>
        draw(
          "function",
          (name, async) => `const ${name} = ${async ? "async " : ""}(p = ${this.leaf()}) =>`,
          [parameter],
          () => this.pick(`return ${this.value()};`, "return { a: p };", ""),
        ),
      () =>
        draw(
          "function",
          (name, async) => `const ${name} = ${async ? "async " : ""}function (o) { o = Object(o);`,
          [structure],
          () => `o.${this.key()} = ${this.leaf()}; return o; }`,
        ),
      () =>
        draw(
          "wrapper",
          (name, async) => `${async ? "async " : ""}function ${name}(tag, p)`,
          [parameter],
          () =>
            `${this.pick("return ", "await ", "")}send(tag, ${this.pick("p", "{ a: p }", "{ ...p, b: 1 }", "`${p}`")});`,
        ),
      () => `later(() => ${this.inFunctionBlock()});`,
      () => `external(() => ${this.inFunctionBlock()});`,
      () => {
        const name = this.named(this.pick("function", "task"));
        return name ? `${this.pick("later", "external")}(${name});` : "";
      },
    )();
  }

  private hasClass = false;

  private classes(): string {
    this.hasClass = true;
    return `class K { label = ${this.leaf()}; #hidden = 1; constructor(v) { this.value = v; ${this.pick("", "if (b0) this.label = v;")} }
  get() { return { a: this.value, b: this.label }; } set(v) { this.value = v; return this; } both(v) { return [this.value, v, this.#hidden]; } bump() { this.#hidden++; ${this.pick("", 'this.label = "bumped";')} } }
class L extends K { extra = ${this.leaf()}; constructor(v) { super(${this.pick("v", "[v]", '"fixed"')}); ${this.pick("", "this.label = this.extra;")} } get() { return { ...super.get(), c: this.extra }; } }
`;
  }
}

/** A function that is not asynchronous cannot wait. */
function withoutAwait(body: string): string {
  return body.replaceAll("await ", "");
}
