import { stringifiedValue } from "../clients/native";
import type { Value } from "../value/value";

/**
 * Writes a value in one line, for tests. A known value is JSON; `${…}` is a hole, `?` after a key marks a member that
 * may be absent, `…` further members or elements, and `a | b` alternatives; `unknown` is an unknown value.
 */
export function describeValue(value: Value): string {
  switch (value.kind) {
    case "string":
      return `"${value.parts.map((part) => (part.kind === "text" ? part.text : `\${${describeHole(part.value)}}`)).join("")}"`;
    case "number":
      return String(value.value);
    case "boolean":
      return String(value.value);
    case "null":
    case "undefined":
      return value.kind;
    case "opaque": {
      const json = stringifiedValue(value);
      if (json) return `JSON(${describeValue(json)})`;
      return `<${value.label}>`;
    }
    case "unknown":
      return describeHole(value);
    case "alternatives":
      return value.options.map(describeValue).join(" | ");
    case "array": {
      const elements = value.elements.map(
        (element) => `${describeValue(element.value)}${element.presence === "maybe" ? "?" : ""}`,
      );
      return `[${[...elements, ...(value.open ? ["…"] : [])].join(", ")}]`;
    }
    case "object": {
      const members = value.members.map(
        (member) => `${member.key}${member.presence === "maybe" ? "?" : ""}: ${describeValue(member.value)}`,
      );
      const all = [...members, ...(value.open ? ["…"] : [])].join(", ");
      return `${value.class === undefined ? "" : `${value.class} `}{${all}}`;
    }
  }
}

function describeHole(value: Value): string {
  if (value.kind !== "unknown") return describeValue(value);
  const response = value.origin?.response;
  if (response) return `${response.part}:${response.path.join(".")}`;
  return value.origin?.trail.at(-1) ?? "unknown";
}
