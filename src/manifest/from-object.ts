import type { Facts } from "../contract/configuration";
import type { Contract } from "../contract/contract";
import type { Value } from "../value/value";
import { getKnownKinds } from "./known-kinds";
import type { Manifest } from "./manifest";
import { recognise } from "./recognise";

/**
 * Finds the manifests that an object literal in code declares: itself, or the items of the list that it is.
 *
 * @param value the literal's value as it leaves the place where it is made.
 */
export function getManifestsFromObject(value: Value, contract: Contract, facts: Facts): readonly Manifest[] {
  if (value.kind !== "object" || value.class !== undefined) return [];
  return recognise(value, getKnownKinds(contract, facts), "code").manifests;
}
