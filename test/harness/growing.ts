/** Programs of any size, each of one construct, to test that work and memory grow linearly with the size. */

function lines(count: number, line: (index: number) => string, separator = "\n"): string {
  return Array.from({ length: count }, (_, index) => line(index)).join(separator);
}

const unknownCondition = "declare const c: any;\n";

/** Constructs that a program may repeat; each leaves its result in `o`. */
export const constructs: Readonly<Record<string, (size: number) => string>> = {
  "members of an object literal": (size) => `const o = {\n${lines(size, (index) => `k${index}: "v${index}",`)}\n};`,
  "elements of an array literal": (size) => `const o = { a: [\n${lines(size, (index) => `"v${index}",`)}\n] };`,
  "assignments to one object": (size) => `const o: any = {};\n${lines(size, (index) => `o.k${index} = "v${index}";`)}`,
  "assignments by condition": (size) =>
    `${unknownCondition}const o: any = {};\n${lines(size, (index) => `if (c.x${index}) o.k${index} = "v${index}";`)}`,
  "elements pushed": (size) => `const o: any = [];\n${lines(size, (index) => `o.push("v${index}");`)}`,
  "objects pushed": (size) => `const o: any = [];\n${lines(size, (index) => `o.push({ a: ${index} });`)}`,
  "members spread into the next": (size) =>
    `let o: any = {};\n${lines(size, (index) => `o = { ...o, k${index}: "v${index}" };`)}`,
  "elements spread into the next": (size) => `let o: any = [];\n${lines(size, (index) => `o = [...o, "v${index}"];`)}`,
  "pieces appended to a string": (size) => `let o = "";\n${lines(size, (index) => `o += "v${index}";`)}`,
  "operands of one sum": (size) => `const o = ${lines(size, (index) => `"v${index}"`, " + ")};`,
  "functions that write to one object": (size) =>
    `const o: any = {};\n${lines(size, (index) => `o.f${index} = (a: any) => { o.g${index} = a; return a + ${index}; };`)}`,
  "objects around each other": (size) => `let o: any = {};\n${lines(size, () => "o = { a: o };")}`,
  "variables in one object": (size) =>
    `${lines(size, (index) => `const v${index} = "x${index}";`)}\nconst o = { ${lines(size, (index) => `v${index}`, ", ")} };`,
  "cases of a switch": (size) =>
    `${unknownCondition}let o: any; switch (c) {\n${lines(size, (index) => `case "${index}": o = { a: ${index} }; break;`)}\n}`,
  "guarded statements": (size) =>
    `const o: any = {};\n${lines(size, (index) => `try { o.a${index} = JSON.parse("${index}"); } catch { o.b${index} = 1; }`)}`,
  "assignments to setters": (size) =>
    `class A {\n${lines(size, (index) => `v${index}: any; set s${index}(v: any) { this.v${index} = v; }`)}\n}\n${unknownCondition}const v: any = c.v; const o: any = new A();\n${lines(size, (index) => `o.s${index} = v;`)}`,
  "assignments to setters that tell others": (size) =>
    `class A {\nall: any[] = [];\n${lines(size, (index) => `v${index}: any; set s${index}(v: any) { this.v${index} = v; this.all.forEach((f) => f(v)); }`)}\n}\n${unknownCondition}const v: any = c.v; const o: any = new A();\n${lines(size, (index) => `o.s${index} = v;`)}`,
  "assignments to setters of a shared object": (size) =>
    `class A {\n${lines(size, (index) => `v${index}: any; set s${index}(v: any) { this.v${index} = v; }`)}\n}\n${unknownCondition}const a = new A(); export function set(v: any) {\n${lines(size, (index) => `a.s${index} = v;`)}\nreturn fetch("https://h/y", a as any); }\nconst o = {};`,
  "keys that hold one object, within each other": (size) => {
    const holding = (of: string): string => `{ ${lines(size, (index) => `k${index}: ${of}`, ", ")} }`;
    return `const o: any = { z: 1 };\nconst d: any = ${holding("o")};\nconst e: any = ${holding("d")};\nconst f: any = ${holding("e")};\nconst g: any = ${holding("f")};\nfunction change() { g.k0.k0.k0.k0.z = 2; }\nchange();`;
  },
  "names of one object by which functions change it": (size) =>
    `const o: any = {};\n${lines(size, (index) => `const a${index} = o; function f${index}() { a${index}.k${index} = ${index}; }`)}\n${lines(size, (index) => `f${index}(); o.l${index} = ${index};`)}`,
  "functions that send": (size) =>
    `${lines(size, (index) => `export function f${index}(a: any) { return fetch("/w/" + a, { method: "PATCH", body: JSON.stringify({ a }) }); }`)}\nconst o = {};`,
};

