import type { Abstract } from "../domain/domain";
import { optionsOf } from "../domain/values";
import type { Program } from "../program";
import { contentOf } from "./heap";

/** Values as conditions. */

/** @returns whether the value is truthy, or `undefined` where that is not known. */
export function truthOf(program: Program, value: Abstract): boolean | undefined {
  return agree(value, (option) => {
    if (option.promise) return true;
    switch (option.kind) {
      case "scalar":
        return Boolean(option.value);
      case "text":
        if (option.json) return true;
        if (option.parts.some((part) => (part.kind === "text" ? part.text !== "" : isQuery(program, part.value))))
          return true;
        return option.parts.length === 0 ? false : undefined;
      case "unknown": {
        if (option.truth !== undefined) return option.truth;
        const fact = program.pass.facts.of(option.identity);
        return fact?.truthy ?? (fact?.nullish === true ? false : undefined);
      }
      case "never":
        return undefined;
      default:
        return true;
    }
  });
}

/** Whether a part of a text is a query that surely has a parameter. */
function isQuery(program: Program, value: Abstract): boolean {
  if (value.kind !== "reference" || value.cell.class?.name !== "URLSearchParams") return false;
  return [...contentOf(program, value.cell).fields.values()].some(({ presence }) => presence === "always");
}

/** @returns whether the value is null or undefined, or `undefined` where that is not known. */
export function nullishOf(program: Program, value: Abstract): boolean | undefined {
  return agree(value, (option) => {
    if (option.promise) return false;
    if (option.kind === "scalar") return option.value === null || option.value === undefined;
    if (option.kind === "unknown") {
      if (option.nullish !== undefined) return option.nullish;
      if (option.truth === true || option.is !== undefined) return false;
      const fact = program.pass.facts.of(option.identity);
      return fact?.nullish ?? (fact?.truthy === true ? false : undefined);
    }
    return option.kind === "never" ? undefined : false;
  });
}

function agree(value: Abstract, predicate: (option: Abstract) => boolean | undefined): boolean | undefined {
  let verdict: boolean | undefined;
  let first = true;
  for (const option of optionsOf(value)) {
    const found = predicate(option);
    if (found === undefined || (!first && found !== verdict)) return undefined;
    verdict = found;
    first = false;
  }
  return verdict;
}

/** @returns the alternatives that pass a test, or may pass it. */
export function keep(value: Abstract, test: (option: Abstract) => boolean | undefined): Abstract {
  if (value.kind !== "alternatives") return value;
  const options = value.options.filter((option) => test(option) !== false);
  const [only] = options;
  if (options.length === value.options.length || !only) return value;
  return options.length === 1 ? { ...only, settles: value.settles } : { ...value, options };
}

/** @returns whether a value may be a function. A call of a primitive throws. */
export function mayBeCalled(program: Program, value: Abstract): boolean {
  return value.kind !== "text" && value.kind !== "scalar" && nullishOf(program, value) !== true;
}
