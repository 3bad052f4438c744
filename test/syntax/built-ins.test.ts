import { describe, expect, test, vi } from "vitest";
import { arrayMethodOf, changesFirst, isReadingMethod, mayCall } from "../../src/syntax/built-ins";

/** The tables of built-in functions, compared with the functions of this Node. */

type AnyFunction = (...given: unknown[]) => unknown;

function methodsOf(owner: object): readonly (readonly [string, AnyFunction])[] {
  return Object.getOwnPropertyNames(owner).flatMap((name) => {
    const value = Object.getOwnPropertyDescriptor(owner, name)?.value as unknown;
    return typeof value === "function" && name !== "constructor" ? [[name, value as AnyFunction] as const] : [];
  });
}

const [one, two, marker] = [{ name: "one" }, { name: "two" }, { name: "marker" }];

function tried(apply: AnyFunction, self: unknown, given: readonly unknown[]): unknown {
  try {
    return apply.apply(self, [...given]);
  } catch {
    return undefined;
  }
}

/** @returns the elements of a list or iterator; other values as a list of one. */
function listed(value: unknown): readonly unknown[] {
  const isIterable = typeof value === "object" && value !== null && Symbol.iterator in value;
  return isIterable ? [...(value as Iterable<unknown>)] : [value];
}

const arrayMethods = methodsOf(Array.prototype).filter(([name]) => !/^to(?:Locale)?String$/u.test(name));
/** Arguments with which a method that changes the array does so, and others return elements. */
const given: Readonly<Record<string, readonly unknown[]>> = {
  concat: [],
  copyWithin: [0, 1],
  fill: [0, 1],
  push: [0],
  reduce: [() => 0, 0],
  reduceRight: [() => 0, 0],
  sort: [() => 1],
  splice: [0, 1],
  toSorted: [() => 1],
  toSpliced: [0, 1],
  unshift: [0],
  with: [0, 0],
};
const withCallback = new Set("every filter find findIndex findLast findLastIndex flatMap forEach map some".split(" "));
const argumentsOf = (name: string): readonly unknown[] =>
  given[name] ?? (withCallback.has(name) ? [() => (name.endsWith("ap") ? 0 : true)] : [0]);

describe.each(arrayMethods)("Array.prototype.%s", (name, apply) => {
  const known = arrayMethodOf(name);

  test("changes a frozen array if it is said to change one", () => {
    const frozen = Object.freeze([one, two]);
    const call = (): unknown => apply.apply(frozen, [...argumentsOf(name)]);
    if (known?.changes) expect(call).toThrow(TypeError);
    else expect(call).not.toThrow();
  });

  test("returns the elements that it is said to return", () => {
    const result = tried(apply, [one, two], argumentsOf(name));
    const holds = (value: unknown): boolean => value === one || value === two;
    const elements = listed(result);
    const returned = holds(result)
      ? "element"
      : elements.some(holds)
        ? "elements"
        : elements.some((each) => listed(each).some(holds))
          ? "pairs"
          : undefined;
    expect(returned).toBe(known?.returns === "removed" ? "elements" : known?.returns);
  });

  test("gives elements to the parameters of its callback that are listed", () => {
    const received = new Set<number>();
    const callback: AnyFunction = (...values) => {
      for (const [index, value] of values.entries()) if (value === one || value === two) received.add(index);
      return 0;
    };
    tried(apply, [one, two], name.startsWith("reduce") ? [callback, 0] : [callback]);
    expect([...received]).toEqual(known?.elementsTo ?? []);
  });

  test("inserts the arguments that it is said to insert", () => {
    const inserting = [0, 1, 2, 3].filter((index) => {
      const array: unknown[] = [one, two];
      const values: unknown[] = [0, 0, 2, 0];
      values[index] = marker;
      return [...listed(tried(apply, array, values)), ...array].includes(marker);
    });
    expect(inserting[0]).toBe(known?.inserts);
  });
});

test("methods that set something are no reading methods, those that get something are", () => {
  const names = methodsOf(Date.prototype).map(([name]) => name);
  expect(names.filter((name) => name.startsWith("set") && isReadingMethod(name))).toEqual([]);
  expect(names.filter((name) => name.startsWith("get") && name !== "getYear" && !isReadingMethod(name))).toEqual([]);
  expect(arrayMethods.filter(([name]) => arrayMethodOf(name)?.changes && isReadingMethod(name))).toEqual([]);
});

test("methods of strings are reading methods, except those with names of others", () => {
  const others = methodsOf(String.prototype).flatMap(([name]) => (isReadingMethod(name) ? [] : name));
  expect(others.filter((name) => !arrayMethodOf(name)).sort()).toEqual(
    "anchor big blink bold fixed fontcolor fontsize italics link small strike sub sup".split(" "),
  );
});

const owners = { Array, BigInt, Date, JSON, Map, Math, Number, Object, String, Symbol, URL };
const statics = Object.entries(owners).flatMap(([owner, value]) =>
  methodsOf(value).map(([name, apply]) => [owner, name, apply] as const),
);

test("functions that call their second argument are listed", async () => {
  const calling: string[] = [];
  for (const [owner, name, apply] of statics) {
    const callback = vi.fn(() => "");
    for (const first of [[1], "1"]) {
      const result = tried(apply, owners[owner as keyof typeof owners], [first, callback]);
      if (result instanceof Promise) await result;
    }
    if (callback.mock.calls.length > 0) calling.push(`${owner}.${name}`);
  }
  const listedNames = statics.flatMap(([owner, name]) => (mayCall(owner, name, 1) ? `${owner}.${name}` : []));
  expect(listedNames).toEqual(calling);
});

test("functions that change their first argument are listed", () => {
  const stateOf = (value: object): unknown => [
    Object.getOwnPropertyDescriptors(value),
    Object.getPrototypeOf(value) === Object.prototype,
  ];
  const changing = statics.filter(([owner, , apply]) =>
    [["x", { value: 1 }], [{ x: { value: 1 } }]].some((rest) => {
      const target = {};
      const before = stateOf(target);
      tried(apply, owners[owner as keyof typeof owners], [target, ...rest]);
      return JSON.stringify(stateOf(target)) !== JSON.stringify(before);
    }),
  );
  expect(statics.filter(([owner, name]) => changesFirst(owner, name))).toEqual(changing);
});
