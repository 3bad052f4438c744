import type { ContractFile, ContractFileBlock } from "../file/contract-file";
import { accessLevels } from "../permissions/grants";
import type { Access } from "../contract";
import { isObject } from "../../value/plain-object";

/** The content of a published permission file, and its name. */
export interface PermissionFile {
  readonly file: string;
  readonly value: unknown;
}

export interface ImportedPermissions {
  readonly contract: ContractFile;
  /** Messages for the user: what was omitted, and why. */
  readonly notes: readonly string[];
}

/** An endpoint entry of a permission. */
interface Endpoint {
  readonly access: Access;
  readonly method: string;
  readonly path: string;
  /** Empty: the file has no token types. */
  readonly tokens: readonly string[];
  readonly additional: boolean;
}

interface Permission {
  readonly id: string;
  readonly scope: string;
  readonly category: string;
  readonly endpoints: readonly Endpoint[];
}

/**
 * Creates a contract from the files in which GitHub publishes the permissions of its endpoints: those of GitHub Apps (with token types), and those of
 * fine-grained tokens (without).
 *
 * Files are keyed by permission id, because titles repeat. Duplicate entries are kept: each is an alternative set of permissions. If two files contain a
 * permission, the first counts, so pass the more detailed file for Apps first.
 */
export function importGithubPermissions(files: readonly PermissionFile[]): ImportedPermissions {
  const notes: string[] = [];
  const permissions = new Map<string, Permission>();
  for (const { file, value } of files) {
    const read = readFile(file, value, notes);
    const known = read.filter(({ id }) => permissions.has(id));
    if (known.length > 0)
      notes.push(
        `${file}: ${known.length} permissions are in an earlier file, which counts: ${list(known.map(({ id }) => id))}`,
      );
    for (const permission of read) if (!permissions.has(permission.id)) permissions.set(permission.id, permission);
  }
  const all = tellApart([...permissions.values()]);
  return { contract: all.length === 0 ? {} : { permissions: all.flatMap(toBlocks) }, notes };
}

function readFile(file: string, value: unknown, notes: string[]): Permission[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([id, raw]): Permission[] => {
    if (!isObject(raw) || !Array.isArray(raw.permissions)) return [];
    const entries = raw.permissions as readonly unknown[];
    const endpoints = entries.flatMap((entry) => readEndpoint(entry) ?? []);
    if (endpoints.length < entries.length)
      notes.push(
        `${file}: ${entries.length - endpoints.length} entries of ${id} were left out: no method, path or access level that is known`,
      );
    const title = textOf(raw.title) ?? id;
    return [{ id, scope: scopeOf(id, textOf(raw.displayTitle) ?? ""), category: title, endpoints }];
  });
}

/** `Organization permissions for "Members"`: the first word is the scope. */
function scopeOf(id: string, displayTitle: string): string {
  const word = /^(\w+) permissions?\b/i.exec(displayTitle)?.[1]?.toLowerCase();
  if (word !== undefined && word !== "account") return word;
  const [prefix] = /^(?:enterprise|organization)(?=_)/.exec(id) ?? [];
  return word === "account" ? "user" : (prefix ?? "repository");
}

function readEndpoint(entry: unknown): Endpoint | undefined {
  if (!isObject(entry)) return undefined;
  const method = textOf(entry.verb)?.toUpperCase();
  const path = textOf(entry.requestPath)?.replace(/\{[?&][^}]*\}$/, "");
  const access = accessLevels.find((level) => level === entry.access);
  if (method === undefined || path === undefined || access === undefined) return undefined;
  if (!/^[A-Z]+$/.test(method) || !/^\/[^\s,;]*$/.test(path)) return undefined;
  return { access, method, path, tokens: tokensOf(entry), additional: entry["additional-permissions"] === true };
}

/** @returns the token types only if both flags are present. Otherwise no type could be ruled out. */
function tokensOf(entry: Readonly<Record<string, unknown>>): readonly string[] {
  const [user, installation] = [entry["user-to-server"], entry["server-to-server"]];
  if (typeof user !== "boolean" || typeof installation !== "boolean") return [];
  return [...(user ? ["UAT"] : []), ...(installation ? ["IAT"] : [])];
}

/** Renames the second of two permissions with the same scope and title after its id. */
function tellApart(permissions: readonly Permission[]): readonly Permission[] {
  const taken = new Set<string>();
  return permissions.map((permission) => {
    const name = `${permission.scope}.${permission.category.toLowerCase()}`;
    if (!taken.has(name)) {
      taken.add(name);
      return permission;
    }
    return { ...permission, category: permission.id.replaceAll("_", " ") };
  });
}

/** Groups entries with the same level and token types into blocks. */
function toBlocks({ id, scope, category, endpoints }: Permission): ContractFileBlock[] {
  const blocks = new Map<string, { readonly first: Endpoint; readonly lines: string[] }>();
  for (const endpoint of endpoints) {
    const key = `${endpoint.access} ${endpoint.tokens.join(" ")}`;
    const block = blocks.get(key) ?? { first: endpoint, lines: [] };
    blocks.set(key, block);
    block.lines.push(`${endpoint.method} ${endpoint.path}${endpoint.additional ? " *" : ""}`);
  }
  return [...blocks.values()].map(({ first: { access, tokens }, lines }) => {
    return { scope, category, id, access, tokens, endpoints: lines };
  });
}

function list(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(", ")}, …` : names.join(", ");
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
