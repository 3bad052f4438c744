/** Keys with data as values, which contain no references. */
const dataKeys: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/** Yields the objects and lists of a document, each once, except those in data. */
export function* objectsIn(document: unknown): Generator<Record<string, unknown>> {
  const pending: unknown[] = [document];
  const seen = new Set<unknown>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!isObjectOrList(next) || seen.has(next)) continue;
    seen.add(next);
    yield next;
    for (const [key, value] of Object.entries(next))
      if (isObjectOrList(value) && !dataKeys.has(key)) pending.push(value);
  }
}

export function isObjectOrList(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
