import { jsonBodies } from "../../../src/request/derived/predicates";
import { effectiveMethod } from "../../../src/request/derived/method";
import type { Request } from "../../../src/request/request";
import type { Report } from "../../../src/rule/define";
import { checkShape } from "../../../src/shape/check";
import { describeMismatch } from "./body-mismatches";

/** Checks a body against the types of a generated client, which list every field. Only unknown fields are reported: TypeScript checks the values. */
export function* checkParameterBody(request: Request): Generator<Report> {
  const shape = request.parameters?.fields.get("requestBody")?.shape;
  if (shape?.type !== "object") return;
  for (const body of jsonBodies(request))
    for (const mismatch of checkShape(body, shape)) {
      const report =
        mismatch.kind === "unknown" && describeMismatch(mismatch, effectiveMethod(request) ?? "", { isFull: true });
      if (report) yield report;
    }
}
