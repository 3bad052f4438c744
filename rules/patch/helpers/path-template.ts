import type { StringValue } from "../../../src/value/value";

/**
 * Whether a path surely is one that a template describes.
 *
 * @param template `/items/{id}`: a segment in braces stands for any one segment.
 * @param path its holes stand for path parameters. A hole at a place where the template has a word may be that word or not: no match.
 */
export function matchesTemplate(template: string, path: StringValue): boolean {
  const expected = segmentsOf(template);
  // A private-use character stands for the unknown part of a segment.
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
