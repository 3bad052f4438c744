import { getMismatches } from "../../src/manifest/mismatches";
import { defineRule, type Report } from "../../src/rule/define";
import type { AmbiguousScalar } from "../../src/shape/mismatch";
import { fitScalar } from "../../src/shape/scalar";
import type { Value } from "../../src/value/value";
import { quoteSource } from "./helpers/edits";

export const rule = defineRule<"manifest", Readonly<Record<string, never>>>({
  id: "no-ambiguous-scalars",
  code: 100506,
  on: "manifest",
  docs: {
    summary: "Disallow plain scalars that YAML 1.1 and YAML 1.2 read differently.",
    why: "Which value the service gets depends on the program that reads the file: `yes` is a boolean for one and a string for another.",
    clauses: ["kinds 2.2", "kinds 2.3", "kinds 2.4", "kinds 2.5", "kinds 2.6", "kinds 2.7", "kinds 2.8"],
    preset: "recommended",
    severity: "warn",
  },
  messages: {
    string: "`{source}` is {older} {reader} and {newer} in YAML 1.2: the service may get either. Quote it.",
    boolean: "`{source}` is {older} {reader} and {newer} in YAML 1.2: the service may get either. Write `{value}`.",
    number:
      "`{source}` is {older} {reader} and {newer} in YAML 1.2: the service may get either. Write a plain decimal number.",
    key: "The key `{source}` is `{older}` in YAML 1.1 and `{source}` in YAML 1.2: the service may get either. Quote it.",
    write: "Write `{value}`",
  },
  options: {},
  fixable: true,
  hasSuggestions: true,
  check(manifest, context) {
    const { text } = context;
    for (const mismatch of getMismatches(manifest)) {
      if (mismatch.kind === "ambiguous") {
        context.report(describe(mismatch, text));
      } else if (mismatch.kind === "ambiguous-key") {
        const { range, member, editable } = mismatch;
        const edit = editable ? quoteSource(text, range, "yaml") : undefined;
        const data = { source: member.key, older: member.olderKey ?? "" };
        context.report({ message: "key", data, range, ...(edit !== undefined && { fix: [edit] }) });
      }
    }
  },
});

function describe({ value, expected, range, editable }: AmbiguousScalar, text: string): Report {
  const older = "older" in value ? value.older : undefined;
  const source = text.slice(range.start, range.end);
  const data = {
    source,
    older: older === undefined ? "" : nameValue(older),
    newer: nameValue(value),
    value: "",
    reader: /^[-+]?0[XB]/.test(source) ? "for kubectl" : "in YAML 1.1",
  };
  if (expected.type === "string") {
    const edit = editable ? quoteSource(text, range, "yaml") : undefined;
    return { message: "string", data, range, ...(edit !== undefined && { fix: [edit] }) };
  }
  const fitting = [value, ...(older === undefined ? [] : [older])].filter(
    (reading) => fitScalar(reading, expected) === "fits",
  );
  const writings = fitting.flatMap((reading) =>
    reading.kind === "boolean" || reading.kind === "number" ? [String(reading.value)] : [],
  );
  const message = expected.type === "boolean" ? "boolean" : "number";
  const [only] = writings;
  if (only !== undefined && writings.length === 1 && editable)
    return { message, data: { ...data, value: only }, range, fix: [{ range, text: only }] };
  const suggestions = editable
    ? writings.map((writing) => ({ message: "write", data: { value: writing }, edits: [{ range, text: writing }] }))
    : [];
  return { message, data: { ...data, value: only ?? "" }, range, suggestions };
}

function nameValue(value: Value): string {
  switch (value.kind) {
    case "string":
      return "a string";
    case "boolean":
      return `the boolean ${value.value}`;
    case "number":
      return `the number ${value.value}`;
    default:
      return "something else";
  }
}
