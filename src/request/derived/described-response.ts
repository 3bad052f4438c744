import type { Facts } from "../../contract/configuration/configuration";
import type { Contract, PermissionEntry, Resource } from "../../contract/contract";
import type { Shape } from "../../shape/shape";
import type { Request } from "../request";
import { findRequestEndpoints } from "./endpoint";
import { takesSelectors } from "./predicates";

interface Described {
  /** The resources as a permission map, so that paths are looked up in the same way. */
  readonly contract: Contract;
  readonly shapes: ReadonlyMap<PermissionEntry, Shape>;
}

const described = new WeakMap<readonly Resource[], Described>();

/**
 * @returns the shape of a request's answer by the contract; undefined if the contract has none, or if the path may
 * match another endpoint.
 */
export function describedResponse(request: Request, { resources }: Contract, facts: Facts): Shape | undefined {
  if (resources === undefined || !takesSelectors(request)) return undefined;
  let known = described.get(resources);
  if (!known) described.set(resources, (known = toDescribed(resources)));
  const { shapes } = known;
  const match = findRequestEndpoints(request, known.contract, facts);
  // An uncertain endpoint has no entries.
  const [shape, ...others] = new Set(match?.entries.map((entry) => shapes.get(entry)));
  return others.length === 0 ? shape : undefined;
}

function toDescribed(resources: readonly Resource[]): Described {
  const shapes = new Map(
    resources.map(({ method, path, shape }): [PermissionEntry, Shape] => {
      return [{ scope: "", category: "", access: "read", method, path, tokens: [], additional: false }, shape];
    }),
  );
  return { contract: { permissions: [...shapes.keys()], kinds: [], groups: [] }, shapes };
}
