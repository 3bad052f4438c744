import type TS from "typescript";
import type { Program } from "../program";

/** Runs code in the context of a module's top level. Its effects stay, whatever happens to the path that asks for it. */
export function atTopLevel<T>(program: Program, file: TS.SourceFile, run: () => T): T {
  const root = program.pass.moduleRoot(file);
  const context = { root, timeline: { since: undefined }, conditional: false, searching: 0 };
  return program.run.within(context, () => program.state.apart(run));
}
