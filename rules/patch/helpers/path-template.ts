import type { StringValue } from "../../../src/value/value";

/**
 * Whether a path certainly matches a template.
 *
 * @param template `/items/{id}`: a segment in braces matches any segment.
 * @param path holes match path parameters. A hole does not match a fixed word, because its value is unknown.
 */
export function matchesTemplate(template: string, path: StringValue): boolean {
  const expected = segmentsOf(template);
  // Represents the unknown part of a segment by a private-use character.
  const text = path.parts.map((part) => (part.kind === "text" ? part.text : "\uE000")).join("");
  const actual = segmentsOf(text.split(/[?#]/, 1)[0] ?? "");
  return (
    expected.length === actual.length &&
    expected.every((segment, index) => (/^\{.*\}$/.test(segment) ? actual[index] !== "" : segment === actual[index]))
  );
}

function segmentsOf(path: string): readonly string[] {
  return path.replace(/^\/|\/$/g, "").split("/");
}
