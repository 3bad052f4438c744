import { explainPattern } from "../../shape/constraints/patterns";
import { isObject } from "../../value/plain-object";

type JsonObject = Readonly<Record<string, unknown>>;

/** Descriptions of unsupported arguments, by keyword of a schema format; `undefined` if the argument is harmless. */
export type Unkept = Readonly<Record<string, (argument: unknown, schema: JsonObject) => string | undefined>>;

/** Bounds the items listed in a note. */
const mostNamed = 12;

/** @returns a note on the parts of something that are not checked. Those beyond the bound are counted. */
export function noteUnchecked(subject: string, parts: readonly string[], most = mostNamed): string {
  const more = parts.length > most ? `; and ${parts.length - most} more` : "";
  return `${subject}: not checked: ${parts.slice(0, most).join("; ")}${more}`;
}

/**
 * Summarizes the unchecked parts of schemas, so that nothing is dropped silently.
 *
 * @param file the file's name.
 * @param schemas all schemas, including nested ones.
 * @returns a list with one note, or an empty one.
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
  return [noteUnchecked(file, named)];
}

/** @returns a description of a pattern that cannot be matched without backtracking. */
export function unkeptPattern(argument: unknown): string | undefined {
  if (typeof argument === "string" && explainPattern(argument) === undefined) return undefined;
  return `pattern ${String(argument)}`;
}

/**
 * Walks a schema and its nested schemas.
 *
 * @param inside keywords that contain schemas: a schema, a list, or an object of schemas.
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

/** Keywords that map free names to schemas. */
const holdsNames: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
