import fc from "fast-check";

/**
 * Programs of helpers that read, write, copy, pass on and give away objects, and of entry points that call them in several ways: what a call does
 * may depend on each member of what it is given, and on what earlier calls have left.
 */

const helpers = 4;
const keys = ["x", "y", "z"];

const key = fc.constantFrom(...keys);
const variable = fc.constantFrom("a", "b", "store");
const member = fc.tuple(variable, key).map(([name, each]) => `${name}.${each}`);
const deepMember = fc.tuple(member, key).map(([owner, each]) => `${owner}?.${each}`);
const literal = fc.constantFrom('"one"', '"two"', "1", "null", "undefined", "true", "id");

function callOf(level: number, args: fc.Arbitrary<string>): fc.Arbitrary<string> {
  if (level === 0) return literal;
  return fc.tuple(fc.nat(level - 1), args, args).map(([index, one, other]) => `help${index}(${one}, ${other})`);
}

function expressionOf(level: number): fc.Arbitrary<string> {
  const simple = fc.oneof(literal, variable, member, deepMember);
  return fc.oneof(
    { weight: 4, arbitrary: simple },
    fc.tuple(key, simple).map(([name, value]) => `{ ${name}: ${value} }`),
    fc.tuple(variable, key, simple).map(([from, name, value]) => `{ ...${from}, ${name}: ${value} }`),
    simple.map((value) => `[${value}]`),
    fc.tuple(simple, simple, simple).map(([test, one, other]) => `(${test} ? ${one} : ${other})`),
    callOf(level, fc.constantFrom("a", "b", "store", '{ x: "one" }', "{ ...a }")),
  );
}

function statementOf(level: number): fc.Arbitrary<string> {
  const expression = expressionOf(level);
  const plain = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(member, expression).map(([target, value]) => `${target} = ${value};`) },
    expression.map((value) => `fetch(\`/items/\${${value}}\`);`),
    variable.map((name) => `fetch("/all", { method: "POST", body: JSON.stringify(${name}) });`),
    member.map((target) => `delete ${target};`),
    fc.tuple(variable, variable).map(([to, from]) => `Object.assign(${to}, ${from});`),
    variable.map((name) => `keep(${name});`),
    variable.map((name) => `for (const each in ${name}) store[each] = ${name}[each];`),
    fc.tuple(variable, key).map(([name, each]) => `store.later = () => ${name}.${each};`),
    expression.map((value) => `count = ${value};`),
    callOf(level, variable).map((call) => `${call};`),
  );
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    fc
      .tuple(fc.oneof(member, deepMember), plain, plain)
      .map(([test, one, other]) => `if (${test}) { ${one} } else { ${other} }`),
    fc.tuple(member, plain).map(([test, one]) => `if (${test} === "one") { ${one} }`),
    expression.map((value) => `if (count) return ${value};`),
  );
}

/** Enough nodes for a summary to pay. */
const padding = "const list = [1, 2, 3].map((n) => n + 1).filter((n) => n > 1);";

function helperOf(level: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(statementOf(level), { minLength: 1, maxLength: 4 }), expressionOf(level))
    .map(
      ([statements, result]) =>
        `export function help${level}(a, b) { ${padding} ${statements.join(" ")} return ${result}; }`,
    );
}

/** Arguments of few kinds, so that many calls are alike, and differ in what only some helpers look at. */
const given = fc.constantFrom(
  "p",
  "q",
  "o",
  '{ x: "one", y: p }',
  '{ x: "one", y: q, z: "two" }',
  '{ x: p, z: "two" }',
);

const entryCall = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(helpers - 1), given, given)
      .map(([index, one, other]) => `help${index}(${one}, ${other});`),
  },
  key.map((each) => `fetch(\`/\${o.${each}}/\${q.${each}}\`);`),
);

const entry = fc
  .array(entryCall, { minLength: 2, maxLength: 6 })
  .map(
    (calls) =>
      `(p, q) => { const o = { x: "one", y: { x: p } }; ${calls.join(" ")} fetch("/end", { method: "PUT", body: JSON.stringify([o, q, store.x]) }); }`,
  );

/** Such a program: a module of helpers, and entry points that may stand in it, or in another that imports them. */
export interface StateProgram {
  readonly helpers: string;
  readonly entries: string;
}

export const statePrograms: fc.Arbitrary<StateProgram> = fc
  .tuple(
    fc.tuple(...Array.from({ length: helpers }, (_, level) => helperOf(level))),
    fc.array(entry, { minLength: 2, maxLength: 5 }),
  )
  .map(([functions, entries]) => ({
    helpers: `let count = 0; export const store = { x: "one" };\n${functions.join("\n")}\n`,
    entries: entries.map((each, index) => `export const entry${index} = ${each};\n`).join(""),
  }));
