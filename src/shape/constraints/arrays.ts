import type { Path } from "../mismatch";
import { getPlain, isKnown, isOpen, isPlainObject, keyOf, type Plain } from "./plain";
import type { Constraints } from "./schema";
import { join, type Report, type Verdict } from "./violation";
import { count } from "../../text/words";

/** Checks the constraints of lists: their length, and the uniqueness of elements. */
export function examineArray(
  elements: readonly Plain[],
  constraints: Constraints,
  path: Path,
  report: Report,
): Verdict {
  const size = examineLength(elements, constraints, path, report);
  return size === "fails" ? size : join(size, examineUnique(elements, constraints, path, report));
}

function examineLength(
  elements: readonly Plain[],
  { minItems, maxItems }: Constraints,
  path: Path,
  report: Report,
): Verdict {
  let verdict: Verdict = "fits";
  const size = elements.length === 0 ? "is empty" : `has ${count(elements.length, "item")}`;
  if (minItems !== undefined && elements.length < minItems) {
    if (isOpen(elements)) verdict = "unknown";
    else {
      report?.({ keyword: "minItems", path, found: size, expected: `have at least ${count(minItems, "item")}` });
      return "fails";
    }
  }
  if (maxItems !== undefined && elements.length > maxItems) {
    report?.({ keyword: "maxItems", path, found: size, expected: `have at most ${count(maxItems, "item")}` });
    return "fails";
  }
  return verdict;
}

function examineUnique(elements: readonly Plain[], constraints: Constraints, path: Path, report: Report): Verdict {
  const identify = getIdentity(constraints);
  if (identify === undefined) return "fits";
  const { keyword, of } = identify;
  let verdict: Verdict = "fits";
  const seen = new Map<string, number>();
  for (const [index, element] of elements.entries()) {
    const key = of(element);
    if (key === undefined) {
      verdict = join(verdict, "unknown");
      continue;
    }
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, index);
      continue;
    }
    verdict = "fails";
    report?.({
      keyword,
      path: [...path, index],
      found:
        keyword === "x-kubernetes-list-map-keys" ? `repeats ${describeKeys(element, constraints)}` : "is there twice",
      expected: constraints.uniqueItems === true ? "be there once" : "differ from the others",
      first: [...path, first],
    });
  }
  return verdict;
}

interface Identity {
  readonly keyword: string;
  /** @returns the identity of an element; `undefined` if it is unknown. */
  readonly of: (element: Plain) => string | undefined;
}

function getIdentity(constraints: Constraints): Identity | undefined {
  const type = constraints["x-kubernetes-list-type"];
  if (type === "map") {
    const keys = constraints["x-kubernetes-list-map-keys"] ?? [];
    return keys.length === 0
      ? undefined
      : { keyword: "x-kubernetes-list-map-keys", of: (element) => identifyByKeys(element, keys) };
  }
  if (type !== "set" && constraints.uniqueItems !== true) return undefined;
  return {
    keyword: type === "set" ? "x-kubernetes-list-type" : "uniqueItems",
    of: (element) => (isKnown(element) ? keyOf(element) : undefined),
  };
}

function identifyByKeys(element: Plain, keys: readonly string[]): string | undefined {
  if (!isPlainObject(element)) return undefined;
  const texts: string[] = [];
  for (const key of keys) {
    const value = getPlain(element, key);
    if (value === undefined) {
      // An absent key differs from every value, and equals another absent key.
      if (isOpen(element)) return undefined;
      texts.push("");
    } else if (isKnown(value)) texts.push(keyOf(value));
    else return undefined;
  }
  return texts.join();
}

function describeKeys(element: Plain, constraints: Constraints): string {
  const keys = constraints["x-kubernetes-list-map-keys"] ?? [];
  const pairs = keys.map((key) => {
    const value = isPlainObject(element) ? getPlain(element, key) : undefined;
    return value === undefined ? `no \`${key}\`` : `\`${key}: ${typeof value === "string" ? value : keyOf(value)}\``;
  });
  return pairs.join(" and ");
}
