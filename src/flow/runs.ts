import type { Run } from "../clients/native";
import { nodeAt } from "../evaluate/places";
import type { CallSite } from "../project/sites";
import type { Flow } from "./flow";
import { suppliedBy } from "./supply/supplied";

/**
 * @param depends what a request depends on, of what the callers of the function around a call supply.
 * @returns the calls that run that function, as far as they are seen.
 */
export function runsOf(flow: Flow, { file, call }: CallSite, depends: number): readonly Run[] {
  const id = nodeAt(file, call).in;
  const code = file.functionNode(id);
  // What stands at the top of a file is run by whoever imports it.
  if (!code || id === 0) return [];
  return flow.callersOf({ file, function: id }).flatMap((caller): readonly Run[] => {
    // An element runs its component, but gets no answer of it.
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
