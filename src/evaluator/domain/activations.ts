import type TS from "typescript";
import type { Machine } from "../machine";
import type { Abstract, Activation, Root } from "./domain";

/** Starts one run of a function's body, or of a file's top level. */
export function newActivation(
  machine: Machine,
  input: Pick<Activation, "depth" | "parent" | "closure" | "awaited" | "inPlace" | "loop" | "writtenIn"> & {
    readonly entered: Activation["entered"] | undefined;
    readonly through?: TS.Node;
    readonly self?: Abstract | undefined;
  },
): Activation {
  const { entered, ...rest } = input;
  return {
    ...rest,
    ...(entered ? { entered } : {}),
    root: machine.context.root,
    active: true,
    exits: [],
    targets: [],
    checkpoint: machine.state.checkpoint(),
    began: machine.state.clock,
  };
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
