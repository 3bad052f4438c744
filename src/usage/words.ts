import type { ReadFields, Sent, SentField } from "./usage";

/** Limit of listed members, and of listed values of one member. */
const mostTold = 12;

/** @returns what is sent, as text for people: `{name, kind: "big", color?, …}`. */
export function describeSent(sent: Sent): string {
  const { types, fields, elements, open } = sent;
  const parts = types.flatMap((type): string[] => {
    if (type === "object") {
      const members = Object.entries(fields ?? {}).map(([name, field]) => describeField(name, field));
      return [`{${[...limited(members), ...(open ? ["…"] : [])].join(", ")}}`];
    }
    if (type === "array") return [`[${elements ? describeSent(elements) : ""}${open ? "…" : ""}]`];
    return type === "null" ? ["null"] : [];
  });
  const scalars = types.filter((type) => type === "string" || type === "number" || type === "boolean");
  const values = sent.values ? limited(sent.values.map((value) => JSON.stringify(value))) : scalars;
  return [...parts, ...values, ...(types.includes("unknown") ? ["not known"] : [])].join(" | ");
}

function describeField(name: string, field: SentField): string {
  const isPlain = field.types.every(
    (type) => type === "unknown" || type === "string" || type === "number" || type === "boolean",
  );
  const value = isPlain && field.values === undefined ? "" : `: ${describeSent(field)}`;
  return `${name}${field.presence === "maybe" ? "?" : ""}${value}`;
}

function limited(texts: readonly string[]): readonly string[] {
  return texts.length > mostTold ? [...texts.slice(0, mostTold), `and ${texts.length - mostTold} more`] : texts;
}

/** @returns what is read, in the syntax of selectors: `title,owner/name,tags(id,label)`. */
export function describeReads(reads: ReadFields): string {
  if (reads.whole) return "all";
  const fields = Object.entries(reads.fields ?? {});
  return fields.length === 0 ? "nothing" : fields.map(([name, field]) => describeRead(name, field)).join(",");
}

function describeRead(name: string, { whole, fields = {} }: ReadFields): string {
  const inner = whole ? [] : Object.entries(fields).map(([key, field]) => describeRead(key, field));
  const [only] = inner;
  if (only === undefined) return name;
  return inner.length === 1 ? `${name}/${only}` : `${name}(${inner.join(",")})`;
}
