import { isObject } from "../../../value/plain-object";
import { isList, isTable, isText } from "../../shared/memory/plain-data";
import { isRecord } from "../../shared/memory/record-data";
import type { StoredGroup } from "./code-cache";
import type { StoredDeclarations } from "./declarations";
import type { Node } from "./digests";
import { packData, type Packed, unpackData } from "./packed";

/** A group as plain data. */
interface PlainGroup extends Pick<StoredGroup, "records"> {
  readonly declarations?: PlainDeclarations | undefined;
}

interface PlainDeclarations extends Omit<StoredDeclarations, "nodes"> {
  readonly nodes: Readonly<Record<string, Node>>;
}

/** @returns groups in the form that is written. */
export function packGroups(groups: ReadonlyMap<string, StoredGroup>): Packed {
  const plain = [...groups].map(([name, { declarations, records }]): readonly [string, PlainGroup] => [
    name,
    { declarations: declarations && { ...declarations, nodes: Object.fromEntries(declarations.nodes) }, records },
  ]);
  return packData(Object.fromEntries(plain));
}

/** @returns the groups, or `undefined` for input that {@link packGroups} does not write. */
export function unpackGroups(packed: unknown): ReadonlyMap<string, StoredGroup> | undefined {
  const groups = unpackData(packed);
  if (!areGroups(groups)) return undefined;
  return new Map(
    Object.entries(groups).map(([name, { declarations, records }]) => [
      name,
      {
        declarations: declarations && { ...declarations, nodes: new Map(Object.entries(declarations.nodes)) },
        records,
      },
    ]),
  );
}

function areGroups(data: unknown): data is Readonly<Record<string, PlainGroup>> {
  return isTable(
    data,
    (each) =>
      isObject(each) &&
      isTable(each.records, isRecord) &&
      (each.declarations === undefined || areDeclarations(each.declarations)),
  );
}

function areDeclarations(data: unknown): boolean {
  return (
    isObject(data) &&
    [data.options, data.roots, data.environment].every(isText) &&
    isList(data.files, isText) &&
    isTable(data.nodes, (each) => isObject(each) && isText(each.content) && isTable(each.answers, areTexts))
  );
}

function areTexts(data: unknown): boolean {
  return isList(data, isText);
}
