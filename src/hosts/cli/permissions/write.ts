import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Document, isMap, isScalar, parseDocument, type YAMLMap } from "yaml";
import type { Contract } from "../../../contract/contract";
import type { Project } from "../../../contract/load";
import { getCategories } from "../../../contract/permissions/categories";
import type { Need } from "../../../contract/permissions/least";
import { findManifestCategory } from "../../../contract/permissions/manifest-names";
import { stripByteOrderMark } from "../../../text/lines";
import { UsageError } from "../exit";
import type { Granted } from "./granted";
import { mostBytes, readRegularText } from "../../../files/read";
import { replaceFile } from "../../../files/replace";

/**
 * Puts the least set where the granted one is written: into `permissions` of the configuration, or `default_permissions` of an application's
 * manifest. Comments stay, and so do categories that the map does not show, and everything else in the file, events among them.
 *
 * @param granted where it is written; absent: the configuration, which is made where there is none.
 * @returns the file's path.
 * @throws {UsageError} on a file that is no mapping, or not valid.
 */
export function writeLeastSet(needs: readonly Need[], granted: Granted | undefined, project: Project): string {
  const path = granted?.path ?? project.configurationPath ?? join(project.root, "restraint.config.yaml");
  const source = existsSync(path) ? readRegularText(path, mostBytes.data) : "{}\n";
  const { text, marked } = stripByteOrderMark(source);
  const updated = updateText(text, needs, granted?.key ?? "permissions", project, path);
  replaceFile({ path, text: marked ? `\uFEFF${updated}` : updated });
  return path;
}

function updateText(text: string, needs: readonly Need[], key: Granted["key"], project: Project, path: string): string {
  const document: Document = parseDocument(text);
  if (document.errors.length > 0) throw new UsageError(`${path}: ${document.errors[0]?.message ?? "is not valid"}`);
  document.contents ??= document.createNode({});
  if (!isMap(document.contents)) throw new UsageError(`${path}: it is no mapping, so nothing can be written into it.`);
  // An empty mapping in braces is what a new file begins with.
  if (document.contents.items.length === 0) document.contents.flow = false;
  const table = tableAt(document, document.contents, key);
  if (key === "permissions") updateConfiguration(document, table, needs, project.contract);
  else updateManifest(table, needs, project);
  if (!path.endsWith(".json")) return document.toString({ lineWidth: 0, flowCollectionPadding: true });
  return `${JSON.stringify(document.toJS(), undefined, 2)}\n`;
}

/** @returns the mapping at a key, made where there is none. */
function tableAt(document: Document, parent: YAMLMap, key: string): YAMLMap {
  const known = parent.get(key, true);
  if (isMap(known)) return known;
  const made = document.createNode({}) as YAMLMap;
  parent.set(document.createNode(key), made);
  return made;
}

function updateConfiguration(document: Document, table: YAMLMap, needs: readonly Need[], contract: Contract): void {
  for (const [scope, categories] of getCategories(contract.permissions)) {
    const wanted = needs.filter((need) => need.scope === scope);
    if (wanted.length === 0 && !table.has(scope)) continue;
    const own = tableAt(document, table, scope);
    for (const category of categories)
      setLevel(own, category, wanted.find((need) => need.category === category)?.access);
    if (own.items.length === 0) table.delete(scope);
  }
}

function updateManifest(table: YAMLMap, needs: readonly Need[], { contract, facts }: Project): void {
  const left = new Set(needs);
  for (const name of table.items.map(({ key }) => (isScalar(key) ? String(key.value) : ""))) {
    const category = findManifestCategory(name, contract.permissions, facts.aliases);
    if (category === undefined) continue;
    const need = needs.find((each) => each.scope === category.scope && each.category === category.category);
    if (need) left.delete(need);
    setLevel(table, name, need?.access);
  }
  for (const need of left) setLevel(table, manifestNameOf(need, contract, facts.aliases), need.access);
}

/** @returns the name for which a manifest's reader finds the category. */
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

/** Changes a level in place, so that the comment beside it stays; takes the line out where there is none. */
function setLevel(table: YAMLMap, name: string, level: string | undefined): void {
  if (level === undefined) {
    table.delete(name);
    return;
  }
  const known = table.get(name, true);
  if (isScalar(known)) known.value = level;
  else table.set(name, level);
}
