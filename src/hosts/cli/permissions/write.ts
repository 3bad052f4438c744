import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Document, isMap, isScalar, parseDocument, YAMLMap } from "yaml";
import type { Access, Contract } from "../../../contract/contract";
import type { Project } from "../../../contract/configuration/load";
import { getCategories } from "../../../contract/permissions/categories";
import { accessLevels } from "../../../contract/permissions/grants";
import type { Need } from "../../../contract/permissions/least";
import { findManifestCategory } from "../../../contract/permissions/manifest-names";
import { stripByteOrderMark } from "../../../text/lines";
import { describeMistake } from "../../../value/yaml-parser";
import { UsageError } from "../exit";
import { editEntry, setEntry, type TablePath } from "./edit-entry";
import type { Granted } from "./granted";
import { mostBytes, readRegularText } from "../../../files/read";
import { replaceFile } from "../../../files/replace";

/**
 * Writes the needed permissions where the granted ones are stated: in `permissions` of the configuration, or in
 * `default_permissions` of an application's manifest. Comments, categories that the map does not contain, and the rest
 * of the file (such as events) are kept.
 *
 * @param granted the file to write to; by default the configuration, which is created if missing.
 * @param tightens whether to lower or remove grants that no known call needs. Calls that are not known may still need
 * them.
 * @returns the file's path.
 * @throws {UsageError} if the file is invalid or not a mapping.
 */
export function writeLeastSet(
  needs: readonly Need[],
  granted: Granted | undefined,
  project: Project,
  tightens: boolean,
): string {
  const path = granted?.path ?? project.configurationPath ?? join(project.root, "restraint.config.yaml");
  const source = existsSync(path) ? readRegularText(path, mostBytes.data) : "{}\n";
  const { text, marked } = stripByteOrderMark(source);
  const updated = updateText(text, path, (document) => {
    const key = granted?.key ?? "permissions";
    const table = document.get(key);
    const known = isMap(table) ? table : new YAMLMap();
    const changes =
      key === "permissions"
        ? changesOfConfiguration(known, needs, project.contract)
        : changesOfManifest(known, needs, project);
    return tightens ? changes : changes.filter((change) => raises(change, document));
  });
  replaceFile({ path, text: marked ? `\uFEFF${updated}` : updated });
  return path;
}

/** Whether a change adds a permission or raises its level. */
function raises({ table, name, level }: Change, document: Document): boolean {
  const held = document.getIn([...table, name]);
  const rank = (each: unknown): number => accessLevels.indexOf(each as Access);
  return level !== undefined && (typeof held !== "string" || rank(held) < rank(level));
}

function updateText(text: string, path: string, changesOf: (document: Document) => readonly Change[]): string {
  const document: Document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new UsageError(`${path}: ${describeMistake(error)}`);
  document.contents ??= document.createNode({});
  if (!isMap(document.contents)) throw new UsageError(`${path}: it is no mapping, so nothing can be written into it.`);
  const changes = changesOf(document);
  if (path.endsWith(".json")) return `${JSON.stringify(changed(document, changes).toJS(), undefined, 2)}\n`;
  const edited = changes.reduce<string | undefined>(
    (current, { table: at, name, level }) => current && editEntry(current, at, name, level),
    text,
  );
  return edited ?? changed(document, changes).toString({ lineWidth: 0, flowCollectionPadding: true });
}

interface Change {
  readonly table: TablePath;
  readonly name: string;
  /** If absent, the entry is removed. */
  readonly level?: string | undefined;
}

/**
 * @returns the changed document, for a file that is rewritten as a whole. Comments are kept, but may move to other
 * lines.
 */
function changed(document: Document, changes: readonly Change[]): Document {
  // A new file starts as `{}`, which would keep its braces.
  if (isMap(document.contents) && document.contents.items.length === 0) document.contents.flow = false;
  for (const { table, name, level } of changes) {
    if (level === undefined) document.deleteIn([...table, name]);
    else setEntry(document, table, name, level);
  }
  return document;
}

/** A scope without remaining categories is removed as a whole. */
function changesOfConfiguration(known: YAMLMap, needs: readonly Need[], contract: Contract): readonly Change[] {
  const table = ["permissions"];
  return [...getCategories(contract.permissions)].flatMap(([scope, categories]): readonly Change[] => {
    const own = known.get(scope);
    const before = isMap(own) ? own.items.map(({ key }) => nameOf(key)) : [];
    const shown = [...categories];
    const wanted = new Map(needs.filter((need) => need.scope === scope).map((need) => [need.category, need.access]));
    const left = before.filter((name) => !shown.includes(name));
    if (wanted.size === 0 && left.length === 0) return before.length > 0 ? [{ table, name: scope }] : [];
    const set = shown.filter((category) => wanted.has(category) || before.includes(category));
    const [going, coming] = [set.filter((name) => !wanted.has(name)), set.filter((name) => wanted.has(name))];
    // Removals last, so that no mapping is ever empty.
    return [...coming, ...going].map((name) => ({ table: [...table, scope], name, level: wanted.get(name) }));
  });
}

function changesOfManifest(known: YAMLMap, needs: readonly Need[], { contract, facts }: Project): readonly Change[] {
  const table = ["default_permissions"];
  const left = new Set(needs);
  const changes: Change[] = [];
  const going: Change[] = [];
  for (const name of known.items.map(({ key }) => nameOf(key))) {
    const category = findManifestCategory(name, contract.permissions, facts.aliases);
    if (category === undefined) continue;
    const need = needs.find((each) => each.scope === category.scope && each.category === category.category);
    if (need) left.delete(need);
    (need ? changes : going).push({ table, name, level: need?.access });
  }
  for (const need of left)
    changes.push({ table, name: manifestNameOf(need, contract, facts.aliases), level: need.access });
  return [...changes, ...going];
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : "";
}

/** @returns the name that a reader of the manifest resolves to the category. */
function manifestNameOf(need: Need, contract: Contract, aliases: Readonly<Record<string, string>>): string {
  const { scope, category } = need;
  const own = contract.permissions.find((entry) => entry.scope === scope && entry.category === need.title)?.id;
  const candidates = [own, aliases[category], category, `${scope}_${category}`, "security_events"];
  const found = candidates.find((name) => {
    const meant = name === undefined ? undefined : findManifestCategory(name, contract.permissions, aliases);
    return meant?.scope === scope && meant.category === category;
  });
  return found ?? `${scope}_${category}`;
}
