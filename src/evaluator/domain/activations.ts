import type TS from "typescript";
import type { Running } from "./running";
import type { Abstract, Activation, Place, Root } from "./domain";

/** Starts one run of a function's body, or of a file's top level. */
export function newActivation(
  running: Running,
  input: Pick<Activation, "depth" | "parent" | "closure" | "awaited" | "inPlace" | "loop" | "writtenIn"> & {
    readonly entered: Activation["entered"] | undefined;
    readonly through?: TS.Node;
    readonly self?: Abstract | undefined;
  },
): Activation {
  // Each member by itself: this runs for each call, and spreading takes several times as long.
  return {
    depth: input.depth,
    parent: input.parent,
    entered: input.entered,
    through: input.through,
    root: running.run.context.root,
    closure: input.closure,
    self: input.self,
    active: true,
    awaited: input.awaited,
    inPlace: input.inPlace,
    writtenIn: input.writtenIn,
    loop: input.loop,
    exits: [],
    targets: [],
    checkpoint: running.state.checkpoint(),
    // Later than the allocation of the arguments, which may belong to this call alone.
    began: (running.state.clock += 1),
  };
}

/** Starts the run of an entry point's body, or of a file's top level: no call leads there. */
export function outermostActivation(running: Running, closure: Activation["closure"]): Activation {
  return newActivation(running, {
    depth: 0,
    parent: undefined,
    closure,
    awaited: true,
    inPlace: false,
    entered: undefined,
    loop: undefined,
  });
}

/** The activation of values that no code evaluates. */
export const idleActivation: Activation = {
  depth: 0,
  parent: undefined,
  root: undefined as unknown as Root,
  closure: undefined,
  active: false,
  awaited: true,
  inPlace: false,
  exits: [],
  targets: [],
  checkpoint: 0,
  began: 0,
  loop: undefined,
};

/** @returns the place of values that stand nowhere in the source. */
export function nowhere(file: TS.SourceFile): Place {
  return { file, range: { start: 0, end: 0 }, activation: idleActivation, foreign: undefined };
}
