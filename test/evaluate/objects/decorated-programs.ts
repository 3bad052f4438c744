/** The dialects of decorators: the standard's, and the one of TypeScript's `experimentalDecorators`. */
export type Dialect = "standard" | "TypeScript";

/** Programs with decorators, by the dialects in which they can run. The names are those of `drawProgram`. */
export const programs: Readonly<Record<Dialect | "both", Readonly<Record<string, string>>>> = {
  both: {
    "a method, replaced by code that is not known": `
      const given = [(...all) => (all.length > 2 ? { value: () => "other" } : () => "other")]; const unknown = given.find(() => true);
      class A { @unknown m() { return "written"; } go() { send(1, { v: this.m() }); } } new A().go();`,
    "what a decorator does": `let seen = "none"; function note() { seen = "noted"; } class A { @note m() {} } send(1, { seen });`,
    "what a factory does": `const all = []; const note = (name) => { all.push(name); return () => { all.push("applied " + name); }; };
      class A { @note("m") m() {} @note("f") f = 1; } send(1, { all });`,
    "what a decorator sends": `const sending = (v) => () => { send(1, { v }); }; @sending("class") class A { @sending("method") m() {} }`,
    "a method that is only noted": `const noted = []; function note() { noted.push(1); } class A { @note m(v) { return { v, n: noted.length }; } } send(1, new A().m("x"));`,
    "a class, replaced by another": `const other = (C) => class extends C { base = "other"; }; @other class A { base = "written"; go() { send(1, { base: this.base }); } } new A().go();`,
    "a class that inherits from a replaced one": `const other = (C) => class extends C { base = "other"; v() { return [super.v(), "other"]; } };
      @other class A { base = "written"; v() { return this.base; } } class B extends A { go() { send(1, { v: this.v() }); } } new B().go();`,
    "a class that inherits from a replaced one with statics": `const other = (C) => class extends C { v() { return A.kept; } };
      @other class A { static kept = A.name; v() { return "written"; } } class B extends A { go() { send(1, { v: this.v() }); } } new B().go();`,
    "a class that is only noted": `const all = []; const note = (C) => { all.push(C); }; @note class A { base = "written"; go() { send(1, { base: this.base, n: all.length }); } } new A().go();`,
    "a class that a decorator adds to": `const add = (C) => { C.prototype.base = "added"; C.made = "static"; }; @add class A { go() { send(1, { base: this.base, made: A.made }); } } new A().go();`,
    "a class, replaced by code that is not known": `const given = [(C) => class { base = "other"; static kept = "other"; }]; const unknown = given.find(() => true);
      @unknown class A { base = "written"; static kept = "written"; } send(1, { base: new A().base, kept: A.kept });`,
    "a method of a class that unknown code has": `const given = [(C) => class extends C { m() { return "other"; } }]; const unknown = given.find(() => true);
      @unknown class A { m() { return "written"; } } send(1, { v: new A().m() });`,
    "several decorators": `const order = []; const note = (name) => () => { order.push(name); }; class A { @note("a") @note("b") m() {} } send(1, { order });`,
    "a member under the name of a symbol": `const note = () => {}; class A { @note [Symbol.iterator]() { return [1, 2][Symbol.iterator](); } } for (const v of new A()) send(1, { v });`,
  },
  standard: {
    "a method, replaced": `const other = () => () => "other"; class A { @other m() { return "written"; } go() { send(1, { v: this.m() }); } } new A().go();`,
    "a method with other arguments": `const other = (m) => function (v) { return m.call(this, v + "!"); }; class A { p = "p"; @other m(v) { send(1, { v, p: this.p }); } } new A().m("x");`,
    "a method that runs twice": `const twice = (m) => function (...all) { m.apply(this, all); return m.apply(this, all); }; class A { n = 0; @twice m() { this.n += 1; return this.n; } } send(1, { n: new A().m() });`,
    "a static method, replaced": `const other = () => () => "other"; class A { @other static m() { return "written"; } } send(1, { v: A.m() });`,
    "a getter, replaced": `const other = () => () => "other"; class A { @other get v() { return "written"; } } send(1, { v: new A().v });`,
    "a static getter, replaced": `const other = () => () => "other"; class A { @other static get v() { return "written"; } } send(1, { v: A.v });`,
    "a setter, replaced": `const other = () => function (v) { this.kept = v + "!"; }; class A { kept = ""; @other set v(v) { this.kept = v; } } const a = new A(); a.v = "x"; send(1, { kept: a.kept });`,
    "an accessor with a decorated getter": `const other = () => () => "other"; class A { #v = "first"; @other get v() { return this.#v; } set v(v) { this.#v = v; } } const a = new A(); a.v = "x"; send(1, { v: a.v });`,
    "the name of the context": `const named = (m, { name }) => () => name; class A { @named m() { return "written"; } } send(1, { v: new A().m() });`,
    "an accessor": `const other = ({ get, set }) => ({ get: () => "other", set }); class A { @other accessor v = "written"; } send(1, { v: new A().v });`,
    "a field that is only noted": `const note = () => {}; class A { @note v = "written"; } send(1, { v: new A().v });`,
    "a private method, replaced": `const other = () => () => "other"; class A { @other #m() { return "written"; } go() { send(1, { v: this.#m() }); } } new A().go();`,
    "the class inside itself": `const other = (C) => class extends C { static kept = "other"; }; @other class A { static kept = "written"; go() { send(1, { kept: A.kept }); } } new A().go();`,
  },
  TypeScript: {
    "a method, replaced in its descriptor": `const other = (target, key, d) => { d.value = () => "other"; }; class A { @other m() { return "written"; } go() { send(1, { v: this.m() }); } } new A().go();`,
    "a method with other arguments": `const other = (target, key, d) => { const m = d.value; d.value = function (v) { return m.call(this, v + "!" + key); }; return d; };
      class A { p = "p"; @other m(v) { send(1, { v, p: this.p }); } } new A().m("x");`,
    "a method, replaced by another descriptor": `const other = (target, key, d) => ({ ...d, value: () => "other" }); class A { @other m() { return "written"; } } send(1, { v: new A().m() });`,
    "a method, replaced by a getter": `const other = (target, key, d) => ({ configurable: true, get() { return () => "other"; } }); class A { @other m() { return "written"; } } send(1, { v: new A().m() });`,
    "a method that is written to the prototype": `const other = (target, key) => { target[key] = () => "lost"; }; class A { @other m() { return "written"; } } send(1, { v: new A().m() });`,
    "another method that is written to the prototype": `const other = (target) => { target.n = () => "other"; }; class A { @other m() {} n() { return "written"; } } send(1, { v: new A().n() });`,
    "what a decorator notes in the class": `const note = (target, key) => { target.constructor.all.push(key); }; class A { static all = ["first"]; @note m() {} } send(1, { all: A.all });`,
    "a decorator of a parameter": `const all = []; const note = (target, key, index) => { all.push(index); }; class A { constructor(@note a, b) {} m(a, @note b) {} } send(1, { all });`,
    "a static method, replaced": `const other = (target, key, d) => { d.value = () => "other"; }; class A { @other static m() { return "written"; } } send(1, { v: A.m() });`,
    "a getter, replaced": `const other = (target, key, d) => { d.get = () => "other"; }; class A { @other get v() { return "written"; } } send(1, { v: new A().v });`,
    "a descriptor that escapes": `const given = [(d) => { d.value = () => "other"; }]; const unknown = given.find(() => true); const other = (target, key, d) => { unknown(d); };
      class A { @other m() { return "written"; } } send(1, { v: new A().m() });`,
  },
};
