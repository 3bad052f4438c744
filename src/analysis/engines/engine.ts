import type { Engine } from "../../clients/evaluation";
import { type ForwardProject, ForwardEngine } from "./forward";
import { DemandEngine } from "./demand";

export type { EngineIndexes } from "./forward";

/** The files of a project, and what an engine may take from those who have looked at them before. */
export type EngineProject = Omit<ForwardProject, "like"> & {
  /** An engine for the same files, whose findings are taken: it tells code by its place, whoever has made the trees. */
  readonly like?: Engine | undefined;
};

/** Whether values are evaluated on demand. While both engines are there, the environment chooses one. */
const onDemand = process.env.RESTRAINT_ENGINE === "demand";

/** @returns the engine for a project: the one that runs code forwards, unless `RESTRAINT_ENGINE=demand` asks for values on demand. */
export function createEngine({ like, ...project }: EngineProject): Engine {
  if (onDemand) return new DemandEngine(project);
  return new ForwardEngine({ ...project, like: like instanceof ForwardEngine ? like : undefined });
}
