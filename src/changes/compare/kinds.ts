import type { ContractFileKind } from "../../contract/file/contract-file";
import type { ContractSchema } from "../../contract/file/schema-shape";
import type { Change, Version } from "../change";
import { changesIn } from "./parameters";
import type { SchemaComparison } from "./schemas";
import { kindCheckId } from "../kind-checks";
import type { Effect } from "../node";

/** A kind in one version of its group. */
interface KindVersion {
  readonly kind: string;
  readonly group: string;
  readonly schema: ContractSchema;
}

/** Compares the kinds of two contracts, each in every version of its group that both contracts have. */
export function compareKinds(older: Version, newer: Version, schemas: SchemaComparison): readonly Change[] {
  const [was, now] = [versionsOf(older), versionsOf(newer)];
  const left = new Set([...now.values()].map(nameOf));
  const known = new Set([...was.values()].map(nameOf));
  return [
    ...[...was].flatMap(([key, one]): readonly Change[] => {
      const same = now.get(key);
      if (same)
        return changesIn(schemas.compare(one.schema, same.schema, "request"), { endpoint: key, part: "object" }).map(
          (change) => ({ ...change, id: kindCheckId(change.id) }),
        );
      return [make(key, left.has(nameOf(one)) ? "kind-version-removed" : "kind-removed", "requests")];
    }),
    ...[...now].flatMap(([key, one]) =>
      was.has(key) ? [] : [make(key, known.has(nameOf(one)) ? "kind-version-added" : "kind-added", "nobody")],
    ),
  ];
}

/** Kinds by the key that a document states: `shop.example.dev/v1 Gadget`. */
function versionsOf({ kinds = [], groups = {} }: Version): ReadonlyMap<string, KindVersion> {
  return new Map(
    kinds.flatMap(({ kind, group, versions, schema }: ContractFileKind) =>
      (versions ?? groups[group]?.versions ?? []).map((version): [string, KindVersion] => [
        kindKey(`${group}/${version}`, kind),
        { kind, group, schema },
      ]),
    ),
  );
}

/** @returns the key of a kind in changes. */
export function kindKey(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

function nameOf({ kind, group }: KindVersion): string {
  return `${group} ${kind}`;
}

function make(key: string, id: string, effect: Effect): Change {
  const test = { kind: effect === "nobody" ? "none" : "all" } as const;
  return { kind: "endpoint", id, effect, endpoint: key, part: "object", place: "", test };
}
