import type { ValueId } from "../../code/graph";
import type { Jsx } from "../../code/values";
import { staticCallee } from "../static-callee";
import type { FileFlow } from "../track/file-flow";
import { nothing } from "../track/marks";
import { markRoot } from "../track/steps";
import type { Tracking } from "../track/tracking";

/** Elements that put clients into component contexts, or read them. */

/** `<Context.Provider value={api}>`: readers of the context get the client. */
export function provide(tracking: Tracking, flow: FileFlow, tag: ValueId): void {
  const node = flow.code.values[tag];
  if (node?.kind === "member" && node.key === "Provider") markRoot(tracking, flow, node.object);
  else if (node?.kind !== "function" && node?.kind !== "class" && !staticCallee(tracking.project, flow.file, tag))
    markRoot(tracking, flow, tag);
}

/** `<Context.Consumer>{(api) => …}</Context.Consumer>`: the child function gets the client. */
export function consume(tracking: Tracking, flow: FileFlow, { tag, children }: Jsx): void {
  const node = typeof tag === "number" ? flow.code.values[tag] : undefined;
  const marks = typeof tag === "number" ? (flow.marks[tag] ?? nothing) : nothing;
  if (node?.kind !== "member" || node.key !== "Consumer" || marks === nothing) return;
  for (const child of children) {
    const inner = flow.code.values[child];
    const first = inner?.kind === "function" ? flow.code.functions[inner.function]?.parameters[0] : undefined;
    if (first) tracking.mark(flow, first.value, marks);
  }
}
