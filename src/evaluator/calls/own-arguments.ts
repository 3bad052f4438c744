import type { Arguments, Frame, FunctionNode } from "../domain/domain";
import { declare } from "../domain/scope";
import { unknown } from "../domain/values";
import type { Machine } from "../machine";
import { emptyContent } from "../store/content";
import { allocate } from "../store/heap";
import { mentionsArguments } from "../syntax/mentions";

/** Declares `arguments`, for functions that mention it: of unknown content, but a write through it reaches what the function was given. */
export function declareArguments(machine: Machine, frame: Frame, code: FunctionNode, args: Arguments): void {
  const { ts } = machine;
  if (ts.isArrowFunction(code) || !code.body || frame.scope.bindings.has("arguments") || !mentionsArguments(ts, code))
    return;
  const items = args.values.map((value) => ({ value, presence: "always" as const }));
  const cell = allocate(machine, { type: "array", made: code.body, content: { ...emptyContent, items } });
  const place = machine.place(frame, code.body);
  const origin = { trail: ["arguments"] };
  declare(machine, frame.scope, "arguments", code.body, unknown("`arguments`", place, { origin, pointsTo: [cell] }));
}
