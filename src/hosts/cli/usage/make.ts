import { basename, resolve } from "node:path";
import { readDataFile } from "../../../contract/file/data-file";
import type { Contract } from "../../../contract/contract";
import type { Endpoint } from "../../../contract/description/endpoint";
import { projectRoot } from "../../../files/project-root";
import type { Call, EndpointUsage, UnclearCall, UsedPermission, Usage } from "../../../usage/usage";
import { usageSchemaUrl } from "../../../usage/usage";
import { groupUnseen, type LocatedUnseen } from "../requests/unseen";
import { effectiveCalls, type Found } from "./collect";
import { compareNames } from "../../../text/words";
import { isObject } from "../../../value/plain-object";

/** The result of a run over code. */
export interface Findings {
  readonly client: string;
  readonly found: readonly Found[];
  readonly unseen: readonly LocatedUnseen[];
  readonly contracts: readonly Contract[];
  readonly complete: boolean;
}

/** Creates the inventory of one client. */
export function makeUsage({ client, found, unseen, contracts, complete }: Findings): Usage {
  const calls = effectiveCalls(found);
  const endpoints = endpointsOf(calls);
  const used = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  const listed = new Set(contracts.flatMap(keysOf));
  const ofKind = (kind: Found["aim"]["kind"]): readonly Call[] =>
    calls.filter(({ aim }) => aim.kind === kind).map(({ call }) => call);
  return {
    $schema: usageSchemaUrl,
    version: 1,
    clients: [client],
    complete,
    endpoints,
    unused: [...listed].filter((key) => !used.has(key)),
    unclear: calls.flatMap(({ call, aim }): UnclearCall[] =>
      aim.kind === "unclear" ? [{ ...call, candidates: aim.candidates }] : [],
    ),
    unlisted: ofKind("unlisted"),
    unknown: ofKind("unknown"),
    notUnderstood: groupUnseen(unseen).map((each) => ({ client, ...each })),
  };
}

function endpointsOf(calls: readonly Found[]): readonly EndpointUsage[] {
  interface Gathered {
    readonly endpoint: Endpoint | undefined;
    readonly permissions: readonly UsedPermission[];
    readonly callers: Call[];
  }
  const byKey = new Map<string, Gathered>();
  for (const { call, aim } of calls) {
    if (aim.kind !== "endpoints") continue;
    for (const { key, endpoint, permissions } of aim.targets) {
      const known = byKey.get(key) ?? { endpoint, permissions, callers: [] };
      byKey.set(key, known);
      known.callers.push(call);
    }
  }
  return [...byKey]
    .sort(([a], [b]) => compareKeys(a, b))
    .map(([key, { endpoint, permissions, callers }]) => {
      const { method, path } = partKey(key);
      return { method, path, ...(endpoint?.deprecated && { deprecated: true as const }), permissions, callers };
    });
}

/** @returns the method and path of a key such as `GET /widgets/{id}`. */
export function partKey(key: string): { readonly method: string; readonly path: string } {
  const space = key.indexOf(" ");
  return { method: key.slice(0, space), path: key.slice(space + 1) };
}

/** Orders keys by path, then by method. */
export function compareKeys(one: string, other: string): number {
  const [a, b] = [partKey(one), partKey(other)];
  return compareNames(a.path, b.path) || compareNames(a.method, b.method);
}

function keysOf({ description, permissions }: Contract): readonly string[] {
  const endpoints = description?.endpoints ?? permissions;
  return [...new Set(endpoints.map(({ method, path }) => `${method} ${path}`))].sort(compareKeys);
}

/** @returns the name of the code in a folder: its package's, otherwise the folder's. */
export function clientName(cwd: string): string {
  const root = projectRoot(cwd, []);
  for (const folder of new Set([resolve(cwd), root])) {
    const { value } = readDataFile(resolve(folder, "package.json"));
    if (isObject(value) && typeof value.name === "string" && value.name !== "") return value.name;
  }
  return basename(root) || "code";
}