/** Constructs that nest deeply or take long for their size; a few hundred suffice. */
export const chains: Readonly<Record<string, (size: number) => string>> = {
  "early returns": (size) =>
    `${unknownCondition}function f() {\n${lines(size, (index) => `if (c.x${index}) return;`)}\nreturn 1; }\nconst o = { a: f() };`,
  "rounds that end early": (size) =>
    `${unknownCondition}const o: any = {};\nfor (const x of c) {\n${lines(size, (index) => `if (x.k${index}) continue;`)}\no.a = x; }`,
  "breaks out of a loop": (size) =>
    `${unknownCondition}let o: any = 1;\nwhile (c.go) {\n${lines(size, (index) => `if (c.k${index}) { o = ${index}; break; }`)}\n}`,
  "loops that append to a string": (size) =>
    `${unknownCondition}let o = "";\n${lines(size, (index) => `for (const x of c.a${index}) o += x + "${index}";`)}`,
  "pieces appended in one loop": (size) =>
    `${unknownCondition}let o = "";\nfor (const x of c.a) {\n${lines(size, (index) => `o += x.k${index} + ",${index}";`)}\n}`,
  "pieces appended by condition": (size) =>
    `${unknownCondition}let o = "";\n${lines(size, (index) => `if (c.x${index}) o += "&k${index}=" + c.x${index};`)}`,
  "functions that write to one object": (size) =>
    `const o: any = {};\n${lines(size, (index) => `export function f${index}(v: any) { o.k${index} = v; }`)}`,
  "handlers that write to one object": (size) =>
    `${unknownCondition}const o: any = {};\n${lines(size, (index) => `c.on("e${index}", (v: any) => { o.k${index} = v; });`)}`,
  "links of an optional chain": (size) => `${unknownCondition}const o = c${lines(size, (index) => `?.k${index}`, "")};`,
  "calls of an optional chain": (size) =>
    `${unknownCondition}const o = c${lines(size, (index) => `?.k${index}?.()`, "")};`,
  "calls of `then`": (size) =>
    `${unknownCondition}const o = {}; c${lines(size, (index) => `.then((x: any) => x + ${index})`, "")};`,
  "branches of an else if": (size) =>
    `${unknownCondition}let o;\n${lines(size, (index) => `if (c === ${index}) o = { a: ${index} };`, " else ")}`,
  "conditionals one after the other": (size) =>
    `${unknownCondition}const o = ${lines(size, (index) => `c === ${index} ? "v${index}" : `)} 0;`,
  "elements of JSX within each other": (size) =>
    `const o: any = ${lines(size, (index) => `<a k={${index}}>`, "")}${lines(size, () => "</a>", "")};`,
  "methods that call the next one": (size) =>
    `class A {\n${lines(size, (index) => `m${index}(a: any): any { return this.m${(index + 1) % size}(a); }`)}\n}\nconst o = new A().m0("x");`,
  "functions that call the next one": (size) =>
    `${lines(size, (index) => `function f${index}(a: any): any { return f${index + 1}(a); }`)}\nfunction f${size}(a: any) { return a; }\nconst o = f0("x");`,
  "arrow functions that call the one before": (size) =>
    `const f0 = (a: any) => a;\n${lines(size, (index) => `const f${index + 1} = (a: any): any => f${index}(a);`)}\nconst o = f${size}("x");`,
  "classes that extend the one before": (size) =>
    `class A0 { m(a: any) { return a; } }\n${lines(size, (index) => `class A${index + 1} extends A${index} {}`)}\nconst o = new A${size}().m("x");`,
  "functions that call the one before": (size) =>
    `function f0(a: any) { return a; }\n${lines(size, (index) => `function f${index + 1}(a: any): any { return f${index}(a); }`)}\nconst o = f${size}("x");`,
  "classes that extend each other": (size) =>
    `class A0 { m(a: any) { return fetch("/x/" + a); } }\n${lines(size, (index) => `class A${index + 1} extends A${index} { n${index}() { return this.m(${index}); } }`)}\nconst o = {};`,
  "calls of one wrapper": (size) =>
    `const send = (path: string, body: any) => fetch("/q" + path, { method: "PATCH", body: JSON.stringify(body) });\n${lines(size, (index) => `export const f${index} = (a: any) => send("/x/${index}/" + a, { k${index}: a });`)}\nconst o = {};`,
  "updates under the tag of the one before": (size) =>
    `export async function main() { let p = await (await fetch("/x")).json();\n${lines(size, (index) => `p = await (await fetch("/x", { method: "PATCH", headers: { "If-Match": p.etag }, body: JSON.stringify({ a: ${index} }) })).json();`)}\n}\nconst o = {};`,
  "copies of what is not known": (size) =>
    `${unknownCondition}const o: any = {};\n${lines(size, (index) => `const a${index} = { ...c }; a${index}.x = a${index}.k${index}; o.k${index} = a${index}.y;`)}`,
  "copies of copies": (size) =>
    `${unknownCondition}let o: any = c;\n${lines(size, (index) => `o = structuredClone({ ...o, k${index}: o.x });`)}`,
};

