import { toContract } from "../contract/file/contract-file";
import { SchemaTable } from "../contract/description/schema-table";
import { checkShape } from "../shape/check";
import type { Mismatch } from "../shape/mismatch";
import type { ObjectShape } from "../shape/shape";
import type { Position } from "../usage/usage";
import type { ObjectValue } from "../value/value";
import type { Affected, Impact } from "./affected";
import type { Change, Version } from "./change";
import { kindKey } from "./compare/kinds";
import { findDocumentChanges } from "./in-document";
import type { Outcomes } from "./in-reads";
import { elementStep, type ChangeNode } from "./node";
import { hit, type Outcome, spared } from "./outcome";
import type { Site } from "./site";
import { addTo } from "../text/groups";

/** A document of a kind in a file. */
export interface SeenDocument {
  readonly site: Site;
  /** `shop.example.dev/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly value: ObjectValue;
  /** Whether it is part of an object, such as a patch. */
  readonly isPart: boolean;
  positionAt(offset: number): Position;
}

/** Finds the effects of changes in kinds on documents. */
export class DocumentImpacts {
  readonly #byKind = new Map<string, SeenDocument[]>();
  readonly #tables: Readonly<Record<"was" | "now", SchemaTable>>;
  readonly #shapes: Readonly<Record<"was" | "now", ReadonlyMap<string, ObjectShape>>>;
  readonly #outcomes = new Map<SeenDocument, Map<ChangeNode, Outcomes>>();
  /** Documents that a change hits. */
  readonly #explained = new Set<SeenDocument>();

  constructor(documents: readonly SeenDocument[], older: Version, newer: Version) {
    for (const document of documents) {
      const key = kindKey(document.apiVersion, document.kind);
      addTo(this.#byKind, key, document);
    }
    this.#tables = { was: tableOf(older), now: tableOf(newer) };
    this.#shapes = { was: shapesOf(older), now: shapesOf(newer) };
  }

  /** @returns the effect of a change in a kind on the documents of the kind. */
  of(change: Change): Impact {
    const hits: Affected[] = [];
    const unknown: Affected[] = [];
    const sparedSites: Site[] = [];
    for (const document of this.#byKind.get(change.endpoint) ?? []) {
      const outcome = this.#outcomeOf(change, document);
      const { site } = document;
      if (outcome.kind === "hit") {
        hits.push({ site, outcome });
        this.#explained.add(document);
      } else if (outcome.kind === "unknown") unknown.push({ site, outcome });
      else sparedSites.push(site);
    }
    return { change, hit: hits, unknown, spared: sparedSites };
  }

  #outcomeOf(change: Change, document: SeenDocument): Outcome {
    if (change.kind === "endpoint") return change.test.kind === "all" ? hit : spared;
    const byRoot = this.#outcomes.get(document) ?? new Map<ChangeNode, Outcomes>();
    this.#outcomes.set(document, byRoot);
    let outcomes = byRoot.get(change.root);
    if (!outcomes) {
      const { value, isPart } = document;
      outcomes = findDocumentChanges(change.root, value, {
        isPart,
        positionAt: (offset) => document.positionAt(offset),
        shapeOf: (schema, version) => this.#tables[version].shapeOf(schema, "", "request"),
      });
      byRoot.set(change.root, outcomes);
    }
    return outcomes.get(change.change) ?? spared;
  }

  /**
   * Finds documents that were valid in the older version and are invalid in the newer one although no compared change
   * hits them, for example because of combined schemas. Must be called after {@link of} for all changes.
   */
  rest(): readonly Impact[] {
    const impacts = new Map<string, { readonly change: Change; readonly hit: Affected[] }>();
    for (const [key, documents] of this.#byKind) {
      const [was, now] = [this.#shapes.was.get(key), this.#shapes.now.get(key)];
      if (!was || !now) continue;
      for (const document of documents) {
        if (this.#explained.has(document) || document.isPart || checkShape(document.value, was).length > 0) continue;
        for (const mismatch of checkShape(document.value, now)) {
          const change = restChange(key, mismatch);
          const known = impacts.get(`${key} ${change.place}`) ?? { change, hit: [] };
          impacts.set(`${key} ${change.place}`, known);
          const at = document.positionAt(mismatch.range.start);
          known.hit.push({ site: document.site, outcome: { kind: "hit", at } });
        }
      }
    }
    return [...impacts.values()].map((each) => ({ ...each, unknown: [], spared: [] }));
  }
}

function restChange(key: string, { path }: Mismatch): Change {
  const steps = path.map((step) => (typeof step === "number" ? elementStep : step));
  return {
    kind: "endpoint",
    id: "value-no-longer-fits",
    effect: "requests",
    endpoint: key,
    part: "object",
    place: steps.filter((step) => step !== elementStep).join("/"),
    test: { kind: "all" },
  };
}

function tableOf({ schemas = {} }: Version): SchemaTable {
  return new SchemaTable((name) => (Object.hasOwn(schemas, name) ? schemas[name] : undefined));
}

function shapesOf(version: Version): ReadonlyMap<string, ObjectShape> {
  const { groups = {}, kinds = [], schemas = {} } = version;
  const contract = toContract({ groups, kinds, schemas });
  return new Map(
    contract.kinds.flatMap(({ name, group, apiVersions, shape }) =>
      (apiVersions ?? groups[group]?.versions ?? []).map((each): [string, ObjectShape] => [
        kindKey(`${group}/${each}`, name),
        shape,
      ]),
    ),
  );
}
