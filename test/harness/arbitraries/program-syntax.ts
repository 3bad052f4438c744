import { ValueDrawer } from "./program-values";

/**
 * Draws rarer forms of the language: labels, generators, template tags, optional calls, private and static members,
 * thrown values.
 */
export abstract class SyntaxDrawer extends ValueDrawer {
  protected abstract statements(count: number): string;
  /** A block inside of a synchronous function. */
  protected abstract inFunctionBlock(): string;

  private number(): number {
    this.count += 1;
    return this.count;
  }

  protected rarer(): string {
    return this.pick<() => string>(
      () => this.labelled(),
      () => this.labelledBlock(),
      () => this.awaiting(),
      () => this.generated(),
      () => this.optionalCall(),
      () => this.tagged(),
      () => this.classOfItsOwn(),
      () => this.thrown(),
      () => this.defaults(),
      () => this.newer(),
    )();
  }

  /** Forms that end an evaluation early, run code without a call, or change the meaning of `this`. */
  private newer(): string {
    return this.pick<() => string>(
      () => this.chained(),
      () => this.disposed(),
      () => this.ofSuper(),
      () => this.returnedByConstructor(),
      () => this.enumerated(),
    )();
  }

  private chained(): string {
    const of = this.pick(this.named("object") ?? "null", "(void 0)", "(b0 ? { a: { b: 1 } } : null)", "null");
    const count = this.fresh("any", false);
    const way = this.pick(
      `[${count}++]`,
      `a?.[${count}++]`,
      `[s0]?.[${count}++]`,
      `zz?.b[${count}++].c`,
      `zz?.(${count}++)`,
    );
    return `let ${count} = 0; ${this.pick("", "delete ")}${of}?.${way};`;
  }

  private disposed(): string {
    const name = `held${this.number()}`;
    const last = this.inFunctionBlock();
    const made = `{ [Symbol.dispose]() ${last} }`;
    const given = this.pick(made, `b1 ? ${made} : null`);
    return `{ using ${name} = ${given}; ${this.inner(() => this.statements(2))} }`;
  }

  private ofSuper(): string {
    const name = `S${this.number()}`;
    const assigned = `super.${this.pick("a", "c", '["c"]').replace(".[", "[")}`.replace("super.[", "super[");
    const made = this.fresh("object");
    return `class ${name} { set a(v) { this.b = v; } }
class ${name}B extends ${name} { b = 1; c = 2; go() { ${assigned} = ${this.leaf()}; return { b: this.b, c: this.c }; } }
const ${made} = new ${name}B().go();`;
  }

  private returnedByConstructor(): string {
    const name = `R${this.number()}`;
    const given = this.leaf();
    const made = this.fresh("object");
    return `class ${name} { a = 1; constructor(v) { ${this.pick("", "if (b0) ")}return { a: v }; } } class ${name}B extends ${name} { b = 2; }
const ${made} = { ...new ${name}B(${given}) };`;
  }

  private enumerated(): string {
    const name = `E${this.number()}`;
    const made = this.fresh("any");
    return `enum ${name} { A = 1, B = 2, Both = A | B, N = n0 } const ${made} = ${name}[${this.pick("3", `${name}.A`, '"Both"', "n0")}] ?? null;`;
  }

  private labelled(): string {
    const label = `m${this.number()}`;
    const jump = this.pick("break", "continue");
    const body = this.inner(() => {
      const before = this.statements(1);
      const exit = `if (${this.condition()}) ${jump} ${this.pick(label, "")};`;
      return `${before} ${exit} ${this.statements(1)}`;
    });
    const after = this.inner(() => this.statements(1));
    return `${label}: for (const x of [1, 2]) { spin(); for (const y of ["a", s0]) { spin(); ${body} } ${after} }`;
  }

  private labelledBlock(): string {
    const label = `m${this.number()}`;
    return this.inner(
      () => `${label}: { ${this.statements(1)} if (${this.condition()}) break ${label}; ${this.statements(1)} }`,
    );
  }