/**
 * Constructs in which many places use one large object. Joins are counted separately, because they were far fewer than
 * nodes at first.
 */
export const sharings: Readonly<Record<string, (size: number) => string>> = {
  "parameters set by condition": (size) =>
    `export function f(a: any) { const q = new URLSearchParams();\n${lines(size, (index) => `if (a.k${index}) q.set("k${index}", a.k${index});`)}\nreturn fetch("/x?" + q); }\nconst o = {};`,
  "members written under keys that are not known": (size) =>
    `${unknownCondition}const o: any = {\n${lines(size, (index) => `k${index}: "v${index}",`)}\n};\n${lines(size, (index) => `o[c.k${index}] = "x";`)}`,
  "copies of what is not known over one object": (size) =>
    `${unknownCondition}const o: any = {};\n${lines(size, (index) => `Object.assign(o, c.x${index}, { k${index}: ${index} });`)}`,
};

/** Callbacks within callbacks. */
export const nestings: Readonly<Record<string, (depth: number) => string>> = {
  "promises of several outcomes": (depth) =>
    `${unknownCondition}async function q() { const r = await c(); if (r.a) return "a"; if (r.b) return "b"; return r; }\n${nested(depth, (inner) => `q().catch(() => { ${inner} });`)}`,
  "promises that nothing is known of": (depth) =>
    `${unknownCondition}const p = c.a ? c.p : c.b ? c.q : c.r;\n${nested(depth, (inner) => `p.then(() => { ${inner} });`)}`,
};

/** Constructs that each double the result so far. */
export const doublings: Readonly<Record<string, (size: number) => string>> = {
  "conditionals in a template": (size) =>
    `${unknownCondition}const o = \`${lines(size, (index) => `\${c.x${index} ? "a" : "b"}`, "/")}\`;`,
  "conditionals joined": (size) =>
    `${unknownCondition}const o = [${lines(size, (index) => `c.x${index} ? "a" : "b"`, ", ")}].join("/");`,
  "alternatives around each other": (size) =>
    `${unknownCondition}let o: any = {};\n${lines(size, (index) => `o = c.x${index} ? { a: o } : { b: o };`)}`,
  "a string twice in itself": (size) => `let o = "x";\n${lines(size, () => "o += o;")}`,
  "an array twice in itself": (size) => `let o: any = ["x"];\n${lines(size, () => "o = [...o, ...o];")}`,
  "an object twice in itself": (size) => `let o: any = {};\n${lines(size, () => "o = { a: o, b: o };")}`,
  "copies of an object twice in itself": (size) =>
    `let o: any = {};\n${lines(size, () => "o = { a: o, b: o };")}\no = structuredClone(JSON.parse(JSON.stringify(o)));`,
};

function nested(depth: number, around: (inner: string) => string): string {
  let text = "";
  for (let level = 0; level < depth; level += 1) text = around(text);
  return `${text}\nconst o = {};`;
}

/** Sends the result of a program. */
export const sending = '\nfetch("https://h/x", { method: "PATCH", body: JSON.stringify({ o }) });\nexport {};\n';
