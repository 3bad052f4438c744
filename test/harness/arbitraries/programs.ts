import { SyntaxDrawer } from "./program-syntax";
import type { Kind, Name } from "./program-values";

/**
 * Draws random programs that build values from many constructs of the language and end in `send(tag, value)`.
 *
 * A program is the body of an async function. It may use `b0`…`b3` (booleans), `n0` (a number) and `s0` (a string),
 * which have values only at run time, and functions that the analysis does not know: `external` changes its arguments,
 * at once and later, and calls functions; `later` calls a function when the program next waits; `tick` waits; `perhaps`
 * may throw; `spin` ends a program that runs too long.
 */
export function drawProgram(seed: number, size = 14): string {
  return new Drawer(seed).program(size);
}

/** Draws statements, functions and classes. */
class Drawer extends SyntaxDrawer {
  private inLoop = 0;
  /** The number of functions around the current place. */
  private inFunction = 0;
  private tag = 0;
  program(size: number): string {
    const classes = this.chance(0.6) ? this.classes() : "";
    const body = this.statements(size);
    return `${classes}${body}\n${this.send()}`;
  }

  protected statements(count: number): string {
    return Array.from({ length: count }, () => this.statement()).join("\n");
  }

  private block(most = 3): string {
    return this.inner(() => `{ ${this.statements(1 + Math.floor(this.next() * most))} }`);
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
      () => this.rarer(),
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
      () => {
        const given = this.pick("", "null", `Object.entries(${object ?? "{}"})`, this.pairs());
        return `const ${this.fresh("map")} = new Map(${given});`;
      },
      () => {
        const given = this.pick("", array ?? "[1, 1]", `[${this.entryKey()}, ${this.leaf()}]`);
        return `const ${this.fresh("set")} = new Set(${given});`;
      },
      () => {
        const from = this.named("map") ?? this.pairs();
        return `const [[${this.fresh("any")}, ${this.fresh("any")}] = []] = ${from};`;
      },
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
      () => this.changeCollection(),
      () => this.changeCollection(),
      () => `external(${this.named(this.pick<Kind>("map", "set")) ?? "1"});`,
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
      () => {
        const over = `${this.named("map") ?? "new Map([[1, 2]])"}${this.pick("", ".entries()")}`;
        return this.inner(
          () => `for (const [${this.fresh("any")}, ${this.fresh("any")}] of ${over}) ${this.loopBody()}`,
        );
      },
      () => {
        const over = this.pick(this.named("set") ?? "new Set([1])", `${this.named("map") ?? "new Map()"}.values()`);
        return this.inner(() => `for (const ${this.fresh("any")} of ${over}) ${this.loopBody()}`);
      },
      () =>
        `${this.named("map") ?? this.named("set") ?? "new Set([1, 2])"}.forEach((x, y) => ${this.inFunctionBlock()});`,
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

  protected inFunctionBlock(): string {
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
      // No program would send a promise.
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

/** A synchronous function cannot wait. */
function withoutAwait(body: string): string {
  return body.replaceAll("await ", "");
}
