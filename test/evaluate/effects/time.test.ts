import { describe, expect, it } from "vitest";
import { describeValue } from "../../../src/generate/describe-value";
import { evaluateProject, evaluateText, type Draft } from "../../harness/evaluating";

/** What the requests of `/a.ts` are sent with. */
function sentBy(files: string | Readonly<Record<string, string>>): string[] {
  const { sent } = typeof files === "string" ? evaluateText(files) : evaluateProject(files);
  return sent.map((each) => (each.draft as Draft).arguments.map(describeValue).join("; "));
}

/** A class whose constructor hands a callback to code that is not known. */
const withCallback = (callback: string): string =>
  `class Api { private base = "/a"; constructor() { later(() => { ${callback} }); } get() { return send(this.base); } } new Api().get();`;

describe("what unknown code calls at another time", () => {
  it("leaves alone what it only reads", () => {
    expect(sentBy(withCallback("log(this.base);"))).toEqual(['"/a"', '"/a"']);
  });
  it("changes members of `this`", () => {
    expect(sentBy(withCallback(`this.base = "/b";`))).not.toContain('"/a"');
  });
  it("changes objects that `this` holds", () => {
    expect(
      sentBy(
        `class Api { private o = { base: "/a" }; constructor() { later(() => { this.o.base = "/b"; }); } get() { return send(this.o.base); } } new Api().get();`,
      ),
    ).not.toContain('"/a"');
  });
  it("hands `this` on", () => {
    expect(sentBy(withCallback("more(this);").replace("private ", ""))).not.toContain('"/a"');
  });
  it("hands on what it returns", () => {
    expect(
      sentBy(`const o = { base: "/a" }; later(() => o); function get() { return send(o.base); } get();`),
    ).not.toContain('"/a"');
  });
  it("sends requests of its own, from a constructor and from a class's fields too", () => {
    expect(
      sentBy(
        `class Api { constructor(private base: string) { later(() => send(this.base + "/x")); } ping = () => send("/ping"); }`,
      ),
    ).toEqual(['"/ping"', '"${base}/x"']);
  });
});

describe("what functions of an imported file change", () => {
  const importing = (used: string, other: string): string[] =>
    sentBy({ "/a.ts": `import { it } from "./b"; export function f() { ${used} }`, "/b.ts": other });

  it("is known where none of them changes it", () => {
    expect(
      importing(
        "send(it);",
        `export let it = "/a"; it = "/b"; export function other(it: string) { it = "/c"; const x = { it }; x.it = "/d"; }`,
      ),
    ).toEqual(['"/b"']);
  });
  it("a variable", () => {
    expect(
      importing("send(it);", `export let it = "/a"; export function set(next: string) { it = next; }`),
    ).not.toContain('"/a"');
  });
  it("a variable that a wrapper uses", () => {
    expect(
      importing(
        "it();",
        `let token: string | undefined; export const login = (next: string) => { token = next; }; export const it = () => send(token);`,
      ),
    ).not.toContain("undefined");
  });
  it("a member, at any depth", () => {
    expect(
      importing(
        "send(it.a.b, it.c);",
        `export const it = { a: { b: "x" }, c: "y" }; export function set() { it.a.b = "z"; }`,
      ),
    ).toEqual([expect.stringMatching(/^(?!"x").*; "y"$/u)]);
  });
  it("an array, in place", () => {
    expect(
      importing("send(it.join());", `export const it = ["x"]; export function add() { it.push("z"); }`),
    ).not.toContain('"x"');
  });
  it("a field of an instance", () => {
    const classOf = (method: string): string =>
      `class Api { constructor(private base: string) {} ${method} get() { return send(this.base); } } export const it = new Api("/a");`;
    expect(importing("it.get();", classOf(""))).toEqual(['"/a"']);
    expect(importing("it.get();", classOf("use(base: string) { this.base = base; }"))).not.toContain('"/a"');
    expect(importing("it.get();", classOf("later = () => { this.base += 1; };"))).not.toContain('"/a"');
  });
  it("a field of an object literal", () => {
    expect(
      importing(
        "it.get();",
        `export const it = { base: "/a", use(base: string) { this.base = base; }, get() { return send(this.base); } };`,
      ),
    ).not.toContain('"/a"');
  });
});

describe("what an instance is made of", () => {
  const made = (member: string): string[] =>
    sentBy(
      `let base = "/a"; export class Api { ${member} get() { return send(this.base); } } export function use(next) { base = next; }`,
    );

  it("may have changed before it is made", () => {
    expect(made("base = base;")).not.toContain('"/a"');
    expect(made("constructor() { this.base = base; }")).not.toContain('"/a"');
  });
  it("is known where nothing changes it", () => {
    expect(made(`base = "/b";`)).toEqual(['"/b"']);
  });
});

describe("a callback that a wrapper hands to code that is not known", () => {
  const scheduling = (after: string): string =>
    sentBy(
      `function f(path, o) { let x = "/a"; later(() => send(path + x, o)); ${after} } export function g() { f("/g", { k: 1 }); }`,
    )
      .filter((each) => each.includes("/g"))
      .join(" ");

  it("sends for the wrapper's caller too", () => {
    expect(scheduling("")).toBe('"/g/a"; {k: 1}');
  });
  it("sees a variable as it is then", () => {
    expect(scheduling(`x = "/b";`)).toBe('"/g/a" | "/g/b"; {k: 1}');
    expect(scheduling(`x = other();`)).toMatch(/^"\/g\$|unknown/u);
  });
  it("sees an object as it is then", () => {
    expect(scheduling(`o.k = 2;`)).not.toContain("k: 1");
  });
});

describe("what is made when it is first needed", () => {
  const factory = `import { create } from "client"; let it; export function get() { if (!it) { it = create({ base: "/a" }); } return it; }`;

  it("is a client whenever it is asked for", () => {
    expect(sentBy(`${factory} export function f() { get().send(1); } export function g() { it.send(2); }`)).toEqual([
      "1",
      "2",
    ]);
    expect(
      sentBy(
        `import { create } from "client"; let it; const get = () => (it ??= create()); export const f = () => get().send(1);`,
      ),
    ).toEqual(["1"]);
    expect(
      sentBy(
        `import { create } from "client"; class Api { get it() { return (this.made ??= create()); } f() { this.it.send(1); } }`,
      ),
    ).toEqual(["1"]);
  });
  it("is one in another file, in a loop, and for many callers", () => {
    const callers = Array.from(
      { length: 9 },
      (_, index) => `export const f${index} = () => { for (const x of y) get().send(${index}); };`,
    ).join("\n");
    expect(sentBy({ "/a.ts": `import { get } from "./b";\n${callers}`, "/b.ts": factory })).toEqual([
      "0",
      "1",
      "2",
      "3",
      "4",
      "5",
      "6",
      "7",
      "8",
    ]);
  });
  it("may be one of several values, and unknown where one of them is", () => {
    expect(sentBy(`let mode = "a"; export function set() { mode = "b"; } export function f() { send(mode); }`)).toEqual(
      ['"a" | "b"'],
    );
    expect(
      sentBy(`let mode = "a"; export function set(next) { mode = next; } export function f() { send(mode); }`),
    ).toEqual(["unknown"]);
  });
});
