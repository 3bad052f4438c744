import { effectiveMethod } from "../../../src/request/derived/method";
import { findForms } from "../../../src/request/derived/form";
import type { Request } from "../../../src/request/request";
import type { Report } from "../../../src/rule/define";
import type { Shape } from "../../../src/shape/shape";
import { checkWrittenFields, printWrittenPath, type WrittenMismatch } from "../../../src/shape/written-fields";
import { describeValues } from "./body-mismatches";

/** Servers reject a number above `maximum` in a body. Only in the query is it often reduced. */
const strictness = { maximum: true };

/**
 * Checks a body that is sent as a form.
 *
 * @param shape the described shape of the endpoint's form.
 */
export function* checkFormBody(request: Request, shape: Shape): Generator<Report> {
  const method = effectiveMethod(request) ?? "";
  if (shape.type !== "object") return;
  for (const form of findForms(request)) {
    for (const mismatch of checkWrittenFields(form, shape, { path: [], range: request.anchor }, strictness)) {
      // An update may omit fields that the resource already has.
      if (mismatch.kind !== "missing" || method !== "PATCH") yield describeWritten(mismatch, method);
    }
  }
}

function describeWritten(mismatch: WrittenMismatch, method: string): Report {
  const { range } = mismatch;
  const path = printWrittenPath(mismatch.path);
  switch (mismatch.kind) {
    case "unknown": {
      const [only, ...others] = mismatch.near;
      if (only === undefined || others.length > 0) return { message: "unknown", data: { path }, range };
      return { message: "near", data: { path, near: printWrittenPath([...mismatch.path.slice(0, -1), only]) }, range };
    }
    case "missing":
      return { message: "missing", data: { path, method }, range };
    case "readOnly":
      return { message: "readOnly", data: { path }, range };
    case "type":
      return { message: "type", data: { path, found: mismatch.found, expected: mismatch.expected }, range };
    case "values":
      return { ...describeValues(mismatch, path), range };
    case "constraint": {
      const { found, expected } = mismatch.violation;
      return { message: "constraint", data: { path, found, expected }, range };
    }
  }
}
