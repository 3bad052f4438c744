import type { Facts } from "../contract/configuration/configuration";
import { openObject } from "../contract/kinds/kind-notation";
import type { Contract, Kind } from "../contract/contract";
import type { ObjectShape } from "../shape/shape";
import type { ObjectValue } from "../value/value";

/** A kind, with the means to recognise its documents. */
export interface KnownKind {
  readonly kind: Kind;
  readonly group: KnownGroup;
  /**
   * Names, own and underlying, of the required fields of its resource. A document with any of them in `spec.resource`
   * is of this kind.
   */
  readonly distinctive: ReadonlySet<string>;
  /** The kind's shape, in which apiVersion and kind may have any text, because recognition checks them. */
  readonly shape: ObjectShape;
}

export interface KnownGroup {
  readonly key: string;
  /** The name in the configuration or in an imported contract. */
  readonly name: string | undefined;
  readonly apiVersions: readonly string[];
  /** The configured version of the group: `v0.5.0`. */
  readonly version: string | undefined;
}

/** The kinds and groups of a contract under a configuration, by name. */
export interface KnownKinds {
  readonly kinds: ReadonlyMap<string, readonly KnownKind[]>;
  readonly groups: ReadonlyMap<string, KnownGroup>;
  /** A text without any of these words, and without escapes, contains no known manifest. */
  readonly words: readonly string[];
}

/** @returns a kind of a known group, with unknown fields and perhaps an unknown name. */
export function anyKind(group: KnownGroup, name = ""): KnownKind {
  return { kind: { name, group: group.key, shape: openObject }, group, distinctive: new Set(), shape: openObject };
}

const known = new WeakMap<Contract, WeakMap<Facts, KnownKinds>>();

/** Prepares a contract's kinds for recognition. Cached for the same contract and facts. */
export function getKnownKinds(contract: Contract, facts: Facts): KnownKinds {
  let byFacts = known.get(contract);
  if (byFacts === undefined) known.set(contract, (byFacts = new WeakMap()));
  let kinds = byFacts.get(facts);
  if (kinds === undefined) byFacts.set(facts, (kinds = prepare(contract, facts)));
  return kinds;
}

/** @returns a group of a contract, with the configuration's facts. */
export function getGroup(contract: Contract, facts: Facts, key: string): KnownGroup {
  const group = contract.groups.find((entry) => entry.key === key);
  const fact = facts.groups[key];
  return {
    key,
    name: fact?.name ?? group?.name,
    apiVersions: group?.apiVersions ?? [],
    version: fact?.version ?? group?.version,
  };
}

function prepare(contract: Contract, facts: Facts): KnownKinds {
  const kinds = new Map<string, KnownKind[]>();
  const groups = new Map<string, KnownGroup>();
  for (const kind of contract.kinds) {
    const group = getGroup(contract, facts, kind.group);
    if (group.name !== undefined) groups.set(group.name, group);
    const ownGroup = kind.apiVersions === undefined ? group : { ...group, apiVersions: kind.apiVersions };
    const entry = knownKind(kind, ownGroup);
    const same = kinds.get(kind.name);
    if (same === undefined) kinds.set(kind.name, [entry]);
    else same.push(entry);
  }
  return { kinds, groups, words: [...kinds.keys(), ...groups.keys()].filter((word) => word !== "") };
}

/** Computes shapes with the first document of the kind, because a contract may have hundreds of kinds. */
function knownKind(kind: Kind, group: KnownGroup): KnownKind {
  let distinctive: ReadonlySet<string> | undefined;
  let shape: ObjectShape | undefined;
  return {
    kind,
    group,
    get distinctive() {
      return (distinctive ??= getDistinctive(kind.shape));
    },
    get shape() {
      return (shape ??= withIdentity(kind.shape));
    },
  };
}

function getDistinctive(shape: ObjectShape): ReadonlySet<string> {
  const spec = shape.fields.get("spec")?.shape;
  const resource = spec?.type === "object" ? spec.fields.get("resource")?.shape : undefined;
  const names = new Set<string>();
  if (resource?.type !== "object") return names;
  for (const field of resource.fields.values()) {
    if (!field.required) continue;
    names.add(field.name);
    if (field.underlyingName !== undefined) names.add(field.underlyingName);
  }
  return names;
}

function withIdentity(shape: ObjectShape): ObjectShape {
  const fields = new Map(shape.fields);
  for (const name of ["apiVersion", "kind"])
    fields.set(name, { ...fields.get(name), name, shape: { type: "string" }, required: false });
  return { ...shape, fields };
}

/** @returns whether `spec.resource` of an object has a field that is distinctive of the kind. */
export function isDistinctive(object: ObjectValue, kind: KnownKind): boolean {
  const spec = object.members.find((member) => member.key === "spec")?.value;
  const resource =
    spec?.kind === "object" ? spec.members.find((member) => member.key === "resource")?.value : undefined;
  return resource?.kind === "object" && resource.members.some((member) => kind.distinctive.has(member.key));
}
