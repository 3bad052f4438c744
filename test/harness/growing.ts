/** Programs of any size, each of one construct: what is asked of them is that work and memory grow as they do. */

function lines(count: number, line: (index: number) => string, separator = "\n"): string {
  return Array.from({ length: count }, (_, index) => line(index)).join(separator);
}

const unknownCondition = "declare const c: any;\n";

/** What a program may be made of many times over; each leaves its result in `o`. */
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
  "functions that send": (size) =>
    `${lines(size, (index) => `export function f${index}(a: any) { return fetch("/w/" + a, { method: "PATCH", body: JSON.stringify({ a }) }); }`)}\nconst o = {};`,
};

/** Those of which each doubles what was there before. */
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

/** Sends what a program has made. */
export const sending = '\nfetch("https://h/x", { method: "PATCH", body: JSON.stringify({ o }) });\nexport {};\n';
