import type TS from "typescript";
import type { Machine } from "../machine";

/** Runs code in the context of a module's top level. Its effects stay, whatever happens to the path that asks for it. */
export function atTopLevel<T>(machine: Machine, file: TS.SourceFile, run: () => T): T {
  const root = machine.moduleRoot(file);
  const context = { root, timeline: { since: undefined }, conditional: false, searching: 0 };
  return machine.within(context, () => machine.state.apart(run));
}
