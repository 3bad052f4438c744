import type { Run } from "../clients/native";
import { nodeAt } from "../evaluate/places";
import type { CallSite } from "../project/sites";
import type { Flow } from "./flow";
import { suppliedBy } from "./supply/supplied";

/**
 * @param depends what a request depends on in the context of the function around a call.
 * @returns the known calls that run that function.
 */
export function runsOf(flow: Flow, { file, call }: CallSite, depends: number): readonly Run[] {
  const id = nodeAt(file, call).in;
  const code = file.functionNode(id);
  // Every importer runs the top level of a file.
  if (!code || id === 0) return [];
  return flow.callersOf({ file, function: id }).flatMap((caller): readonly Run[] => {
    // An element runs its component, but does not get an answer from it.
    if (nodeAt(caller.file, caller.call).kind !== "call") return [];
    const inner = suppliedBy(caller, depends);
    return [
      {
        code,
        call: caller.file.nodeOf(caller.call),
        isGiven: caller.argument !== undefined,
        isOpen: inner !== 0,
        around: () => runsOf(flow, caller, inner),
      },
    ];
  });
}
