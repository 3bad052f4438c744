import { Failure } from "./failure";
import type { Functions } from "./functions";

/** The list and set functions that Kubernetes adds to the language, by signature. */

type Item = string | bigint | number | boolean | Date;

function compare(left: Item, right: Item): number {
  return left === right ? 0 : left < right ? -1 : left > right ? 1 : 0;
}

function extreme(items: readonly Item[], sign: 1 | -1): Item {
  const [first, ...rest] = items;
  if (first === undefined) throw new Failure("a list is empty");
  return rest.reduce((best, item) => (compare(item, best) * sign > 0 ? item : best), first);
}

function sum(items: readonly (bigint | number)[]): bigint | number {
  const [first] = items;
  if (typeof first === "number") return (items as readonly number[]).reduce((total, item) => total + item, 0);
  return (items as readonly bigint[]).reduce((total, item) => total + item, 0n);
}

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === "object" && typeof right === "object" && textOf(left) === textOf(right);
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each));
}

function indexOf(list: readonly unknown[], item: unknown): bigint {
  return BigInt(list.findIndex((each) => isSame(each, item)));
}

const holds = (list: readonly unknown[], item: unknown): boolean => list.some((each) => isSame(each, item));

/** The receiver of `sets.contains()`. */
export class SetsNamespace {
  readonly name = "sets";
}

export const collectionFunctions: Functions = {
  "list.isSorted(): bool": (items: readonly Item[]) =>
    items.every((item, index) => index === 0 || compare(items[index - 1] ?? item, item) <= 0),
  "list.sum(): dyn": sum,
  "list.min(): dyn": (items: readonly Item[]) => extreme(items, -1),
  "list.max(): dyn": (items: readonly Item[]) => extreme(items, 1),
  "list.indexOf(dyn): int": indexOf,
  "list.lastIndexOf(dyn): int": (list: readonly unknown[], item: unknown) =>
    BigInt(list.findLastIndex((each) => isSame(each, item))),
  "SetsNamespace.contains(list, list): bool": (_: unknown, list: readonly unknown[], items: readonly unknown[]) =>
    items.every((item) => holds(list, item)),
  "SetsNamespace.equivalent(list, list): bool": (_: unknown, left: readonly unknown[], right: readonly unknown[]) =>
    left.every((item) => holds(right, item)) && right.every((item) => holds(left, item)),
  "SetsNamespace.intersects(list, list): bool": (_: unknown, left: readonly unknown[], right: readonly unknown[]) =>
    left.some((item) => holds(right, item)),
};