  private awaiting(): string {
    return this.inner(() => {
      const list = `[${this.leaf()}, ${this.leaf()}]`;
      return `for await (const ${this.fresh("any")} of ${list}) { spin(); ${this.statements(2)} }`;
    });
  }

  private generated(): string {
    const name = `gen${this.number()}`;
    const given = this.named("object") ?? "{}";
    const parts = this.inner(() => {
      this.scope.push({ name: "p", kind: "object", constant: true });
      return [this.inFunctionBlock(), this.inFunctionBlock()];
    });
    const body = `${parts[0] ?? ""} yield ${this.leaf()}; ${parts[1] ?? ""} yield* [${this.leaf()}];`;
    const use = this.pick<() => string>(
      () => `const ${this.fresh("array")} = [...${name}(${given})];`,
      () => this.inner(() => `for (const ${this.fresh("any")} of ${name}(${given})) { spin(); ${this.statements(1)} }`),
      () => `const [${this.fresh("any")}] = ${name}(${given});`,
      () => `${name}(${given}).next();`,
      () =>
        `const it${name} = ${name}(${given}); ${this.statements(1)} it${name}.next(); ${this.statements(1)} it${name}.next();`,
    )();
    return `function* ${name}(p) { ${body} } ${use}`;
  }

  private optionalCall(): string {
    const object = this.named("object") ?? "{}";
    const called = this.named("function");
    const given = this.leaf();
    return this.pick(
      `const ${this.fresh("any", false)} = (${object})?.${this.key()}?.toString?.();`,
      `(${object}).none?.(${given});`,
      called ? `${called}?.(${given});` : "",
      `const ${this.fresh("any", false)} = (${this.condition()} ? ${object} : undefined)?.["${this.key()}"];`,
    );
  }

  private tagged(): string {
    const tag = this.pick(
      '(strings, ...values) => strings.join("-") + values.length',
      "(strings, first) => first",
      "(strings, ...values) => values",
      "String.raw",
    );
    const written = `a\${${this.leaf()}}b\${${this.text()}}`;
    return `const ${this.fresh("any", false)} = (${tag})\`${written}\`;`;
  }

  private classOfItsOwn(): string {
    const name = `S${this.number()}`;
    const members = [
      `static made = ${this.leaf()};`,
      `static { this.extra = ${this.leaf()}; ${this.pick("", `if (b1) this.made = ${this.leaf()};`)} }`,
      "static #count = 0; static next() { return ++this.#count; }",
      `x = ${this.leaf()};`,
      "#secret(v) { return [v, this.x]; } reveal(v) { return this.#secret(v); }",
      `get twice() { ${this.pick("", "this.x = 1;")} return [this.x, this.x]; } set twice(v) { this.x = v; }`,
    ];
    const made = `i${this.number()}`;
    const change = this.pick(
      "",
      `${made}.twice = ${this.leaf()};`,
      `if (${this.condition()}) ${made}.twice = ${this.leaf()};`,
      `${name}.made = ${this.leaf()};`,
      `external(${made});`,
    );
    const read = this.pick(
      `${made}.twice`,
      `${made}.reveal(${this.leaf()})`,
      `${name}.next()`,
      `[${name}.made, ${name}.extra]`,
      `{ ...${made} }`,
      `${made}?.reveal?.(1)`,
    );
    return `class ${name} { ${members.join(" ")} } const ${made} = new ${name}(); ${change} const ${this.fresh("any")} = ${read};`;
  }

  private thrown(): string {
    const value = this.object();
    return this.inner(() => {
      const before = this.statements(1);
      const exit = `if (${this.condition()}) throw ${value};`;
      const after = this.statements(1);
      return `try { ${before} ${exit} ${after} } catch (${this.fresh("any")}) { ${this.statements(2)} }`;
    });
  }

  private defaults(): string {
    const object = this.named("object") ?? "{}";
    const fallback = this.leaf();
    const key = this.pick('"a"', "s0", '["b"][0]');
    return `const { [${key}]: ${this.fresh("any")} = ${fallback}, b: { c: ${this.fresh("any")} = ${fallback} } = {} } = ${object} ?? {};`;
  }
}
