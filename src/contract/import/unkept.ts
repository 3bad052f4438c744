import { explainPattern } from "../../shape/constraints/patterns";
import { isObject } from "../../value/plain-object";

type JsonObject = Readonly<Record<string, unknown>>;

/** What a format's schemas may say that a contract cannot hold, by keyword: the words for it, or `undefined` where the argument is harmless. */
export type Unkept = Readonly<Record<string, (argument: unknown, schema: JsonObject) => string | undefined>>;

/** More are counted, and not named. */
const mostNamed = 12;

/**
 * Says what schemas say that is not checked, so that nothing is dropped in silence.
 *
 * @param file the file's name.
 * @param schemas all of them, those inside others too.
 * @returns a note, or none.
 */
export function noteUnkept(file: string, schemas: Iterable<JsonObject>, unkept: Unkept): string[] {
  const counts = new Map<string, number>();
  for (const schema of schemas) {
    for (const [keyword, argument] of Object.entries(schema)) {
      const words = Object.hasOwn(unkept, keyword) ? unkept[keyword]?.(argument, schema) : undefined;
      if (words !== undefined) counts.set(words, (counts.get(words) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return [];
  const named = [...counts].map(([words, count]) => (count === 1 ? words : `${words} (${count} times)`));
  const more = named.length > mostNamed ? `; and ${named.length - mostNamed} more` : "";
  return [`${file}: not checked: ${named.slice(0, mostNamed).join("; ")}${more}`];
}

/** @returns the words for a pattern that cannot be matched without backtracking. */
export function unkeptPattern(argument: unknown): string | undefined {
  if (typeof argument === "string" && explainPattern(argument) === undefined) return undefined;
  return `pattern ${String(argument)}`;
}

/**
 * Walks through a schema and those inside it.
 *
 * @param inside the keywords with schemas: one schema, a list, or an object of schemas.
 */
export function* schemasIn(
  schema: unknown,
  inside: ReadonlySet<string>,
  seen = new Set<object>(),
): Generator<JsonObject> {
  const pending: unknown[] = [schema];
  for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    yield next;
    for (const [keyword, argument] of Object.entries(next)) {
      if (!inside.has(keyword)) continue;
      if (Array.isArray(argument)) pending.push(...(argument as unknown[]));
      else if (isObject(argument)) pending.push(...(holdsNames.has(keyword) ? Object.values(argument) : [argument]));
    }
  }
}

/** Keywords that hold schemas by free names. */
const holdsNames: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
